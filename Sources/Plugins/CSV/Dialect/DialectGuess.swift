import CharacterEncodings
import ConverterCore
import TableModel

/// Finds out how a text is a table, from its beginning and its end.
struct DialectGuess {
  private let input: InputFile
  private let type: ContentType.ID
  private let context: ConversionContext
  private let said: ReadingOptions.Dialect
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

  private func dialect(of source: any TextSource) throws(ConversionError) -> Dialect {
    var size = Sample.usualBytes
    while true {
      let sample = try Sample(input, encoding.charset, bytes: size)
      if let dialect = try dialect(of: sample, source, isLast: size >= Sample.mostBytes) {
        return dialect
      }
      size *= 8
    }
  }

  /// - Parameter isLast: whether no larger sample can be had.
  /// - Returns: `nil` where the sample has too few rows.
  private func dialect(
    of sample: Sample, _ source: any TextSource, isLast: Bool
  ) throws(ConversionError) -> Dialect? {
    try sample.text.withUnsafeBufferPointer { text throws(ConversionError) -> Dialect? in
      let skipped = SkippedLines(text, from: sample.start, said: said)
      let hints = DelimiterContest.Hints(said, type: type, separator: skipped.separator)
      let contest = DelimiterContest(
        text, from: skipped.end, isWhole: sample.isWhole, hints: hints)
      let winner = contest.winner()
      var rows = SampleRows(
        text, from: skipped.end, marks: winner.marks, isWhole: sample.isWhole)
      if rows.count < 4, !sample.isWhole {
        guard isLast else { return nil }
        // A row that is larger than any sample: what there is of it.
        if rows.count == 0 {
          rows = SampleRows(text, from: skipped.end, marks: winner.marks, isWhole: true)
        }
      }
      let facts = RowFacts(rows, width: winner.width)
      var layout = Layout(facts, said: said, winner, skipped, sample)
      if let tail = try footer(layout, sample, facts, source) { layout.footer = tail }
      let dialect = layout.dialect(encoding, separator: skipped.separator)
      note(layout, dialect)
      return dialect
    }
  }

  // MARK: Footer

  private func footer(
    _ layout: Layout, _ sample: Sample, _ facts: RowFacts, _ source: any TextSource
  ) throws(ConversionError) -> Layout.Footer? {
    if let lines = said.footerLines {
      guard lines > 0 else { return nil }
      let end = try LastLines(lines).start(in: source, of: input)
      return Layout.Footer(start: max(end, layout.rowsStart), lines: lines, confidence: 1)
    }
    if sample.isWhole {
      guard let guess = FooterGuess(facts, after: layout.firstDataRow - 1) else { return nil }
      let start = facts.rows.rowStarts[guess.firstRow]
      return Layout.Footer(
        start: start, lines: facts.rows.lineEnds(start..<facts.rows.end, endsLine: true),
        confidence: guess.confidence)
    }
    return try distantFooter(layout, source)
  }

  /// From the end of a file that is larger than the sample.
  private func distantFooter(
    _ layout: Layout, _ source: any TextSource
  ) throws(ConversionError) -> Layout.Footer? {
    guard let tail = try Sample.tail(of: input, encoding.charset) else { return nil }
    let found = tail.text.withUnsafeBufferPointer { text -> (before: Int, lines: Int, Double)? in
      let rows = SampleRows(text, from: tail.start, marks: layout.winner.marks, isWhole: true)
      let facts = RowFacts(rows, width: layout.winner.width)
      // In the middle of a quoted cell everything looks like a note.
      let agreeing = (0..<rows.count).count { rows.width($0) == layout.winner.width }
      guard rows.count > 4, agreeing * 4 >= rows.count * 3,
        let guess = FooterGuess(facts, after: 0)
      else { return nil }
      let start = rows.rowStarts[guess.firstRow]
      return (
        text.count - start, rows.lineEnds(start..<rows.end, endsLine: true), guess.confidence
      )
    }
    guard let (before, lines, confidence) = found else { return nil }
    var end = input.byteCount
    if !encoding.charset.isUTF8 {
      // Where the text ends is known only when all of it was read.
      guard input.byteCount <= Self.mostRead else { return nil }
      end = try LastLines.length(of: source)
    }
    return Layout.Footer(start: end - before, lines: lines, confidence: confidence)
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
    if let footer = layout.footer {
      context.note(
        "footer", .dropped,
        why: "the last \(footer.lines == 1 ? "line stands" : "\(footer.lines) lines stand") below the table")
    }
  }
}
