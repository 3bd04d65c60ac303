import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// Open books, and pages that are none.
@Suite struct GutterTests {
  /// Paper of 1200×800 with print in two blocks, darker along a line.
  private func spread(
    top: Double, bottom: Double, depth: Double, valley: Double = 40, width: Int = 1200,
    height: Int = 800
  ) -> PixelBuffer {
    let page = PixelBuffer(.rgb8, width: width, height: height)
    for y in 0..<height {
      let row = page.planes[0].row(y, as: UInt8.self)
      let gutter = (top + (bottom - top) * Double(y) / Double(height)) * Double(width)
      for x in 0..<width {
        let distance = abs(Double(x) - gutter) / valley
        let light = 230 * (1 - depth * max(0, 1 - distance))
        let isLetter = y % 20 < 6 && x % 9 < 5 && (60..<height - 60).contains(y)
        let isPrint = isLetter && (80..<width - 80).contains(x) && abs(x - width / 2) > 60
        let value = UInt8(isPrint ? light * 0.2 : light)
        (row[3 * x], row[3 * x + 1], row[3 * x + 2]) = (value, value, value)
      }
    }
    return page
  }

  @Test(arguments: [(0.5, 0.5), (0.47, 0.53), (0.55, 0.52), (0.42, 0.44)])
  func aValleyIsFound(top: Double, bottom: Double) throws {
    let gutter = try #require(Gutter(in: spread(top: top, bottom: bottom, depth: 0.3)))
    #expect(abs(gutter.top - top) < 0.01, "\(gutter)")
    #expect(abs(gutter.bottom - bottom) < 0.01, "\(gutter)")
    #expect(gutter.depth > 0.1)
  }

  @Test func twoColumnsAreOnePage() {
    #expect(Gutter(in: spread(top: 0.5, bottom: 0.5, depth: 0)) == nil)
  }

  @Test func aRuleBetweenColumnsIsNoGutter() {
    #expect(Gutter(in: spread(top: 0.5, bottom: 0.5, depth: 0.9, valley: 2)) == nil)
  }

  @Test func uprightPagesAreOne() {
    let page = spread(top: 0.5, bottom: 0.5, depth: 0.3, width: 800, height: 1200)
    #expect(Gutter(in: page) == nil)
  }

  /// Corners of both halves meet in the gutter.
  @Test func halvesHaveCornersOfTheirOwn() throws {
    let context = ConversionContext(registry: Registry())
    let pixels = spread(top: 0.48, bottom: 0.52, depth: 0.3)
    let facts = PictureFacts(
      width: pixels.width, height: pixels.height, format: .rgb8, sampleDepth: 8, coding: "")
    let picture = Picture(facts) { _ in BufferSource(pixels) }
    var scanner = PageScanner()
    scanner.crop = .none
    scanner.deskews = false
    scanner.splits = true
    let pages = try scanner.pages(of: picture, in: context).pages
    #expect(pages.map(\.half) == [.left, .right])
    #expect(pages.map(\.height) == [800, 800])
    #expect(pages.map(\.width).reduce(0, +) == 1200)
    let (left, right) = (pages[0].corners.corners, pages[1].corners.corners)
    #expect(left[1] == right[0] && left[2] == right[3])
    #expect(abs(left[1].x - 576) < 12 && abs(left[2].x - 624) < 12)
    #expect(left[0] == Point(0, 0) && right[2] == Point(1200, 800))
    scanner.splits = false
    #expect(try scanner.pages(of: picture, in: context).pages.map(\.half) == [nil])
  }
}
