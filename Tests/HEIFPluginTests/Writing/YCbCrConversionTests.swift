import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// RGB becomes Y'CbCr by the equations of ISO/IEC 23091-2.
@Suite struct YCbCrConversionTests {
  static let formats: [PixelFormat] = [
    PixelFormat(.ycbcr(.s420, .bt601, .full)),
    PixelFormat(.ycbcr(.s422, .bt601, .full)),
    PixelFormat(.ycbcr(.s444, .bt601, .full)),
    PixelFormat(.ycbcr(.s444, .bt2020, .full), bitDepth: 10),
    PixelFormat(.ycbcr(.s420, .bt2020, .full), bitDepth: 12),
  ]

  @Test(arguments: formats, [PixelFormat.rgb8, .rgba8, .rgb16])
  func everySampleIsTheExactOne(_ format: PixelFormat, _ source: PixelFormat) throws {
    // Odd sizes, more than one band: the last column and row stand alone in 4:2:0.
    let buffer = SyntheticPicture.buffer(source, width: 23, height: 37)
    var target = format
    target.alpha = source.alpha
    let planes = PixelBuffer(target, width: 23, height: 37)
    try PlaneFiller(format: target, planes: planes.planes)
      .fill(from: BandedSource(buffer), in: .testing())
    for plane in 0..<3 {
      let expected = Self.expected(plane, of: buffer, in: target)
      #expect(difference(planes.samples(plane), expected) == nil)
    }
    if source.hasAlpha {
      let maximum = 1 << format.bitDepth - 1
      let expected = buffer.samples(3).map { ($0 * maximum + 127) / 255 }
      #expect(difference(planes.samples(3), expected) == nil)
    }
  }

  @Test func extremesStayInRange() throws {
    let buffer = SyntheticPicture.buffer(.rgb8, width: 8, height: 1) { x, _, sample, _ in
      x >> sample & 1 == 1 ? 255 : 0
    }
    let format = PixelFormat(.ycbcr(.s444, .bt601, .full))
    let planes = PixelBuffer(format, width: 8, height: 1)
    try PlaneFiller(format: format, planes: planes.planes)
      .fill(from: BandedSource(buffer), in: .testing())
    // Black, red, green, yellow, blue, magenta, cyan, white, by hand.
    #expect(planes.samples(0) == [0, 76, 150, 226, 29, 105, 179, 255])
    #expect(planes.samples(1) == [128, 85, 44, 0, 255, 212, 171, 128])
    #expect(planes.samples(2) == [128, 255, 21, 149, 107, 235, 0, 128])
  }

  /// The same in double precision, sample by sample.
  private static func expected(
    _ plane: Int, of buffer: PixelBuffer, in format: PixelFormat
  ) -> [Int] {
    guard case .ycbcr(let subsampling, .weighted(let kr, let kb), _) = format.channels else {
      return []
    }
    let rgb = (0..<3).map { buffer.samples($0).map(Double.init) }
    let maximum = Double(1 << format.bitDepth - 1)
    let scale = maximum / (buffer.format.bitDepth == 16 ? 65_535 : 255)
    let size = format.planeSize(plane, width: buffer.width, height: buffer.height)
    let (horizontal, vertical) =
      plane == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
    return (0..<size.height * size.width).map { index in
      let (x, y) = (index % size.width * horizontal, index / size.width * vertical)
      let pixels = [y, min(y + vertical - 1, buffer.height - 1)].flatMap { y in
        [x, min(x + horizontal - 1, buffer.width - 1)].map { y * buffer.width + $0 }
      }
      let mean = (0..<3).map { sample in
        pixels.map { rgb[sample][$0] }.reduce(0, +) / Double(pixels.count) * scale
      }
      let luma = kr * mean[0] + (1 - kr - kb) * mean[1] + kb * mean[2]
      let value =
        switch plane {
        case 0: luma
        case 1: (mean[2] - luma) / (2 * (1 - kb))
        default: (mean[0] - luma) / (2 * (1 - kr))
        }
      let rounded = value.rounded(.toNearestOrAwayFromZero) + (plane == 0 ? 0 : (maximum + 1) / 2)
      return Int(min(max(rounded, 0), maximum))
    }
  }
}
