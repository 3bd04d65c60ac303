import ConverterCore
import Synchronization
import TableModel

/// The rows of a file of delimited text.
struct DelimitedContent: TableContent {
  let source: any TextSource
  let dialect: Dialect
  let byteCount: Int
  /// What finds its rows.
  let scanner: DelimitedScanner

  /// - Parameter scanner: finds its rows; by default what the dialect says.
  init(
    source: any TextSource, dialect: Dialect, byteCount: Int, scanner: DelimitedScanner? = nil
  ) {
    self.source = source
    self.dialect = dialect
    self.byteCount = byteCount
    self.scanner = scanner ?? DelimitedScanner(Marks(dialect))
  }

  var isSeekable: Bool { source.isSeekable }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    try delimitedRows(from: mark, chunk: DelimitedRows.usualBytes, in: context)
  }

  /// What is looked at while it is counted: about 10 ms.
  private static let mostLookedAt = 1 << 24

  /// Also says what is odd about the rows, if they are few, or nothing odd may pass.
  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    context.reading.isStrict || byteCount <= Self.mostLookedAt
      ? try lookAtRows(in: context) : try countRows(pieces: 1 << 19, in: context)
  }

  /// Goes over all rows as whoever converts them does.
  private func lookAtRows(in context: ConversionContext) throws(ConversionError) -> Int {
    let rows = try delimitedRows(from: nil, chunk: DelimitedRows.usualBytes, in: context)
    let splitter = rows.splitter
    let count = Atomic<Int>(0)
    try context.inOrder(from: rows) {
      RowBatch()
    } claim: { rows, batch throws(ConversionError) in
      try rows.claim(batch)
    } work: { batch throws(ConversionError) in
      try splitter.split(batch)
      count.add(batch.rowCount, ordering: .relaxed)
    } finish: { _ throws(ConversionError) in
      try context.checkpoint()
      return true
    }
    return count.load(ordering: .relaxed)
  }

  /// - Parameter pieces: the bytes that a thread counts at a time, a multiple of 64.
  func countRows(pieces: Int, in context: ConversionContext) throws(ConversionError) -> Int {
    var known = RowMark(row: 1, position: dialect.rowsStart)
    if let text = source as? PlainText, dialect.escape == nil, !dialect.dropsEmptyRows {
      let end = min(text.input.byteCount, dialect.rowsEnd ?? .max)
      let count = RowCount(
        text.input, scanner, in: known.position..<max(known.position, end),
        pieceSize: pieces)
      known = try count.run(in: context)
      if known.position == end { return known.row - 1 }
    }
    return try countRows(from: known, in: context)
  }

  /// Counts one record after the other.
  private func countRows(
    from mark: RowMark, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    let rows = try delimitedRows(from: mark, chunk: DelimitedRows.usualBytes, in: context)
    let batch = RowBatch()
    var kept = 0
    while try rows.claim(batch) {
      try context.checkpoint()
      // Which rows are empty shows only when they are split.
      guard dialect.dropsEmptyRows else { continue }
      try rows.split(batch)
      kept += batch.rowCount
    }
    return dialect.dropsEmptyRows ? kept : rows.row - 1
  }

  /// - Parameter chunk: how much is read at a time.
  func delimitedRows(
    from mark: RowMark?, chunk: Int, in context: ConversionContext
  ) throws(ConversionError) -> sending DelimitedRows {
    let start = mark ?? RowMark(row: 1, position: dialect.rowsStart)
    let stream = RereadableStream(
      try source.open(at: start.position),
      byteCount: dialect.rowsEnd.map { max(0, $0 - start.position) })
    let columns = dialect.columns.count
    // Behind a mark lines are not known, and whoever has a mark has read what is before it.
    let oddities =
      mark == nil
      ? RowOddities(columns: columns, hasHeader: dialect.hasHeader, in: context) : nil
    try oddities?.look(atHeader: dialect, of: source)
    return DelimitedRows(
      stream, scanner: scanner, columns: columns, oddities: oddities,
      start: (start, dialect.skippedLines + dialect.headerLines + 1), chunk: chunk,
      dropsEmptyRows: dialect.dropsEmptyRows, in: context)
  }
}
