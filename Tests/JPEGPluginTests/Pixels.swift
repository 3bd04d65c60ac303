import ConverterCore
import PictureModel

@testable import JPEGPlugin

/// All samples of a picture, row after row without padding, plane after plane.
struct Pixels: Equatable {
  var format: PixelFormat
  var width: Int
  var height: Int
  var planes: [[UInt8]]

  /// Reads a source to its end, and checks that its bands keep their promises.
  init(_ source: any PixelSource) throws(ConversionError) {
    format = source.format
    width = source.width
    height = source.height
    planes = Array(repeating: [], count: format.planeCount)
    var y = 0
    while let band = try source.nextBand() {
      precondition(band.y == y, "bands follow each other")
      y += band.height
      precondition(band.height % 16 == 0 || y == height, "bands are multiples of 16 rows")
      for index in planes.indices {
        let plane = band.plane(index)
        for row in 0..<plane.height {
          let samples = UnsafeBufferPointer(
            start: plane.row(row, as: UInt8.self),
            count: format.planeSize(index, width: width, height: height).width)
          planes[index] += samples
        }
      }
    }
    precondition(y == height, "a source gives all rows")
  }

  init(
    _ format: PixelFormat, width: Int, height: Int,
    sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
  ) {
    self.format = format
    self.width = width
    self.height = height
    planes = (0..<format.planeCount).map { plane in
      let size = format.planeSize(plane, width: width, height: height)
      return (0..<size.height).flatMap { y in (0..<size.width).map { sample(plane, $0, y) } }
    }
  }

  /// Slow waves, different in each plane and channel, that any quality keeps well.
  static func waves(_ format: PixelFormat, width: Int, height: Int) -> Pixels {
    let step = format.samplesPerPixel
    return Pixels(format, width: width, height: height) { plane, x, y in
      let phase = plane + x % step
      return UInt8(40 + (x / step * (phase + 1) + y * 2) % 90 + 10 * phase)
    }
  }

  /// The same as a picture that readers could have made.
  func picture(bandHeight: Int = 16) -> Picture {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: 8, coding: "test")
    facts.colour = .unspecified
    return Picture(facts) { _ in BandedSource(self, bandHeight: bandHeight) }
  }

  /// The largest difference of two samples in the same place; `nil` for different shapes.
  func largestDifference(from other: Pixels) -> Int? {
    guard format == other.format, planes.map(\.count) == other.planes.map(\.count) else {
      return nil
    }
    return zip(planes.joined(), other.planes.joined())
      .map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Peak signal to noise ratio in dB over all samples; infinite for equal ones.
  func psnr(to other: Pixels) -> Double {
    let pairs = zip(planes.joined(), other.planes.joined())
    let sum = pairs.reduce(0.0) { total, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return total + difference * difference
    }
    let count = planes.map(\.count).reduce(0, +)
    return sum == 0 ? .infinity : 10 * logarithm(255 * 255 * Double(count) / sum)
  }

  /// MD5 of all samples.
  var digest: String { MD5.hexadecimal(of: Array(planes.joined())[...]) }
}

/// Pixels in bands that share one buffer, as decoders give them.
final class BandedSource: PixelSource {
  private let pixels: Pixels
  private let bandHeight: Int
  private let buffer: PixelBuffer
  private var y = 0

  init(_ pixels: Pixels, bandHeight: Int) {
    self.pixels = pixels
    self.bandHeight = bandHeight
    buffer = PixelBuffer(pixels.format, width: pixels.width, height: bandHeight)
  }

  var format: PixelFormat { pixels.format }
  var width: Int { pixels.width }
  var height: Int { pixels.height }

  func nextBand() -> PixelBand? {
    guard y < height else { return nil }
    let rows = min(bandHeight, height - y)
    for index in pixels.planes.indices {
      let size = format.planeSize(index, width: width, height: height)
      let band = format.planeSize(index, width: width, height: rows)
      let first = format.planeSize(index, width: width, height: y).height
      for row in 0..<band.height {
        let target = buffer.planes[index].row(row, as: UInt8.self)
        for x in 0..<size.width { target[x] = pixels.planes[index][(first + row) * size.width + x] }
      }
    }
    defer { y += rows }
    return PixelBand(buffer, y: y, height: rows)
  }
}
