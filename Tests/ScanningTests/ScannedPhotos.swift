import ConverterCore
import PictureModel
import Scanning
import TestSupport

/// Pictures of pages, and pages of them, as tests want them.
enum ScannedPhotos {
  static var context: ConversionContext { ConversionContext(registry: Registry()) }

  static func picture(_ pixels: PixelBuffer, dpi: Double? = nil) -> Picture {
    var facts = PictureFacts(
      width: pixels.width, height: pixels.height, format: pixels.format, sampleDepth: 8, coding: "")
    facts.metadata.dotsPerInch = dpi.map { ($0, $0) }
    return Picture(facts) { _ in BufferSource(pixels) }
  }

  /// RGB of the same value, 0…255, for each place.
  static func gray(
    _ width: Int, _ height: Int, _ sample: (Int, Int) -> Double
  ) -> PixelBuffer {
    let buffer = PixelBuffer(.rgb8, width: width, height: height)
    for y in 0..<height {
      let row = buffer.planes[0].row(y, as: UInt8.self)
      for x in 0..<width {
        let value = UInt8(min(max(sample(x, y), 0), 255))
        (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (value, value, value)
      }
    }
    return buffer
  }

  /// A flat scan whose lines of print fall to the right by some degrees.
  static func crooked(slope: Double) -> PixelBuffer {
    gray(850, 1100) { x, y in
      let line = Double(y) - slope * Double(x)
      let row = Int(line.rounded(.down))
      let isLine = (80..<1000).contains(row) && row % 22 < 9 && (70..<780).contains(x)
      return isLine && (x / 5 + row / 4) % 3 != 0 ? 20 : 252
    }
  }

  /// The samples of the page that a picture becomes.
  static func samples(of page: ScannedPage, in picture: Picture) throws -> [Int] {
    TestSupport.samples(try pixels(of: page.picture(of: picture, in: context)))
  }

  static func pixels(of picture: Picture) throws -> PixelBuffer {
    try PixelBuffer(
      collecting: try picture.pixels(
        for: PixelDemand([picture.facts.format]), in: context), in: context)
  }

  /// A bend of some hundred-thousandths of the height in the middle.
  static func bend(by depth: Int) throws -> PageBend? {
    let half = (PageBend.columns - 1) / 2
    return PageBend(
      shifts: (0..<PageBend.rows * PageBend.columns).map { index in
        let distance = abs(index % PageBend.columns - half)
        return depth * (half - distance) / half
      })
  }
}
