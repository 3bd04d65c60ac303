import CharacterEncodings
import ConverterCore
import TableModel

/// Where in a text the parts of its table are.
struct Layout {
  struct Footer {
    /// Where it begins in the text.
    var start: Int
    let lines: Int
    let confidence: Double
  }

  /// What the end of a file shows.
  struct End {
    var footer: Footer?
    /// Whether the footer is nothing but rows of empty cells.
    var isFooterEmpty = false
    /// Whether there are such rows above it.
    var hasEmptyRows = false

    init() {}

    /// - Parameters:
    ///   - first: the first row that may be below the table.
    ///   - isSheet: whether the file was a sheet once.
    init(of facts: RowFacts, after first: Int, isSheet: Bool) {
      let rows = facts.rows
      var last = rows.count
      if facts.count == rows.count, let guess = FooterGuess(facts, after: first, isSheet: isSheet) {
        last = guess.firstRow
        let start = rows.rowStarts[last]
        footer = Footer(
          start: start, lines: rows.lineEnds(start..<rows.end, endsLine: true),
          confidence: guess.confidence)
        isFooterEmpty = (last..<rows.count).allSatisfy { RowFacts.isBlank(rows, $0) }
      }
      hasEmptyRows = (min(first, last)..<last).contains {
        rows.width($0) > 1 && RowFacts.isBlank(rows, $0)
      }
    }
  }

  let winner: DelimiterContest.Winner
  private let rows: SampleRows
  private let lineEnds: String?
  /// Where the header begins, or the first row.
  private(set) var start: Int
  private(set) var skippedLines: Int
  private(set) var headerLines = 0
  private(set) var rowsStart: Int
  /// The first row that is not the header's, in the sample.
  private(set) var firstDataRow: Int
  private(set) var columns: [Column] = []
  /// Whether it was a sheet once: rows of empty cells then mean nothing.
  let isSheet: Bool
  private let hasEmptyRows: Bool
  private let preambleConfidence: Double
  private let headerConfidence: Double
  private let escapeConfidence: Double
  var end = End()

  init(
    _ facts: RowFacts, said: TableDialect, _ winner: DelimiterContest.Winner,
    _ skipped: SkippedLines, _ sample: Sample
  ) {
    self.winner = winner
    rows = facts.rows
    escapeConfidence = said.escape == nil ? winner.confidence : 1
    lineEnds = sample.lineEnds
    let preamble = PreambleGuess(facts, mayBeNamed: said.headerLines != 0)
    var first = said.skippedLines == nil ? preamble.firstRow : 0
    // Lines without a byte before a table are no rows of it.
    while first < facts.count, facts.isBlank(first), rows.width(first) == 1, facts.width > 1 {
      first += 1
    }
    var header = first..<first
    if let lines = said.headerLines {
      header = first..<Self.rows(of: rows, from: first, lines: lines)
      headerConfidence = 1
    } else {
      let guess = HeaderGuess(facts, from: first)
      header = guess.rows
      // The line right above rows that nothing names: a table loses no names that it may have.
      let isRescued =
        header.isEmpty && said.skippedLines == nil && first > 0 && facts.mayName(first - 1)
      headerConfidence = isRescued ? 1 - guess.confidence : guess.confidence
      if isRescued {
        first -= 1
        header = first..<first + 1
      }
    }
    preambleConfidence =
      said.skippedLines != nil || skipped.separator != nil && first == 0 ? 1 : preamble.confidence
    start = first < rows.count ? rows.rowStarts[first] : rows.end
    skippedLines = skipped.count + rows.lineEnds(skipped.end..<start)
    firstDataRow = header.upperBound
    rowsStart = header.isEmpty ? start : rows.rowEnd(header.upperBound - 1)
    headerLines = header.isEmpty ? 0 : max(1, rows.lineEnds(start..<rowsStart, endsLine: true))
    if header.isEmpty {
      let width = max(winner.width, first < rows.count ? rows.width(first) : 0)
      columns = first < rows.count ? (0..<width).map { Column("\($0 + 1)") } : []
    } else {
      columns = HeaderGuess.columns(header, of: rows)
    }
    isSheet = preamble.hasTitle
    hasEmptyRows =
      !sample.isWhole
      && (firstDataRow..<max(firstDataRow, rows.count)).contains { [rows] in
        rows.width($0) > 1 && RowFacts.isBlank(rows, $0)
      }
  }

