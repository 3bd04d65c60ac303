import ConverterCore
import TableModel

/// The rows of a file of delimited text.
struct DelimitedContent: TableContent {
  let source: any TextSource
  let dialect: Dialect
  let byteCount: Int

  var isSeekable: Bool { source.isSeekable }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> any RowSource {
    try delimitedRows(from: mark, chunk: DelimitedRows.usualBytes, in: context)
  }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    let rows = try delimitedRows(from: nil, chunk: DelimitedRows.usualBytes, in: context)
    let batch = RowBatch()
    while try rows.claim(batch) { try context.checkpoint() }
    return rows.row - 1
  }

  /// - Parameter chunk: how much is read at a time.
  func delimitedRows(
    from mark: RowMark?, chunk: Int, in context: ConversionContext
  ) throws(ConversionError) -> DelimitedRows {
    let start = mark ?? RowMark(row: 1, position: dialect.rowsStart)
    let stream = RereadableStream(
      try source.open(at: start.position),
      byteCount: dialect.rowsEnd.map { max(0, $0 - start.position) })
    let columns = dialect.columns.count
    // Behind a mark lines are not known, and whoever has a mark has read what is before it.
    let oddities =
      mark == nil
      ? RowOddities(columns: columns, hasHeader: dialect.hasHeader, in: context) : nil
    return DelimitedRows(
      stream, scanner: DelimitedScanner(Marks(dialect)), columns: columns, oddities: oddities,
      start: (start, dialect.skippedLines + dialect.headerLines + 1), chunk: chunk, in: context)
  }
}
