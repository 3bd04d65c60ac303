import ConverterCore

/// Where notes below a table begin.
///
/// Only what is sure to be no row of the table is a footer: rows of empty cells at the end, and lines that were not
/// divided, or hold one text in the first cell, below an empty row or recognisable by their words. A row of totals
/// is as wide as the table and stays in it.
struct FooterGuess {
  /// The first row that is not the table's.
  let firstRow: Int
  let confidence: Double

  private static let mostRows = 40

  /// - Parameters:
  ///   - facts: of the end of the file.
  ///   - first: the first row that may belong to the footer.
  ///   - isSheet: whether the file was a sheet once.
  init?(_ facts: RowFacts, after first: Int, isSheet: Bool) {
    guard facts.width > 1, facts.count == facts.rows.count else { return nil }
    var start = facts.count
    var notes = 0
    while start > first, notes < Self.mostRows {
      let isBlank = facts.isBlank(start - 1)
      guard isBlank || Self.isNote(start - 1, facts) else { break }
      if !isBlank { notes += 1 }
      start -= 1
    }
    guard notes < Self.mostRows, start < facts.count else { return nil }
    let body = first..<max(first, start)
    if notes == 0 {
      // Lines without a byte are no rows anyway; a last row without a value may be meant.
      let empty = (start..<facts.count).count { facts.rows.width($0) > 1 }
      guard !body.isEmpty, empty >= (isSheet ? 1 : facts.width > 2 ? 3 : 8) else { return nil }
      (firstRow, confidence) = (start, 0.95)
      return
    }
    // Where rows of the table look alike there is no telling, nor where there are hardly any.
    let full = body.filter { !facts.isBlank($0) }
    let areLines = (start..<facts.count).allSatisfy {
      facts.isBlank($0) || facts.rows.width($0) == 1
    }
    guard full.count >= 2,
      full.allSatisfy({ areLines ? facts.rows.width($0) > 1 : facts.filled($0) > 1 })
    else { return nil }
    if facts.isBlank(start) {
      (firstRow, confidence) = (start, 0.85)
      return
    }
    // Without an empty row above: from the first row on that says itself that it is a note.
    let rest = start..<facts.count
    guard
      let row = rest.first(where: { row in
        row > start && facts.isBlank(row - 1) || Self.isOutspoken(row, facts)
      })
    else { return nil }
    (firstRow, confidence) = (row, 0.7)
  }

  private static func isNote(_ row: Int, _ facts: RowFacts) -> Bool {
    guard facts.filled(row) == 1, let first = facts.types[row].first, !first.isData,
      first != .empty
    else { return false }
    return facts.rows.width(row) == 1 || facts.width > 2
  }

  private static let words = [
    "note", "source", "total rows", "generated", "copyright", "end of", "quelle", "hinweis",
    "anmerkung", "fonte", "fuente",
  ].map { Array($0.utf8) }

  /// Whether an undivided line reads like a note.
  private static func isOutspoken(_ row: Int, _ facts: RowFacts) -> Bool {
    guard let cell = facts.rows.row(row).first else { return false }
    let text = facts.rows.content(cell)
    guard let first = text.first else { return false }
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "#") || text.has("©") {
      return true
    }
    let beginning = text.prefix(16).array.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if words.contains(where: { beginning.starts(with: $0) }) { return true }
    // A sentence in a table of several columns.
    let blanks = text.count { $0 == 0x20 }
    return facts.rows.width(row) == 1 && facts.width > 2 && blanks >= 2
  }
}
