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
    let asides = PreambleGuess(asidesOf: facts, mayBeNamed: mayBeNamed)
    if let below = Self.table(below: asides.firstRow, facts, mayBeNamed: mayBeNamed) {
      (firstRow, confidence, hasTitle) = (below, 0.85, true)
    } else {
      self = asides
    }
  }

  /// By rows that no table has: of a single text, empty ones, comments.
  private init(asidesOf facts: RowFacts, mayBeNamed: Bool) {
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
    // A row of one short cell above a full table is a title; among many such rows only names decide.
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

  // MARK: Words with delimiters in them

  /// Rows above a table that the delimiter divides by chance, such as `Made by X, Inc.`
  private static let mostForeignRows = 40

  /// The first row that is as wide as nearly all below it, where those above it are of another width or are
  /// sentences, and it is set apart from them: by an empty row, or because it names columns of numbers.
  ///
  /// - Parameter first: the row that looks like the table's first otherwise.
  private static func table(below first: Int, _ facts: RowFacts, mayBeNamed: Bool) -> Int? {
    guard facts.width > 1 else { return nil }
    var isBelowBlank = false
    var isNarrowSentence = true
    var row = first
    while row < min(facts.count, first + mostForeignRows) {
      defer { row += 1 }
      if facts.isBlank(row) {
        isBelowBlank = row > first
        continue
      }
      let isSentence = facts.isSentence(row)
      if row > first, facts.rows.width(row) == facts.width, !isSentence {
        return isTable(row, facts)
          && (isBelowBlank && (facts.isNaming(row) || !mayBeNamed || isNarrowSentence)
            || mayBeNamed && namesData(row, facts))
          ? row : nil
      }
      // As wide as the table or wider, it is one of its rows unless it reads otherwise.
      let isNarrow = facts.rows.width(row) < facts.width
      guard isSentence || isNarrow else { return nil }
      isNarrowSentence = isNarrowSentence && isSentence && isNarrow
      isBelowBlank = false
    }
    return nil
  }

  /// Whether nearly all rows from one on are as wide as the table.
  private static func isTable(_ row: Int, _ facts: RowFacts) -> Bool {
    let body = (row..<min(facts.count, row + 300)).filter { !facts.isBlank($0) }
    let agreeing = body.count { facts.rows.width($0) == facts.width }
    return agreeing >= 3 && agreeing * 10 >= body.count * 9
  }

  /// Whether a row reads like names, and stands above numbers or dates.
  private static func namesData(_ row: Int, _ facts: RowFacts) -> Bool {
    facts.isNaming(row) && ColumnFacts.all(of: facts, from: row + 1).contains { $0.isData }
  }
}
