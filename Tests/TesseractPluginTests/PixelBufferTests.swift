import PictureModel
import RecognizedTextModel
import Testing

@testable import WordRecognition

/// Gray samples on their way to an engine.
@Suite struct PixelBufferTests {
  private func gray(_ rows: [[UInt8]]) -> PixelBuffer {
    let result = PixelBuffer(.gray8, width: rows[0].count, height: rows.count)
    for (y, row) in rows.enumerated() {
      for (x, value) in row.enumerated() { result.planes[0].row(y, as: UInt8.self)[x] = value }
    }
    return result
  }

  private func rows(_ buffer: PixelBuffer) -> [[UInt8]] {
    (0..<buffer.height).map { y in
      (0..<buffer.width).map { buffer.planes[0].row(y, as: UInt8.self)[$0] }
    }
  }

  @Test func mirrored() {
    #expect(rows(gray([[1, 2, 3], [4, 5, 6]]).mirrored) == [[3, 2, 1], [6, 5, 4]])
  }

  @Test func shrunkSamplesAreMeans() {
    let whole = gray([[0, 100, 200, 60], [100, 200, 0, 40]])
    #expect(rows(whole.shrunk(toWidth: 4, height: 2)) == rows(whole))
    #expect(rows(whole.shrunk(toWidth: 2, height: 1)) == [[100, 75]])
    // Of three samples in place of four each has one and a third.
    #expect(rows(gray([[30, 90, 0, 240]]).shrunk(toWidth: 3, height: 1)) == [[45, 45, 180]])
    #expect(rows(gray([[9], [9], [9]]).shrunk(toWidth: 1, height: 1)) == [[9]])
  }

  @Test func theBusiestRowsHaveMostChanges() {
    var all = [[UInt8]](repeating: [255, 255, 255, 255], count: 1000)
    for y in 600..<800 { all[y] = [0, 255, 0, 255] }
    let busiest = gray(all).busiestRows
    #expect(busiest.height == 200)
    #expect(rows(busiest).allSatisfy { $0 == [0, 255, 0, 255] })
    #expect(gray([[0, 255]]).busiestRows.height == 1)
  }

  @Test func blackAndWhiteHasNoLight() {
    #expect(gray([[0, 255, 7, 248]]).isBlackAndWhite)
    #expect(!gray([[0, 255, 128, 255]]).isBlackAndWhite)
    var row = [UInt8](repeating: 255, count: 1000)
    row[5] = 100
    #expect(gray([row]).isBlackAndWhite)
    row[6] = 100
    #expect(!gray([row]).isBlackAndWhite)
  }

  @Test func pagesAreScaledWithAllThatIsOnThem() {
    let box = RecognizedPage.Box(left: 10, top: 20, right: 30, bottom: 24)
    let line = RecognizedPage.Line(
      [.init("a", box: box)], box: box, baseline: .init(x1: 10, y1: 23, x2: 30, y2: 24))
    let page = RecognizedPage(
      width: 100, height: 200, dpi: 150, blocks: [.init([.init([line])])])
    let scaled = page.scaled(toWidth: 300, height: 400)
    #expect(scaled.width == 300 && scaled.height == 400 && scaled.dpi == 300)
    let larger = RecognizedPage.Box(left: 30, top: 40, right: 90, bottom: 48)
    #expect(scaled.lines.map(\.box) == [larger])
    #expect(scaled.words.map(\.box) == [larger])
    #expect(scaled.lines[0].baseline == .init(x1: 30, y1: 46, x2: 90, y2: 48))
    #expect(page.scaled(toWidth: 100, height: 200) == page)
  }
}
