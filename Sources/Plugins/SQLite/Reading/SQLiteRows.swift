import ConverterCore
import SQLiteDatabases
import TableModel

/// Rows as SQLite steps through them.
final class SQLiteRows: RowSource {
  let splitter: any RowSplitter = WholeRows()
  private let rows: StatementHandle
  private let query: TableQuery
  private let context: ConversionContext
  private var nextRow: Int
  private var isOver = false
  /// The columns of which it has been noted that they hold blobs.
  private var blobColumns: Set<Int> = []

  private static let batchBytes = 1 << 18
  private static let batchCells = 1 << 15

  init(
    _ rows: StatementHandle, of query: TableQuery, firstRow: Int, in context: ConversionContext
  ) {
    self.rows = rows
    self.query = query
    nextRow = firstRow
    self.context = context
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    batch.firstRow = nextRow
    guard !isOver else { return false }
    while batch.bytes.count < Self.batchBytes, batch.cells.count < Self.batchCells {
      guard try rows.step() else {
        isOver = true
        break
      }
      if batch.rowCount == 0, query.isSeekable {
        batch.mark = RowMark(row: nextRow, position: Int(rows.integer(0)))
      }
      for column in 0..<query.columns.count { try append(column, to: batch) }
      batch.endRow()
      nextRow += 1
    }
    return batch.rowCount > 0
  }

  private func append(_ column: Int, to batch: RowBatch) throws(ConversionError) {
    // The first column of the query is the number of the row.
    let index = column + 1
    switch rows.storage(of: index) {
    case .null: batch.appendEmpty(.null)
    case .integer: batch.append(String(rows.integer(index)), .number)
    case .real:
      let value = rows.real(index)
      // Infinity is no number of JSON; SQLite's own text of it is this. It has no NaN.
      if value.isFinite {
        batch.append(value.description, .number)
      } else {
        batch.append(value < 0 ? "-Inf" : "Inf", .text)
      }
    case .text:
      let rows = rows
      let text = try rows.span(index)
      try append(text, to: batch)
    case .blob:
      if blobColumns.insert(column).inserted {
        let name = String(decoding: query.columns[column].name, as: UTF8.self).printable
        context.note(
          "blobs of column \(name)", .changed,
          why: "from row \(nextRow) on: bytes became hexadecimal digits")
      }
      let rows = rows
      let bytes = try rows.span(index)
      try appendHexadecimal(bytes, to: batch)
    }
  }

  private func append(
    _ text: Span<UInt8>, to batch: RowBatch
  ) throws(ConversionError) {
    try batch.checkRoom(for: text.count, within: context.limits)
    batch.append(text, .text)
  }

  private func appendHexadecimal(
    _ bytes: Span<UInt8>, to batch: RowBatch
  ) throws(ConversionError) {
    try batch.checkRoom(for: bytes.count * 2, within: context.limits)
    let start = batch.bytes.count
    let text = batch.bytes
    for index in bytes.indices {
      text.append(Self.digit(bytes[index] >> 4))
      text.append(Self.digit(bytes[index] & 15))
    }
    batch.cells.append(Cell(start: start, count: bytes.count * 2, .text))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 - 10 + value
  }
}
