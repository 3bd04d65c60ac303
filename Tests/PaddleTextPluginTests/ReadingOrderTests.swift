import RecognizedTextModel
import Testing

@testable import PaddleTextPlugin

/// In which order lines are read.
@Suite struct ReadingOrderTests {
  private func line(_ text: String, _ left: Int, _ top: Int, _ width: Int) -> RecognizedPage.Line {
    let box = RecognizedPage.Box(left: left, top: top, right: left + width, bottom: top + 20)
    return .init(
      [.init(text, box: box)], box: box,
      baseline: .init(
        x1: Double(left), y1: Double(top + 16), x2: Double(left + width), y2: Double(top + 16)))
  }

  private func order(_ lines: [RecognizedPage.Line]) -> [[String]] {
    ReadingOrder.blocks(of: lines).map { block in
      block.paragraphs.flatMap(\.lines).map { $0.words.map(\.text).joined(separator: " ") }
    }
  }

  @Test func linesGoFromTheTopAndTheLeft() {
    #expect(
      order([line("c", 0, 60, 300), line("b", 200, 4, 100), line("a", 0, 0, 100)])
        == [["a b", "c"]])
  }

  @Test func pricesStandBesideTheirGoods() {
    #expect(
      order([
        line("MILK", 0, 0, 200), line("2.00", 500, 2, 60), line("BREAD", 0, 30, 220),
        line("3.50", 500, 31, 60), line("TOTAL", 0, 60, 220), line("5.50", 500, 60, 60),
      ]) == [["MILK 2.00", "BREAD 3.50", "TOTAL 5.50"]])
  }

  @Test func rowsOfACrookedPageStayTogether() {
    // It falls by 30 pixels, as much as from one row to the next.
    func crooked(_ text: String, _ left: Int, _ top: Int, _ width: Int) -> RecognizedPage.Line {
      let fall = Double(width) / 20
      let box = RecognizedPage.Box(
        left: left, top: top + left / 20, right: left + width,
        bottom: top + left / 20 + 20 + Int(fall))
      return .init(
        [.init(text, box: box)], box: box,
        baseline: .init(
          x1: Double(left), y1: Double(box.bottom) - fall, x2: Double(left + width),
          y2: Double(box.bottom)))
    }
    #expect(
      order([
        crooked("MILK", 0, 0, 200), crooked("2.00", 600, 0, 60), crooked("BREAD", 0, 30, 220),
        crooked("3.50", 600, 30, 60),
      ]) == [["MILK 2.00", "BREAD 3.50"]])
  }

  @Test func columnsAreReadOneAfterTheOther() {
    #expect(
      order([
        line("Title", 0, 0, 840), line("a", 0, 40, 400), line("d", 440, 42, 400),
        line("b", 0, 70, 400), line("e", 440, 71, 400), line("c", 0, 100, 400),
        line("f", 440, 100, 400), line("End", 0, 140, 840),
      ]) == [["Title"], ["a", "b", "c"], ["d", "e", "f"], ["End"]])
  }

  @Test func aBaselineReachesOverALine() throws {
    let blocks = ReadingOrder.blocks(of: [line("a", 0, 0, 100), line("b", 200, 4, 100)])
    let joined = try #require(blocks.first?.paragraphs.first?.lines.first)
    #expect(joined.box == .init(left: 0, top: 0, right: 300, bottom: 24))
    #expect(joined.baseline == .init(x1: 0, y1: 16, x2: 300, y2: 20))
  }

  @Test func noLinesAreNoBlocks() { #expect(order([]).isEmpty) }
}
