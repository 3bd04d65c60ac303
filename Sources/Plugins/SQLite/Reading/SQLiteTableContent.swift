import ConverterCore
import SQLiteDatabases
import TableModel

/// The rows of a table in a database.
///
/// Each pass has a connection of its own, so that several threads may read at once.
struct SQLiteTableContent: TableContent {
  let input: InputFile
  let query: TableQuery

  var byteCount: Int { input.byteCount }
  var isPacked: Bool { true }
  var isSeekable: Bool { query.isSeekable }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    try query.count(on: connect(in: context))
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    let start = mark.map { Int64($0.position) } ?? .min
    return SQLiteRows(
      try query.rows(from: start, on: connect(in: context)), of: query, firstRow: mark?.row ?? 1,
      in: context)
  }

  private func connect(in context: ConversionContext) throws(ConversionError) -> ConnectionHandle {
    let connection = try ConnectionHandle(DatabaseFile(input), in: context)
    try connection.distrust()
    return connection
  }
}
