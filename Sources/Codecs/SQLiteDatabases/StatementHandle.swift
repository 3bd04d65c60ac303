internal import CLibSQLite
package import ConverterCore

/// A prepared statement. It belongs to one thread at a time.
@safe package final class StatementHandle {
  /// What a value is stored as.
  package enum Storage {
    case integer, real, text, blob, null
  }

  private let statement: OpaquePointer
  private let connection: ConnectionHandle

  init(_ statement: OpaquePointer, of connection: ConnectionHandle) {
    unsafe self.statement = unsafe statement
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(statement) }

  /// Goes on to the next row.
  ///
  /// - Returns: whether there is one.
  package func step() throws(ConversionError) -> Bool {
    let status = unsafe sqlite3_step(statement)
    try connection.check(status)
    return status == SQLITE_ROW
  }

  package func reset() { unsafe sqlite3_reset(statement) }

  // MARK: The row at hand. Columns count from 0.

  package var columnCount: Int { unsafe Int(sqlite3_column_count(statement)) }

  package func name(of column: Int) -> [UInt8] {
    guard let name = unsafe sqlite3_column_name(statement, Int32(column)) else { return [] }
    var length = 0
    // A name of SQLite's ends with a NUL.
    while unsafe name[length] != 0 { length += 1 }
    return unsafe Array(UnsafeRawBufferPointer(start: name, count: length))
  }

  package func storage(of column: Int) -> Storage {
    switch unsafe sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement, Int32(column))
  }
  package func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(statement, Int32(column))
  }

  /// A text or blob, valid until the next row.
  ///
  /// - Throws: `limitExceeded` where there was no memory for it.
  @_lifetime(borrow self)
  package func span(_ column: Int) throws(ConversionError) -> Span<UInt8> {
    let bytes = try unsafe bytes(column)
    // The statement keeps them until its next step, which its caller does not take while it has the span.
    return unsafe _overrideLifetime(Span(borrowing: bytes), borrowing: self)
  }

  /// A copy of a text or blob.
  ///
  /// - Throws: `limitExceeded` where there was no memory for it.
  package func array(_ column: Int) throws(ConversionError) -> [UInt8] {
    unsafe Array(try bytes(column))
  }

  /// A text or blob, valid until the next row.
  ///
  /// - Throws: `limitExceeded` where there was no memory for it.
  package func bytes(_ column: Int) throws(ConversionError) -> UnsafeRawBufferPointer {
    let isText = unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT
    let start =
      unsafe isText
      ? sqlite3_column_text(statement, Int32(column)).map { unsafe UnsafeRawPointer($0) }
      : unsafe sqlite3_column_blob(statement, Int32(column))
    // The order matters: to ask for the text converts it to UTF-8.
    let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    if unsafe start == nil, isText || count > 0 { try connection.check(SQLITE_NOMEM) }
    // SQLite keeps so many bytes there until the statement goes on or the column is converted.
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  // MARK: Parameters. They count from 1.

  package func bind(_ value: Int64, to parameter: Int) throws(ConversionError) {
    try unsafe connection.check(sqlite3_bind_int64(statement, Int32(parameter), value))
  }

  package func bind(_ value: Double, to parameter: Int) throws(ConversionError) {
    try unsafe connection.check(sqlite3_bind_double(statement, Int32(parameter), value))
  }

  package func bindNull(to parameter: Int) throws(ConversionError) {
    try unsafe connection.check(sqlite3_bind_null(statement, Int32(parameter)))
  }

  /// - Parameter text: must stay where it is until the statement is reset.
  package func bind(_ text: Span<UInt8>, to parameter: Int) throws(ConversionError) {
    try unsafe text.withUnsafeBytes { text throws(ConversionError) in
      try unsafe bind(text, to: parameter)
    }
  }

  private func bind(_ text: UnsafeRawBufferPointer, to parameter: Int) throws(ConversionError) {
    // An empty text is none without an address.
    let start = unsafe text.baseAddress ?? Self.nowhere
    try unsafe connection.check(
      sqlite3_bind_text64(
        statement, Int32(parameter), start.assumingMemoryBound(to: CChar.self),
        UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
  }

  /// Binds a text that SQLite makes a copy of.
  package func bindCopy(_ text: [UInt8], to parameter: Int) throws(ConversionError) {
    // SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies the bytes in this call.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let status = unsafe text.withUnsafeBytes {
      unsafe sqlite3_bind_text64(
        statement, Int32(parameter),
        ($0.baseAddress ?? Self.nowhere).assumingMemoryBound(to: CChar.self), UInt64($0.count),
        transient, UInt8(SQLITE_UTF8))
    }
    try connection.check(status)
  }

  private static var nowhere: UnsafeRawPointer {
    let name: StaticString = ""
    return unsafe UnsafeRawPointer(name.utf8Start)
  }
}