  /// The row behind the header that a number of lines makes.
  private static func rows(of sample: SampleRows, from first: Int, lines: Int) -> Int {
    var row = first
    var left = lines
    while left > 0, row < sample.count {
      let range = sample.rowStarts[row]..<sample.rowEnd(row)
      left -= max(1, sample.lineEnds(range))
      row += 1
    }
    return row
  }

  func dialect(_ encoding: EncodingChoice) -> Dialect {
    let marks = winner.marks
    var dialect = Dialect(delimiter: marks.delimiter, quote: marks.quote, escape: marks.escape)
    dialect.doublesQuotes = marks.doublesQuotes
    dialect.skipsSpacesBeforeQuotes = marks.skipsSpacesBeforeQuotes
    dialect.encoding = encoding.charset.isUTF8 ? nil : encoding.charset.name
    dialect.start = start
    dialect.skippedLines = skippedLines
    dialect.headerLines = headerLines
    dialect.rowsStart = rowsStart
    dialect.rowsEnd = end.footer?.start
    dialect.columns = columns
    dialect.dropsEmptyRows = isSheet && columns.count > 1 && (hasEmptyRows || end.hasEmptyRows)
    dialect.findings = findings(encoding)
    return dialect
  }

  // MARK: Findings

  private func findings(_ encoding: EncodingChoice) -> [Finding] {
    // Of nothing nothing is found out.
    if rows.text.isEmpty { return [] }
    var findings = [delimiter, quote]
    if let escape = winner.marks.escape {
      findings.append(
        Finding(
          "escape", Self.name(escape), json: Self.json(escape), confidence: escapeConfidence,
          flag: "--escape"))
    }
    findings += [encoding.finding, header]
    if skippedLines > 0 { findings.append(preamble) }
    if let footer = end.footer {
      findings.append(
        Finding(
          "footer", footer.lines.of("line"), json: .integer(footer.lines),
          confidence: footer.confidence, flag: "--footer-lines"))
    }
    if let lineEnds {
      findings.append(Finding("lineEnds", lineEnds, json: .string(lineEnds), confidence: 1))
    }
    return findings
  }

  private var delimiter: Finding {
    let byte = winner.marks.delimiter
    return winner.width > 1
      ? Finding(
        "delimiter", Self.name(byte), json: Self.json(byte), confidence: winner.confidence,
        flag: "--delimiter")
      : Finding(
        "delimiter", "none, one column", json: .null, confidence: winner.confidence,
        flag: "--delimiter")
  }

  private var quote: Finding {
    let byte = winner.marks.quote
    return Finding(
      "quote", byte.map(Self.name) ?? "none", json: byte.map(Self.json) ?? .null,
      confidence: winner.quoteConfidence, flag: "--quote")
  }

  private var header: Finding {
    Finding(
      "header", headerLines == 0 ? "none" : headerLines.of("line"), json: .integer(headerLines),
      confidence: headerConfidence, flag: headerLines == 0 ? "--header" : "--no-header")
  }

  private var preamble: Finding {
    Finding(
      "preamble", skippedLines.of("line"), json: .integer(skippedLines),
      confidence: preambleConfidence, flag: "--skip-lines")
  }

  private static func json(_ byte: UInt8) -> JSONValue {
    .string(String(decoding: [byte], as: UTF8.self))
  }

  /// A mark as people call it.
  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case 0x09: "tab"
    case UInt8(ascii: "|"): "bar"
    case UInt8(ascii: ":"): "colon"
    case UInt8(ascii: "^"): "caret"
    case UInt8(ascii: "~"): "tilde"
    case 0x20: "space"
    case 0x1F: "unit separator"
    case UInt8(ascii: "\""): "double quote"
    case UInt8(ascii: "'"): "single quote"
    case UInt8(ascii: "\\"): "backslash"
    case 0x21..<0x7F: String(decoding: [byte], as: UTF8.self)
    default: "byte \(byte)"
    }
  }
}
