import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// Lines that are bent, and made straight.
@Suite struct PageBendTests {
  /// Thirty lines of print, bent downwards in their middle.
  private func page(bentBy bend: Double) -> PixelBuffer {
    let page = PixelBuffer(.gray8, width: 1000, height: 1400)
    for y in 0..<1400 {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<1000 {
        let across = Double(x) / 1000
        let flat = Double(y) - bend * 4 * across * (1 - across)
        let line = Int(flat.rounded(.down))
        let isLine = (100..<1300).contains(line) && line % 40 < 14
        let isPrint = isLine && (80..<920).contains(x) && (x / 6 + line / 5) % 3 != 0
        row[x] = isPrint ? 0 : 255
      }
    }
    return page
  }

  @Test func bentLinesBecomeStraight() throws {
    guard case .bent(let bend, let gain) = try PageBend.find(in: page(bentBy: 30)) else {
      Issue.record("no bend was found")
      return
    }
    #expect(abs(bend.height * 1400 - 30) < 6, "\(bend.height * 1400)")
    #expect(gain > 1.05)
  }

  @Test func straightLinesAreLeft() throws {
    guard case .left = try PageBend.find(in: page(bentBy: 0)) else {
      Issue.record("straight lines were bent")
      return
    }
  }

  @Test(arguments: [(1, 1), (1, 200), (200, 1), (40, 40)])
  func tinyPagesAreLeft(width: Int, height: Int) throws {
    let page = PixelBuffer(.gray8, width: width, height: height)
    guard case .left = try PageBend.find(in: page) else {
      Issue.record("a page of \(width)×\(height) was bent")
      return
    }
  }

  @Test func aGridHasAShiftForEachPoint() {
    let count = PageBend.columns * PageBend.rows
    #expect(PageBend(shifts: []) == nil)
    #expect(PageBend(shifts: [Int](repeating: 50_001, count: count)) == nil)
    let level = PageBend(shifts: [Int](repeating: 500, count: count))
    #expect(level?.height == 0)
  }
}
