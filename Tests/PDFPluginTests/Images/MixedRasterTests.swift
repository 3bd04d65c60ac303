import ConverterCore
import PictureModel
import Testing

@testable import PDFPlugin

/// Ink and paper apart.
@Suite struct MixedRasterTests {
  /// White paper with strokes eight pixels wide: black ones above, red ones below.
  private func page() -> PixelBuffer {
    let page = PixelBuffer(.rgb8, width: 600, height: 400)
    for y in 0..<400 {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<600 {
        let isInk = y % 100 >= 40 && y % 100 < 80 && x % 40 < 8
        row[3 * x] = !isInk ? 250 : y < 200 ? 20 : 200
        row[3 * x + 1] = isInk ? 20 : 250
        row[3 * x + 2] = isInk ? 20 : 250
      }
    }
    return page
  }

  private func layers(dpi: Double) throws -> MixedRaster? {
    try MixedRaster.layers(
      of: page(), dpi: dpi, in: ConversionContext(registry: try Assembled.registry()))
  }

  @Test func eachColourOfInkHasAMask() throws {
    let made = try #require(try layers(dpi: 300))
    #expect(made.paper.width == 200 && made.paper.height == 134)
    #expect(made.paper.bytes.allSatisfy { $0 == 255 })
    let colours = made.inks.map(\.colour).sorted { $0[0] < $1[0] }
    #expect(colours == [[20, 20, 20], [200, 20, 20]])
    // Fifteen strokes of 8 by 40 pixels in two rows each.
    for ink in made.inks { #expect(ink.mask.width * 400 - ink.mask.oneCount == 9600) }
  }

  @Test func pagesOfFewPixelsStayOnePicture() throws {
    #expect(try layers(dpi: 100) == nil)
  }
}
