import ConverterCore

/// What cells are beyond doubt speaks for a delimiter, and against one that would cut them.
extension DelimiterContest {
  /// The reading whose cells hold the marks of the best one as parts of numbers, times and addresses, but whose own
  /// marks those of the best do not.
  ///
  /// In `1000 586,19 12:30` commas and colons belong to the cells that blanks divide. In `2020-01-01 10:00,5` the
  /// blank belongs to the first cell.
  func explaining(_ best: Score, among scores: [Score]) -> Score? {
    scores.first { other in
      other.marks.delimiter != best.marks.delimiter && other.value > 0 && other.shape.width > 1
        && other.shape.share >= 0.95 && other.shape.agreeing >= 2
        && holds(best.marks.delimiter, in: other) && !holds(other.marks.delimiter, in: best)
    }
  }

  /// Whether a mark, wherever it stands in the rows of a reading, is part of what a cell is.
  private func holds(_ mark: UInt8, in score: Score) -> Bool {
    let rows = sample(score.marks)
    var (held, cells) = (0, 0)
    for index in 0..<rows.count where rows.width(index) == score.shape.width {
      for cell in rows.row(index) where rows.content(cell).contains(mark) {
        cells += 1
        if cell.isQuoted || CellPattern(rows.content(cell)).holds(mark) { held += 1 }
      }
    }
    return cells > 0 && held * 20 >= cells * 19
  }

  /// Whether the columns are of kinds that no single value is made of, as times and dates are.
  func hasKindsOfItsOwn(_ score: Score) -> Bool {
    let rows = sample(score.marks)
    let width = min(score.shape.width, 64)
    var kinds = [[CellPattern: Int]](repeating: [:], count: width)
    var (grouped, all) = (0, 0)
    for index in 0..<rows.count where rows.width(index) == score.shape.width {
      for (column, cell) in rows.row(index).prefix(width).enumerated() {
        let content = rows.content(cell)
        kinds[column][CellPattern(content), default: 0] += 1
        guard column > 0 else { continue }
        all += 1
        if content.prefix(while: { $0 &- 48 < 10 }).count == 3 { grouped += 1 }
      }
    }
    let usual = kinds.map { $0.max { $0.value < $1.value }?.key ?? .other }
    // "2020-01-01 10:30" is one value, and so is "1 234.50".
    if usual == [.date, .time] || grouped == all { return false }
    return Set(usual).count > 1 || usual.allSatisfy { $0 == .decimal } && usual.count > 1
  }
}
