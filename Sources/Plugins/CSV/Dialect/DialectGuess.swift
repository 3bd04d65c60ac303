import CharacterEncodings
import ConverterCore
import TableModel

/// Finds out how a text is a table, from its beginning and its end.
struct DialectGuess {
  private let input: InputFile
  private let type: ContentType.ID
  private let context: ConversionContext
  private let said: TableDialect
  private let encoding: EncodingChoice

  /// - Returns: the dialect, and the text that its offsets count in.
  /// - Throws: `usage` for marks and encodings that cannot be; `readFailed`.
  static func guess(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> (Dialect, any TextSource) {
    let guess = try DialectGuess(input, type: type, in: context)
    let charset = guess.encoding.charset
    let source: any TextSource =
      charset.isUTF8
      ? PlainText(input: input) : TranscodedText(input, charset, in: context)
    return (try guess.dialect(of: source), source)
  }

  private init(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.type = type
    self.context = context
    said = context.reading.dialect
    try said.check()
    encoding = try EncodingChoice(of: input, said: context.reading.encoding)
  }

  private enum Attempt {
    case found(Dialect)
    /// The sample has too few rows.
    case tooShort
    /// A quoted cell goes on to its end, and may end further on.
    case cut
  }

  private func dialect(of source: any TextSource) throws(ConversionError) -> Dialect {
    var size = Sample.usualBytes
    // Where nothing ends it in the largest sample, the quote that opens it is text, and the usual one will do.
    var mayBeCut = true
    while true {
      let sample = try Sample(input, encoding.charset, bytes: size)
      let isLast = size >= Sample.mostBytes || sample.isWhole
      switch try attempt(sample, source, isLast: isLast, mayBeCut: mayBeCut) {
      case .found(let dialect): return dialect
      case .cut where isLast: (size, mayBeCut) = (Sample.usualBytes, false)
      case .tooShort, .cut: size *= 8
      }
    }
  }

  /// - Parameter isLast: whether no larger sample can be had.
  private func attempt(
    _ sample: Sample, _ source: any TextSource, isLast: Bool, mayBeCut: Bool
  ) throws(ConversionError) -> Attempt {
    let text = sample.text
    var said = self.said
    let skipped = SkippedLines(text, from: sample.start, said: said)
    if sample.isWhole { try said.check(against: text, skipped) }
    let hints = DelimiterContest.Hints(said, type: type, separator: skipped.separator)
    let winner = contest(text, from: skipped.end, sample, hints).winner()
    let isUsual = sample.isWhole && text.count <= Sample.usualBytes
    if winner.isCut, mayBeCut, !isUsual { return .cut }
    var rows = SampleRows(text, from: skipped.end, marks: winner.marks, isWhole: sample.isWhole)
    if rows.count < 4, !sample.isWhole {
      guard isLast else { return .tooShort }
      if rows.count == 0 {
        // A row that is larger than any sample: it is one of the table's, since its end is not known.
        rows = SampleRows(text, from: skipped.end, marks: winner.marks, isWhole: true)
        said.headerLines = 0
      }
    }
    let facts = RowFacts(rows, width: winner.width)
    var layout = Layout(facts, said: said, winner, skipped, sample)
    layout.end = try end(layout, sample, facts, source)
    var dialect = layout.dialect(encoding)
    dialect.dropsEmptyRows = try dropsEmptyRows(usually: dialect.dropsEmptyRows)
    note(layout, dialect)
    return .found(dialect)
  }

  /// Half of the usual sample decides on the marks, if it has lines enough: each candidate reads all of it.
  private func contest(
    _ text: [UInt8], from start: Int, _ sample: Sample,
    _ hints: DelimiterContest.Hints
  ) -> DelimiterContest {
    let half = Sample.usualBytes / 2
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    if text.count > half, start < half, text[start..<half].count(where: isLineEnd) >= 100 {
      return DelimiterContest(
        text, from: start, upTo: half, isWhole: sample.isWhole, hints: hints)
    }
    if !sample.isWhole, text.count > half, start < half, !text[start...].contains(where: isLineEnd)
    {
      // Part of a very long row.
      let part = Array(text[..<half])
      return DelimiterContest(part, from: start, upTo: half, isWhole: true, hints: hints)
    }
    return DelimiterContest(
      text, from: start, upTo: start + Sample.usualBytes, isWhole: sample.isWhole, hints: hints)
  }

  /// Whether rows of empty cells are left out.
  private func dropsEmptyRows(usually isUsual: Bool) throws(ConversionError) -> Bool {
    switch try context.reading.value(of: CSVReader.emptyRows) {
    case "drop": true
    case "keep": false
    // Where nothing odd may pass, they are rows of the table.
    default: isUsual && !context.reading.isStrict
    }
  }

  // MARK: The end

  private func end(
    _ layout: Layout, _ sample: Sample, _ facts: RowFacts, _ source: any TextSource
  ) throws(ConversionError) -> Layout.End {
    var end =
      sample.isWhole
      ? Layout.End(of: facts, after: layout.firstDataRow, isSheet: layout.isSheet)
      : try distantEnd(layout, source)
    if let lines = said.footerLines {
      end.footer = nil
      guard lines > 0 else { return end }
      let start = try LastLines(lines).start(in: source, of: input)
      end.footer = Layout.Footer(start: max(start, layout.rowsStart), lines: lines, confidence: 1)
    } else if end.isFooterEmpty, try !dropsEmptyRows(usually: true) {
      end.footer = nil
    }
    return end
  }

  /// Of a file that is larger than the sample.
  private func distantEnd(
    _ layout: Layout, _ source: any TextSource
  ) throws(ConversionError) -> Layout.End {
    guard let tail = try Sample.tail(of: input, encoding.charset) else { return Layout.End() }
    let rows = SampleRows(tail.text, from: tail.start, marks: layout.winner.marks, isWhole: true)
    // In the middle of a quoted cell everything looks like a note.
    let agreeing = (0..<rows.count).count { rows.width($0) == layout.winner.width }
    guard rows.count > 4, agreeing * 4 >= rows.count * 3 else { return Layout.End() }
    var end = Layout.End(
      of: RowFacts(rows, width: layout.winner.width), after: 0, isSheet: layout.isSheet)
    guard let footer = end.footer else { return end }
    var length = input.byteCount
    if !encoding.charset.isUTF8 {
      // Where the text ends is known only when all of it was read.
      guard input.byteCount <= Self.mostRead else {
        end.footer = nil
        return end
      }
      length = try LastLines.length(of: source)
    }
    end.footer?.start = length - (tail.text.count - footer.start)
    return end
  }

  /// What may be read whole for a guess: about 50 ms.
  private static let mostRead = 1 << 24

  // MARK: Ledger

  /// Says what is left out.
  private func note(_ layout: Layout, _ dialect: Dialect) {
    let skipped = dialect.skippedLines
    if skipped > 0 {
      context.note(
        "preamble", .dropped,
        why: skipped == 1
          ? "line 1 stands before the table" : "lines 1–\(skipped) stand before the table")
    }
    if let footer = layout.end.footer {
      context.note(
        "footer", .dropped,
        why: footer.lines == 1
          ? "the last line stands below the table"
          : "the last \(footer.lines) lines stand below the table")
    }
  }
}
