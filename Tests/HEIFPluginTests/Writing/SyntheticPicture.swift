import ConverterCore
import PictureModel

/// Pictures whose samples the tests know.
enum SyntheticPicture {
  /// Smooth gradients with edges and a little grain, different in every plane.
  static func sample(x: Int, y: Int, plane: Int, maximum: Int) -> Int {
    let gradient = (x * (3 + plane) + y * (5 - plane) + plane * 40) % 256
    let grain = (x * 7 + y * 13 + plane * 29) % 9
    let edge = (x / 20 + y / 20 + plane).isMultiple(of: 3) ? 60 : 0
    return min(255, gradient * 3 / 4 + grain + edge) * maximum / 255
  }

  /// A buffer of any format, filled by `sample`: its arguments are x, y, the plane or the sample of a
  /// pixel, and the largest value.
  static func buffer(
    _ format: PixelFormat, width: Int, height: Int,
    sample: (Int, Int, Int, Int) -> Int = Self.sample
  ) -> PixelBuffer {
    let buffer = PixelBuffer(format, width: width, height: height)
    let maximum =
      format.isPlanar ? 1 << format.bitDepth - 1 : format.bitDepth > 8 ? 65_535 : 255
    for (index, plane) in buffer.planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let step = format.samplesPerPixel
          let value =
            format.isPlanar
            ? sample(x, y, index, maximum) : sample(x / step, y, x % step, maximum)
          if format.bytesPerSample == 2 {
            plane.row(y, as: UInt16.self)[x] = UInt16(value)
          } else {
            plane.row(y, as: UInt8.self)[x] = UInt8(value)
          }
        }
      }
    }
    return buffer
  }

  static func picture(
    _ buffer: PixelBuffer, sampleDepth: Int? = nil, colour: ColourDescription = .unspecified,
    metadata: PictureMetadata = PictureMetadata()
  ) -> Picture {
    var facts = PictureFacts(
      width: buffer.width, height: buffer.height, format: buffer.format,
      sampleDepth: sampleDepth ?? buffer.format.bitDepth, coding: "synthetic")
    facts.colour = colour
    facts.metadata = metadata
    return Picture(facts) { _ throws(ConversionError) in BandedSource(buffer) }
  }
}

/// A buffer in bands of 16 rows.
final class BandedSource: PixelSource {
  let buffer: PixelBuffer
  private var y = 0

  init(_ buffer: PixelBuffer) {
    self.buffer = buffer
  }

  var format: PixelFormat { buffer.format }
  var width: Int { buffer.width }
  var height: Int { buffer.height }

  func nextBand() -> PixelBand? {
    guard y < height else { return nil }
    defer { y += 16 }
    return PixelBand(buffer, y: y, bufferRow: y, height: min(16, height - y))
  }
}

extension PixelBuffer {
  /// The samples of a plane, row by row; of one sample of each pixel in an interleaved format.
  func samples(_ index: Int) -> [Int] {
    let plane = planes[format.isPlanar ? index : 0]
    let step = format.samplesPerPixel
    let first = format.isPlanar ? 0 : index
    return (0..<plane.height).flatMap { y in
      stride(from: first, to: plane.width, by: step).map { x in
        format.bytesPerSample == 2
          ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
      }
    }
  }
}

/// How far samples are from what they should be; `nil` where every one is right.
func difference(_ samples: [Int]?, _ expected: [Int]) -> String? {
  guard let samples, samples.count == expected.count else {
    return "\(samples?.count ?? 0) samples instead of \(expected.count)"
  }
  let wrong = samples.indices.filter { samples[$0] != expected[$0] }
  guard let first = wrong.first else { return nil }
  return "\(wrong.count) differ, the first at \(first): \(samples[first]), not \(expected[first])"
}
