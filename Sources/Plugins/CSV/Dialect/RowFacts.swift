/// What each row of a sample looks like, as far as header, preamble and footer need it.
struct RowFacts {
  let rows: SampleRows
  /// The usual number of cells.
  let width: Int
  private(set) var types: [[CellType]] = []

  /// Columns past these say nothing new of a row.
  private static let mostColumns = 256
  private static let mostCells = 12_000

  init(_ rows: SampleRows, width: Int) {
    self.rows = rows
    self.width = width
    var cells = 0
    for index in 0..<rows.count {
      guard cells < Self.mostCells || index < 64 else { break }
      let row = rows.row(index).prefix(Self.mostColumns).map { rows.type($0) }
      cells += row.count
      types.append(row)
    }
  }

  var count: Int { types.count }

  /// Whether no cell has a byte.
  func isBlank(_ index: Int) -> Bool { Self.isBlank(rows, index) }

  static func isBlank(_ rows: SampleRows, _ index: Int) -> Bool {
    rows.row(index).allSatisfy { rows.content($0).isEmpty }
  }

  /// How many cells hold something.
  func filled(_ index: Int) -> Int { types[index].count { $0 != .empty } }

  func isComment(_ index: Int) -> Bool {
    guard let first = rows.row(index).first, first.start < first.end else { return false }
    return rows.text[first.start] == UInt8(ascii: "#")
  }

  /// Whether a row stands outside of a table: a title, a note, an empty row, a comment.
  func isAside(_ index: Int) -> Bool {
    if isBlank(index) { return true }
    guard width > 1 else { return isComment(index) }
    let cells = rows.width(index)
    if isComment(index), cells != width || isRemark(index) { return true }
    let filled = filled(index)
    if cells * 2 <= width, cells < width { return filled <= max(1, cells) && hasWords(index) }
    // A title in the first cell, or a word and its value, with empty cells up to the table's width.
    guard filled <= max(1, width / 4), cells > 2 || cells < width else { return false }
    return types[index].first != .empty && hasWords(index)
  }

  /// Whether a comment that has as many cells as the table is followed by another one, or by names.
  private func isRemark(_ index: Int) -> Bool {
    let text = rows.text
    let start = rows.rowStarts[index]
    guard start + 1 < text.count, text[start + 1] == 0x20, index + 2 < count else { return false }
    return isComment(index + 1) || isNaming(index + 1) && !isNaming(index + 2)
  }

  private func hasWords(_ index: Int) -> Bool {
    guard let first = types[index].first else { return false }
    return first == .text || first == .code && types[index].count == 1
  }

  /// Whether a row reads like names of columns.
  func isNaming(_ index: Int) -> Bool {
    let filled = types[index].filter { $0 != .empty }
    guard filled.count >= min(2, width) else { return false }
    return filled.allSatisfy { !$0.isData }
  }

  /// Whether a row of several cells may name the columns of a table that has no names otherwise.
  func mayName(_ index: Int) -> Bool {
    rows.width(index) > 1 && filled(index) == rows.width(index) && !isComment(index)
      && !isSentence(index) && types[index].allSatisfy { !$0.isData }
  }

  /// Whether a row is a sentence, divided at its commas: each cell but the first begins with a blank, unlike those
  /// of the table.
  func isSentence(_ index: Int) -> Bool {
    let cells = rows.row(index)
    guard cells.count > 1, !cells.contains(where: \.isQuoted) else { return false }
    return cells.dropFirst().allSatisfy { startsWithBlank($0) }
      && !(index + 1..<min(count, index + 20)).contains { row in
        rows.width(row) == cells.count
          && rows.row(row).dropFirst().allSatisfy { startsWithBlank($0) }
      }
  }

  private func startsWithBlank(_ cell: SampleRows.CellPlace) -> Bool {
    cell.start + 1 < cell.end && rows.text[cell.start] == 0x20
  }
}
