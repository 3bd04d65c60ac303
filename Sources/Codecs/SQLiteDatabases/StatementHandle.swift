internal import CLibSQLite
package import ConverterCore

/// A prepared statement. It belongs to one thread at a time.
package final class StatementHandle {
  /// What a value is stored as.
  package enum Storage {
    case integer, real, text, blob, null
  }

  private let statement: OpaquePointer
  private let connection: ConnectionHandle

  init(_ statement: OpaquePointer, of connection: ConnectionHandle) {
    self.statement = statement
    self.connection = connection
  }

  deinit { sqlite3_finalize(statement) }

  /// Goes on to the next row.
  ///
  /// - Returns: whether there is one.
  package func step() throws(ConversionError) -> Bool {
    let status = sqlite3_step(statement)
    try connection.check(status)
    return status == SQLITE_ROW
  }

  package func reset() { sqlite3_reset(statement) }

  // MARK: The row at hand. Columns count from 0.

  package var columnCount: Int { Int(sqlite3_column_count(statement)) }

  package func name(of column: Int) -> [UInt8] {
    guard let name = sqlite3_column_name(statement, Int32(column)) else { return [] }
    var length = 0
    // A name of SQLite's ends with a NUL.
    while name[length] != 0 { length += 1 }
    return Array(UnsafeRawBufferPointer(start: name, count: length))
  }

  package func storage(of column: Int) -> Storage {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
  package func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

  /// A text or blob, valid until the next row.
  ///
  /// - Throws: `limitExceeded` where there was no memory for it.
  package func bytes(_ column: Int) throws(ConversionError) -> UnsafeRawBufferPointer {
    let isText = sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT
    let start =
      isText
      ? sqlite3_column_text(statement, Int32(column)).map { UnsafeRawPointer($0) }
      : sqlite3_column_blob(statement, Int32(column))
    // The order matters: to ask for the text converts it to UTF-8.
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    if start == nil, isText || count > 0 { try connection.check(SQLITE_NOMEM) }
    // SQLite keeps so many bytes there until the statement goes on or the column is converted.
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  // MARK: Parameters. They count from 1.

  package func bind(_ value: Int64, to parameter: Int) throws(ConversionError) {
    try connection.check(sqlite3_bind_int64(statement, Int32(parameter), value))
  }

  package func bind(_ value: Double, to parameter: Int) throws(ConversionError) {
    try connection.check(sqlite3_bind_double(statement, Int32(parameter), value))
  }

  package func bindNull(to parameter: Int) throws(ConversionError) {
    try connection.check(sqlite3_bind_null(statement, Int32(parameter)))
  }

  /// - Parameter text: must stay where it is until the statement is reset.
  package func bind(_ text: Span<UInt8>, to parameter: Int) throws(ConversionError) {
    try text.withUnsafeBytes { text throws(ConversionError) in try bind(text, to: parameter) }
  }

  private func bind(_ text: UnsafeRawBufferPointer, to parameter: Int) throws(ConversionError) {
    // An empty text is none without an address.
    let start = text.baseAddress ?? Self.nowhere
    try connection.check(
      sqlite3_bind_text64(
        statement, Int32(parameter), start.assumingMemoryBound(to: CChar.self),
        UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
  }

  /// Binds a text that SQLite makes a copy of.
  package func bindCopy(_ text: [UInt8], to parameter: Int) throws(ConversionError) {
    // SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies the bytes in this call.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let status = text.withUnsafeBytes {
      sqlite3_bind_text64(
        statement, Int32(parameter),
        ($0.baseAddress ?? Self.nowhere).assumingMemoryBound(to: CChar.self), UInt64($0.count),
        transient, UInt8(SQLITE_UTF8))
    }
    try connection.check(status)
  }

  private static var nowhere: UnsafeRawPointer {
    let name: StaticString = ""
    return UnsafeRawPointer(name.utf8Start)
  }
}
