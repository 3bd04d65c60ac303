/// How many rows of a sample stand before its table: titles, comments, words about the file, empty rows.
struct PreambleGuess {
  /// The first row of the table, which may be its header.
  let firstRow: Int
  /// 0…1.
  let confidence: Double

  /// Whether words stand before the table, as they do in what is exported from a sheet.
  let hasTitle: Bool

  /// A table begins within so many rows.
  private static let mostRows = 400

  /// - Parameter mayBeNamed: whether the table may have a header.
  init(_ facts: RowFacts, mayBeNamed: Bool) {
    let limit = min(facts.count, Self.mostRows)
    guard let first = (0..<limit).first(where: { !facts.isAside($0) }), first > 0 else {
      (firstRow, confidence) = (0, 0.95)
      hasTitle = false
      return
    }
    // Empty rows and comments are never part of a table's beginning.
    let safe = (0..<first).first { !facts.isBlank($0) && !facts.isComment($0) } ?? first
    let isNamed = mayBeNamed && facts.isNaming(first)
    let later = min(facts.count, first + 300)
    let body = first + 1..<max(first + 1, later)
    let asides = body.count { !facts.isBlank($0) && facts.isAside($0) }
    // A row of one short cell above a full table is a title; among many such rows only names tell.
    let isUnusual = asides * 10 <= body.count
    let isShort = (safe..<first).allSatisfy {
      facts.isBlank($0) || facts.rows.width($0) < facts.width
    }
    if safe == first {
      (firstRow, confidence) = (first, 0.95)
    } else if isNamed || isShort && isUnusual && facts.width > 2
      || isShort && isBlankAbove(first, facts)
    {
      (firstRow, confidence) = (first, isNamed && isUnusual ? 0.9 : 0.7)
    } else {
      (firstRow, confidence) = (safe, 0.6)
    }
    hasTitle = firstRow > safe

    func isBlankAbove(_ row: Int, _ facts: RowFacts) -> Bool { facts.isBlank(row - 1) }
  }
}
