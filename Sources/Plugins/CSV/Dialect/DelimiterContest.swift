import ConverterCore

/// Which marks divide a text into the cleanest table.
///
/// Each candidate reads the sample. It scores by the share of rows that have the commonest number of cells, not by
/// all of them, so that a bad row costs little; by how clean its cells are (numbers, dates, words, and not half a
/// quote or another delimiter); and by how usual it is. The idea is that of van den Burg, Nazábal and Sutton,
/// "Wrangling Messy CSV Files by Detecting Row and Type Patterns" (2019).
struct DelimiterContest {
  /// What the user and the name of the file say.
  struct Hints {
    var delimiter: UInt8?
    /// Outer `nil` where it is to be guessed.
    var quote: UInt8??
    var escape: UInt8??
    /// A delimiter that the type of the file speaks for.
    var likely: UInt8?
  }

  struct Winner {
    var marks: Marks
    /// The commonest number of cells; 1 where nothing divides the text.
    var width: Int
    /// 0…1.
    var confidence: Double
    var quoteConfidence: Double
    /// Whether a quoted cell goes on to the end of what can be looked at, so that more of the text may show
    /// something else.
    var isCut = false
  }

  struct Score {
    let marks: Marks
    let quotes: SampleRows.QuoteUse
    let shape: Shape
    var value: Double
    /// Whether quotes leave a cell open at the end.
    var isCut = false
  }

  private let text: [UInt8]
  private let start: Int
  private let limit: Int
  private let distant: DistantQuotes
  private let isWhole: Bool
  private let hints: Hints

  /// More rows than these say nothing new.
  private static let mostRows = 2000
  private static let quote = UInt8(ascii: "\"")

  /// - Parameters:
  ///   - limit: where what decides ends; a row that begins before it is read to its end.
  ///   - isWhole: whether nothing follows the text.
  init(
    _ text: [UInt8], from start: Int, upTo limit: Int, isWhole: Bool,
    hints: Hints
  ) {
    self.text = text
    self.start = start
    self.limit = min(text.count, max(start, limit))
    distant = DistantQuotes(text)
    self.isWhole = isWhole
    self.hints = hints
  }

  func winner() -> Winner {
    let quoted = Quoted(text[start..<limit], Self.quote)
    let close =
      quoted.isOpenAtEnd && limit < text.count
      ? distant.close(from: limit, Marks(delimiter: 0, quote: Self.quote)) : nil
    let scores =
      (hints.delimiter.map { [$0] } ?? candidates(quoted, behind: close)).map { best($0) }
    var winner: Winner
    if hints.delimiter != nil, let only = scores.first {
      winner = self.winner(only, 1)
    } else {
      winner = choose(among: scores.sorted { $0.value > $1.value })
    }
    winner.isCut =
      scores.contains { $0.isCut } || hints.quote == nil && quoted.isOpenAtEnd && close == nil
    return winner
  }

  /// - Parameter scores: the best first.
  private func choose(among scores: [Score]) -> Winner {
    guard let first = scores.first, first.value > Self.least else {
      return scores.lazy.compactMap(promised).first ?? single()
    }
    let best = explaining(first, among: scores) ?? first
    // "10:30:00" is one value.
    if !Self.isUsual(best.marks.delimiter), best.quotes.opened == 0, hasLinesOfData,
      !hasKindsOfItsOwn(best)
    {
      return single()
    }
    let others = scores.filter { $0.marks.delimiter != best.marks.delimiter }.map(\.value)
    let second = min(best.value, max(others.max() ?? 0, Self.least / 2))
    // Few rows say little, and so do rows that do not agree.
    let rows = Double(best.shape.rows)
    let margin = 1 - second / best.value
    let confidence =
      (0.5 + 0.5 * margin) * (0.6 + 0.4 * best.shape.share) * (1 - 0.3 / (rows + 0.5))
    return winner(best, min(0.99, max(0.1, confidence)))
  }

