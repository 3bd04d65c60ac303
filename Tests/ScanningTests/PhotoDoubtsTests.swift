import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// What may be wrong with a photo of a page.
@Suite struct PhotoDoubtsTests {
  private let context = ConversionContext(registry: Registry())

  /// Rectangles of paper on a dark table.
  ///
  /// - Parameter papers: left, top, right, bottom of each.
  private func picture(_ papers: [[Int]], paper: UInt8 = 235, table: UInt8 = 70) -> Picture {
    let pixels = PixelBuffer(.rgb8, width: 800, height: 600)
    for y in 0..<600 {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<800 {
        let isPaper = papers.contains {
          ($0[0]..<$0[2]).contains(x) && ($0[1]..<$0[3]).contains(y)
        }
        for channel in 0..<3 { row[3 * x + channel] = isPaper ? paper : table }
      }
    }
    nonisolated(unsafe) let shown = pixels
    let facts = PictureFacts(
      width: 800, height: 600, format: .rgb8, sampleDepth: 8, coding: "")
    return Picture(facts) { _ in BufferSource(shown) }
  }

  private func doubts(_ papers: [[Int]], paper: UInt8 = 235) throws -> PhotoDoubts {
    try PageScanner().pages(of: picture(papers, paper: paper), in: context).doubts
  }

  @Test func aPageThatIsWholeAndBrightIsBeyondDoubt() throws {
    let doubts = try doubts([[200, 60, 560, 540]])
    #expect(doubts.beyond.isEmpty)
    #expect(doubts.other == nil)
    #expect(doubts.lightness == 235.0 / 255)
    #expect(!doubts.isDark)
  }

  @Test func edgesThatThePageGoesBeyondAreNamed() throws {
    #expect(try doubts([[0, 60, 420, 540]]).beyond == [.left])
    #expect(try doubts([[200, 100, 560, 600]]).beyond == [.bottom])
  }

  @Test func anotherPageIsFound() throws {
    let result = try PageScanner().pages(
      of: picture([[60, 60, 380, 520], [440, 80, 740, 520]]), in: context)
    let other = try #require(result.doubts.other).corners.scaled(by: Point(800, 600))
    let page = try #require(result.pages.first)
    // The larger one is taken.
    #expect(page.corners.overlap(with: Quad(rectangle: 60, 60, 380, 520)) > 0.97)
    #expect(other.overlap(with: Quad(rectangle: 440, 80, 740, 520)) > 0.97)
  }

  @Test(arguments: [(UInt8(25), true), (26, false)])
  func darkPaperIsDark(paper: UInt8, isDark: Bool) throws {
    var scanner = PageScanner()
    scanner.crop = .none
    let picture = picture([[0, 0, 800, 600]], paper: paper)
    #expect(try scanner.pages(of: picture, in: context).doubts.isDark == isDark)
  }

  /// Bars of ink whose edges take so many steps; 25 edges a row.
  private func bars(steps: Int, rows: Int = 100) -> PixelBuffer {
    let page = PixelBuffer(.gray8, width: 1000, height: rows)
    for y in 0..<rows {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<1000 {
        let place = x % 80
        let level = place < 40 ? min(steps, place) : max(0, steps - (place - 40))
        row[x] = UInt8(200 * level / steps)
      }
    }
    return page
  }

  @Test(arguments: [1, 4, 5, 10]) func edgesAreAsWideAsTheyRise(steps: Int) {
    #expect(InkEdges.width(in: bars(steps: steps)) == Double(steps))
  }

  @Test func fewEdgesTellNothing() {
    #expect(InkEdges.width(in: bars(steps: 4, rows: 7)) == nil)
    #expect(InkEdges.width(in: PixelBuffer(.gray8, width: 1, height: 1)) == nil)
  }

  /// At 120 pixels an inch ten pixels are 2.1 mm, and one is 0.2.
  @Test(arguments: [(10, true), (1, false)]) func blurIsSaidOnce(steps: Int, isSaid: Bool) throws {
    nonisolated(unsafe) let bars = bars(steps: steps, rows: 300)
    var facts = PictureFacts(
      width: 1000, height: 300, format: .gray8, sampleDepth: 8, coding: "")
    facts.metadata.dotsPerInch = (120, 120)
    let picture = Picture(facts) { _ in BufferSource(bars) }
    var scanner = PageScanner()
    (scanner.crop, scanner.filter, scanner.deskews) = (.none, .gray, false)
    let page = try scanner.page(of: picture, in: context)
    let made = page.picture(of: picture, named: "sheet-1", in: context)
    for _ in 0..<2 {
      _ = try PixelBuffer(
        collecting: try made.pixels(for: PixelDemand([.gray8]), in: context), in: context)
    }
    #expect(context.warnings.count == (isSaid ? 1 : 0))
    #expect(
      context.warnings.first?.hasPrefix("sheet-1 is not sharp: edges of letters are ") != false)
  }
}

extension Quad {
  fileprivate init(rectangle left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    self.init([Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)])
  }
}
