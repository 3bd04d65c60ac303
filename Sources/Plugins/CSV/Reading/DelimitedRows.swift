import ConverterCore
import TableModel

/// The rows of delimited text, a quarter of a mebibyte a batch.
///
/// Claiming reads text and finds where its last record ends; what stands behind that is put back for the next
/// claim. So a batch always begins and ends with a record, and splitting needs to know nothing else.
final class DelimitedRows: RowSource {
  /// How much is read at a time, if records are not larger.
  static let usualBytes = 1 << 18

  private let scanner: DelimitedScanner
  private let text: RereadableStream
  private let context: ConversionContext
  private let columns: Int
  /// Where the lines of rows are known, and the odd ones wanted.
  private let oddities: RowOddities?
  private let chunk: Int
  let splitter: any RowSplitter
  /// Where the next batch begins.
  private var position: Int
  private(set) var row: Int
  private var line: Int
  private var isAtEnd = false

  /// - Parameters:
  ///   - start: where the text begins, counted in rows, lines and bytes.
  ///   - chunk: how much is read at a time.
  ///   - dropsEmptyRows: whether rows without a value are left out.
  init(
    _ text: RereadableStream, scanner: DelimitedScanner, columns: Int, oddities: RowOddities?,
    start: (mark: RowMark, line: Int), chunk: Int = usualBytes, dropsEmptyRows: Bool = false,
    in context: ConversionContext
  ) {
    splitter = DelimitedSplitter(
      scanner: scanner, oddities: oddities, dropsEmptyRows: dropsEmptyRows)
    self.text = text
    self.scanner = scanner
    self.columns = columns
    self.oddities = oddities
    self.context = context
    self.chunk = chunk
    (position, row, line) = (start.mark.position, start.mark.row, start.line)
  }

  deinit { oddities?.giveUp() }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    let bytes = batch.bytes
    var found = DelimitedScanner.Count()
    var literal: Int?
    while found.next == 0 {
      isAtEnd = !(try text.read(into: bytes, atMost: try room(in: bytes)))
      found = scanner.count(bytes, isLast: isAtEnd)
      if isAtEnd {
        try finish(bytes, &found, &literal)
        break
      }
    }
    guard bytes.count > 0 else {
      oddities?.end()
      return false
    }
    text.putBack(bytes, from: found.next)
    bytes.count = found.next
    batch.note = DelimitedSplitter.Claim(line: line, literal: literal)
    batch.mark = RowMark(row: row, position: position)
    batch.firstRow = row
    if let empty = found.firstEmptyLine, found.emptyLines > 0 {
      let line = line + DelimitedScanner.lineEnds(bytes.span[..<empty])
      oddities?.addEmptyLines(found.emptyLines, line: line)
    }
    row += found.rows
    line += found.lines
    position += found.next
    oddities?.open()
    return true
  }

  /// How much to read, of a record that grows and grows twice as much each time.
  private func room(in bytes: ByteBuffer) throws(ConversionError) -> Int {
    if bytes.count == 0 { return chunk }
    // A row of commas alone takes 8 bytes for each cell, and what it is written as several times that.
    let limit = min(Cell.mostBytes, context.limits.memory / 32)
    guard bytes.count < limit else {
      throw ConversionError.exceeding(
        limit < Cell.mostBytes
          ? .init(.memory, of: context.limits)
          : .init(fixed: "row", needed: bytes.count, allowed: Cell.mostBytes),
        "row \(row)\(oddities == nil ? "" : ", which begins in line \(line),") is larger than \(limit) bytes, which may be because a quote "
          + "in it is never closed; --quote none reads quotes as text"
          + (limit < Cell.mostBytes
            ? ", and --limit memory=\(context.limits.memory &* 4) lets it through" : ""))
    }
    return min(max(chunk, bytes.count), limit - bytes.count)
  }

  /// Takes the last record, which has no line end, and perhaps a quote that is never closed.
  private func finish(
    _ bytes: ByteBuffer, _ found: inout DelimitedScanner.Count, _ literal: inout Int?
  ) throws(ConversionError) {
    let record = found.next
    guard record < bytes.count else { return }
    var sink = NoSink()
    var ending = scanner.careful.record(
      in: CheckedBytes(bytes), from: record, to: bytes.count, isLast: true, into: &sink)
    if case .open(let quote) = ending {
      try report(quote, in: bytes, record, found)
      literal = quote
      ending = scanner.careful.record(
        in: CheckedBytes(bytes), from: record, to: bytes.count, isLast: true, literal: quote,
        into: &sink)
    }
    guard case .complete(let next) = ending else { return }
    found.rows += 1
    found.lines += DelimitedScanner.lineEnds(bytes.span[record..<next])
    found.next = next
  }

  private func report(
    _ quote: Int, in bytes: ByteBuffer, _ record: Int, _ found: DelimitedScanner.Count
  ) throws(ConversionError) {
    guard oddities != nil else { return }
    let line =
      line + found.lines + DelimitedScanner.lineEnds(bytes.span[record..<quote])
    let what = "the quote that opens a cell in line \(line) is never closed"
    if context.reading.isStrict {
      throw ConversionError(.damagedInput, "\(what); without --strict it is taken as text")
    }
    context.warn("\(what), so it was taken as text")
  }
}