  /// What the file's name promises divides its first row and most others, though each into another number.
  private func promised(_ score: Score) -> Winner? {
    guard score.marks.delimiter == hints.likely, score.shape.presence > 0.5,
      score.shape.rows >= 3
    else { return nil }
    let first = SampleRows(text, from: start, marks: score.marks, isWhole: isWhole, mostRows: 1)
    return first.count > 0 && first.width(0) > 1 ? winner(score, 0.3) : nil
  }

  private func winner(_ score: Score, _ confidence: Double) -> Winner {
    let use = score.quotes
    let quoteConfidence =
      use.opened == 0
      ? 0.9 : 0.99 - 0.5 * Double(min(use.malformed, use.opened)) / Double(use.opened)
    return Winner(
      marks: score.marks, width: max(1, score.shape.width), confidence: confidence,
      quoteConfidence: hints.quote != nil
        ? 1 : score.marks.quote == nil ? 0.7 : quoteConfidence)
  }

  // MARK: Candidates

  /// How usual a delimiter is; `nil` for what divides no table.
  static func prior(_ delimiter: UInt8) -> Double? {
    switch delimiter {
    case UInt8(ascii: ","), UInt8(ascii: ";"), 0x09: 1
    case UInt8(ascii: "|"), 0x1F, 0x01: 0.97
    case UInt8(ascii: "^"), UInt8(ascii: "~"), 0x1E, 0x1C, 0x1D, 0x02: 0.9
    case UInt8(ascii: ":"), UInt8(ascii: "!"): 0.6
    case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "*"):
      0.45
    case 0x20: 0.5
    default: nil
    }
  }

  static func isUsual(_ delimiter: UInt8) -> Bool { (prior(delimiter) ?? 0) >= 0.9 }

  /// Below it, lines are cells.
  private static let least = 0.22

  /// - Parameter close: the quote that closes a cell that goes on behind the limit: what follows it may be where
  ///   the delimiter first shows.
  private func candidates(_ quoted: Quoted, behind close: Int?) -> [UInt8] {
    var census = [Int](repeating: 0, count: 256)
    for byte in text[start..<limit] { census[Int(byte)] += 1 }
    let single = Quoted(text[start..<limit], UInt8(ascii: "'"))
    let lines = max(1, min(census[0x0A] + census[0x0D], quoted.linesOutside, single.linesOutside))
    if let close {
      for byte in text[close..<min(text.count, close + 1024)] { census[Int(byte)] += 1 }
    }
    return (0..<0x80).map { UInt8($0) }.filter { byte in
      // What fewer than every fourth line has divides few of them.
      Self.prior(byte) != nil && census[Int(byte)] * 4 >= lines
    }
  }

  /// Where a text is between quotes.
  ///
  /// Whatever may stand between cells is before a quote that opens, so that one within a word does not count.
  private struct Quoted {
    private(set) var linesOutside = 0
    private(set) var isOpenAtEnd = false

    init(_ text: ArraySlice<UInt8>, _ quote: UInt8) {
      var previous: UInt8 = 0x0A
      for byte in text {
        if byte == quote {
          isOpenAtEnd = !isOpenAtEnd && (previous == quote || mayEndCell(previous))
        } else if byte == 0x0A || byte == 0x0D, !isOpenAtEnd {
          linesOutside += 1
        }
        previous = byte
      }
    }
  }

  private static func mayEndCell(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D || prior(byte) != nil
  }

  /// Whether whole lines are numbers or dates.
  private var hasLinesOfData: Bool {
    let lines = SampleRows(
      text, from: start, marks: Marks(delimiter: 0x0A, quote: nil, skipsEmptyLines: false),
      isWhole: isWhole, mostRows: 200, upTo: limit)
    let types = (0..<lines.count).compactMap { lines.row($0).first.map(lines.type) }
    let filled = types.filter { $0 != .empty }
    return filled.count { $0.isData } * 10 >= (filled.count - 1) * 9 && filled.count > 1
  }

  /// What text seldom has: the tab, separators, other control characters.
  private static let rare: [UInt8] =
    [0x09, 0x1F, 0x1E, 0x1D, 0x1C] + (0x01...0x08) + (0x0E...0x1B) + [0x0B, 0x0C, 0x7F]

  /// A text that nothing divides, with a delimiter that it does not have.
  private func single() -> Winner {
    let likely = hints.likely ?? UInt8(ascii: ",")
    var isThere = [Bool](repeating: false, count: 256)
    for byte in text[start..<limit] { isThere[Int(byte)] = true }
    // A comma in few lines belongs to their text; what text never has divides none of them.
    let absent = ([likely, UInt8(ascii: ","), UInt8(ascii: ";")] + Self.rare).first {
      !isThere[Int($0)]
    }
    let delimiter = absent ?? 0x1F
    let score = best(delimiter)
    return Winner(
      marks: score.marks, width: 1, confidence: absent == likely ? 0.6 : 0.4,
      quoteConfidence: hints.quote == nil ? 0.7 : 1)
  }

  // MARK: Quotes

  /// The best reading with a delimiter.
  private func best(_ delimiter: UInt8) -> Score {
    let (quoted, isCut) = withQuotes(delimiter)
    var best = withSpaces(withEscape(quoted))
    // What is seldom a delimiter stands before many a quote that opens nothing.
    best.isCut = isCut && Self.isUsual(delimiter)
    return best
  }

  private func withQuotes(_ delimiter: UInt8) -> (Score, isCut: Bool) {
    var escape: UInt8?
    if case .some(let given) = hints.escape { escape = given }
    func marks(_ quote: UInt8?) -> Marks {
      Marks(delimiter: delimiter, quote: quote, escape: escape, skipsEmptyLines: false)
    }
    if case .some(let quote) = hints.quote {
      let only = score(marks(quote))
      return (only, only.quotes.isOpenAtEnd)
    }
    let double = score(marks(Self.quote))
    return (withQuotes(double, without: marks(nil)), double.quotes.isOpenAtEnd)
  }

  /// The best of a reading with double quotes, of one with single quotes, and of one without any.
  private func withQuotes(_ double: Score, without marks: Marks) -> Score {
    let isDoubtful = double.quotes.malformed * 2 > double.quotes.opened
    if double.quotes.opened == 0 || isDoubtful, let single = singleQuoted(marks, against: double) {
      return single
    }
    // An escape may be what makes them look bad.
    let use = double.quotes
    guard use.malformed * 2 > use.opened, withEscape(double).marks.escape == nil else {
      return double
    }
    var none = score(marks)
    let isBetter = none.value >= double.value * 0.9
    // It leaves quotes unexplained that go around lines and delimiters, which another delimiter may explain.
    if use.needed > 0 { none.value *= 0.8 }
    return isBetter ? none : double
  }

  /// A reading with single quotes, where they clearly quote.
  private func singleQuoted(_ marks: Marks, against double: Score) -> Score? {
    guard marks.delimiter != Self.apostrophe else { return nil }
    let single = withEscape(score(with(marks) { $0.quote = Self.apostrophe }))
    let use = single.quotes
    guard double.quotes.opened == 0 || single.shape.share > double.shape.share else { return nil }
    // An apostrophe quotes where it stands twice within a pair, or where without it rows would be cut.
    let isClear =
      use.opened > 0 && use.malformed == 0
      && (use.inner > 0 || use.needed > 0 && single.shape.share > double.shape.share)
    // So it does where pairs of them are around many cells, and none is half a pair.
    let isUsed = use.opened >= 2 && use.malformed * 20 <= use.opened
    let isMuch = use.needed > 0 || use.opened * 2 >= single.shape.textCells
    return isClear || isUsed && isMuch ? single : nil
  }

  private static let apostrophe = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")

  private func withEscape(_ plain: Score) -> Score {
    guard hints.escape == nil, plain.marks.delimiter != Self.backslash, hasEscapes(plain.marks)
    else { return plain }
    let escaped = score(with(plain.marks) { $0.escape = Self.backslash })
    let isBetter =
      escaped.quotes.malformed < plain.quotes.malformed
      ? escaped.shape.agreeing >= plain.shape.agreeing || escaped.value >= plain.value
      : escaped.quotes.malformed == plain.quotes.malformed
        && escaped.shape.share > plain.shape.share
    return isBetter ? escaped : plain
  }

  /// Whether a backslash stands before a mark.
  private func hasEscapes(_ marks: Marks) -> Bool {
    var after = false
    for byte in text[start..<limit] {
      if after, byte == marks.delimiter || byte == marks.quote { return true }
      after = byte == Self.backslash
    }
    return false
  }

  /// Blanks between a delimiter and a quote do not count where otherwise cells would be cut within quotes.
  private func withSpaces(_ plain: Score) -> Score {
    guard plain.quotes.spaced > 0, plain.marks.delimiter != 0x20 else { return plain }
    let spaced = score(with(plain.marks) { $0.skipsSpacesBeforeQuotes = true })
    let isBetter =
      spaced.quotes.needed > plain.quotes.needed && spaced.shape.share >= plain.shape.share
      && spaced.quotes.malformed <= plain.quotes.malformed
    return isBetter ? spaced : plain
  }

  private func with(_ marks: Marks, _ change: (inout Marks) -> Void) -> Marks {
    var marks = marks
    change(&marks)
    return marks
  }

  // MARK: Scores

  /// Whether a mark that is part of many texts divides this one: each line in the same manner, and cells are
  /// quoted, numbers or dates, or far too many for chance.
  private func isConvincing(
    _ delimiter: UInt8, _ shape: Shape, _ use: SampleRows.QuoteUse
  ) -> Bool {
    guard shape.share >= 0.9, shape.agreeing >= 2, shape.cleanness > 0.6 else { return false }
    if use.opened >= 2, use.malformed == 0 { return true }
    // Words stand between blanks, and times and what is named between colons, in any text.
    let isCommon = delimiter == 0x20 || delimiter == UInt8(ascii: ":")
    if isCommon {
      return shape.dataColumns > 0
        && (shape.dataColumns * 3 >= shape.width || shape.share == 1 && shape.agreeing >= 5)
        || shape.share == 1 && shape.agreeing >= 10 && shape.width > 2
    }
    return shape.dataColumns > 0 || shape.width >= 4 && shape.agreeing >= 4
  }

  /// The rows that decide, as marks divide them.
  func sample(_ marks: Marks) -> SampleRows {
    SampleRows(
      text, from: start, marks: marks, isWhole: isWhole, mostRows: Self.mostRows,
      upTo: limit, distant)
  }

  private func score(_ marks: Marks) -> Score {
    let rows = sample(marks)
    let shape = Shape(rows)
    var prior = Self.prior(marks.delimiter) ?? 0.3
    // Hardly any text has pairs of quotes around what stands between such marks by chance.
    if rows.quotes.opened >= 2, rows.quotes.malformed == 0, shape.share >= 0.95 {
      prior = max(prior, 0.85)
    }
    var value = shape.share * shape.share * shape.breadth * shape.cleanness * prior
    if let likely = hints.likely, likely == marks.delimiter { value *= 1.1 }
    // Unclosed and half quotes take rows with them.
    let use = rows.quotes
    if use.opened > 0 { value *= 1 - 0.5 * Double(use.malformed) / Double(use.opened) }
    if !Self.isUsual(marks.delimiter), !isConvincing(marks.delimiter, shape, use) { value = 0 }
    if Self.isUsual(marks.delimiter), shape.width > 1, shape.presence >= 0.7 {
      value = max(value, 0.25 * shape.presence * shape.cleanness)
    }
    return Score(marks: marks, quotes: rows.quotes, shape: shape, value: value)
  }
}
