internal import CLibSQLite
package import ConverterCore
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open database. It belongs to one thread at a time.
@safe package final class ConnectionHandle {
  private let database: OpaquePointer
  /// `nil` where SQLite opened a file by its path.
  private let file: DatabaseFile?
  /// `nil` where SQLite has bytes that it is handed.
  private let path: FilePath?
  /// Asked now and then whether to go on; `nil` where nobody is asked.
  private let context: ConversionContext?

  /// How many steps of its machine SQLite makes between two looks at the context: some milliseconds.
  private static let stepsBetweenCheckpoints: Int32 = 100_000

  /// Opens a database, or makes one in an output that is empty.
  ///
  /// - Throws: `missingLibrary`, `damagedInput`.
  package init(_ file: DatabaseFile, in context: ConversionContext) throws(ConversionError) {
    try SystemLibrary.sqlite.open()
    // It counts what SQLite holds in the whole process, which has one conversion at a time.
    sqlite3_hard_heap_limit64(Int64(context.limits.memory))
    var callbacks = unsafe Self.callbacks(writing: file.isWritable)
    unsafe callbacks.owner = unsafe Unmanaged.passUnretained(file).toOpaque()
    guard let database = unsafe fairy_sqlite_open(&callbacks) else { throw .sqliteMemory }
    guard let connection = unsafe fairy_sqlite_connection(database) else {
      unsafe fairy_sqlite_close(database)
      throw ConversionError(.damagedInput, "SQLite cannot open the database")
    }
    unsafe self.database = unsafe database
    self.file = file
    path = nil
    self.context = context
    unsafe sqlite3_progress_handler(
      connection, Self.stepsBetweenCheckpoints,
      { owner in
        guard let owner = unsafe owner else { return 1 }
        return unsafe Unmanaged<ConnectionHandle>.fromOpaque(owner).takeUnretainedValue().mayGoOn()
          ? 0 : 1
      }, unsafe Unmanaged.passUnretained(self).toOpaque())
  }

  /// Opens a database of the user's own at a path, or makes one; other programs may use it at the same time.
  ///
  /// - Parameters:
  ///   - path: not of a file of unknown origin; an empty one makes a database of this program's own, which goes with it.
  ///   - isReadOnly: whether nothing is written, not even beside the database; then nobody else may write it either.
  ///   - memory: the most bytes that SQLite may hold in the whole process.
  ///   - patience: how long is waited for other programs, in milliseconds.
  /// - Throws: `missingLibrary`, `damagedInput`, `limitExceeded`, `writeFailed`.
  package init(
    path: FilePath, isReadOnly: Bool = false, memory: Int, patience: Int32 = 10_000
  ) throws(ConversionError) {
    try SystemLibrary.sqlite.open()
    sqlite3_hard_heap_limit64(Int64(memory))
    let name = isReadOnly ? FilePath("\(Self.address(of: path))?immutable=1") : path
    let opened = unsafe name.withPlatformString { name in
      unsafe fairy_sqlite_open_path(name, isReadOnly)
    }
    guard let database = unsafe opened else { throw .sqliteMemory }
    guard let connection = unsafe fairy_sqlite_connection(database) else {
      unsafe fairy_sqlite_close(database)
      throw ConversionError(.writeFailed, "could not be opened", file: path)
    }
    unsafe self.database = unsafe database
    (file, self.path, context) = (nil, path, nil)
    unsafe sqlite3_busy_timeout(connection, patience)
  }

  /// The URI of a path, for which SQLite takes parameters.
  private static func address(of path: FilePath) -> String {
    path.bytes.reduce(into: "file:") { address, byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        character == "/" || character.isASCII && (character.isLetter || character.isNumber)
      address += isPlain ? String(character) : "%" + [byte].hexadecimal
    }
  }

  // The file is released after it: stored properties go when this is over.
  deinit { unsafe fairy_sqlite_close(database) }

  private var connection: OpaquePointer? { unsafe fairy_sqlite_connection(database) }

  private func mayGoOn() -> Bool {
    do throws(ConversionError) {
      try context?.checkpoint()
      return true
    } catch {
      file?.fail(error)
      return false
    }
  }

  /// Switches off what a database of unknown origin must not be able to do.
  package func distrust() throws(ConversionError) {
    try unsafe check(fairy_sqlite_distrust(connection))
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, Self.mostBytes), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { unsafe sqlite3_limit(connection, limit, value) }
    try run(
      "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
        + "PRAGMA temp_store=MEMORY; PRAGMA query_only=ON")
  }

  /// The most bytes of a value or row; twice as many digits fit into a cell.
  package static let mostBytes: Int32 = 1 << 28

  /// Runs statements that give no rows.
  package func run(_ sql: String) throws(ConversionError) {
    try unsafe check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  package func prepare(_ sql: [UInt8]) throws(ConversionError) -> StatementHandle {
    var statement: OpaquePointer?
    let status = unsafe sql.withUnsafeBufferPointer { sql in
      unsafe sql.withMemoryRebound(to: CChar.self) {
        unsafe sqlite3_prepare_v2(
          connection, $0.baseAddress, Int32(clamping: $0.count), &statement, nil)
      }
    }
    try check(status)
    guard let statement = unsafe statement else {
      throw ConversionError(.internalError, "a statement was empty")
    }
    return unsafe StatementHandle(statement, of: self)
  }

  package func prepare(_ sql: String) throws(ConversionError) -> StatementHandle {
    try prepare(Array(sql.utf8))
  }

  /// - Throws: what `status` says went wrong.
  func check(_ status: Int32) throws(ConversionError) {
    guard status != SQLITE_OK, status != SQLITE_ROW, status != SQLITE_DONE else { return }
    if let failure = file?.failure { throw failure }
    let reason =
      unsafe connection.flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) }
      ?? ""
    switch status & 0xFF {
    case SQLITE_NOMEM: throw .sqliteMemory
    case SQLITE_TOOBIG:
      throw ConversionError.exceeding(
        .init(fixed: "row", allowed: Int(Self.mostBytes)),
        "a value or row of the database has more than \(Self.mostBytes) bytes, which fairy does not take"
      )
    case SQLITE_BUSY where path != nil:
      throw ConversionError(
        .changedMeanwhile, "another program has held it for too long; try it again", file: path)
    case SQLITE_FULL where path != nil, SQLITE_IOERR where path != nil,
      SQLITE_CANTOPEN where path != nil, SQLITE_READONLY where path != nil:
      let cause = status & 0xFF == SQLITE_FULL ? ENOSPC : unsafe sqlite3_system_errno(connection)
      throw ConversionError(
        .writeFailed, "could not be written: \(self.reason(cause) ?? reason.printable)", file: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL:
      throw ConversionError(.damagedInput, "the database is damaged: \(reason.printable)")
    default:
      throw ConversionError(.unsupportedContent, "SQLite cannot do it: \(reason.printable)")
    }
  }
}

extension ConnectionHandle {
  /// Why the system does not let a database be written; `nil` where it does not say.
  ///
  /// - Parameter cause: the error number that SQLite kept; it is of little use where a file beside the database could not be made.
  private func reason(_ cause: Int32) -> String? {
    let folder = path?.removingLastComponent().string ?? "."
    let isWritable = unsafe access(folder, W_OK) == 0
    return switch isWritable ? cause : errno {
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "it is on a disk that can only be read"
    case EACCES, EPERM: "the system does not let you write there"
    default: nil
    }
  }

  private static func callbacks(writing: Bool) -> fairy_sqlite_file {
    var file = unsafe fairy_sqlite_file()
    unsafe file.read = { owner, buffer, count, offset, got in
      guard let owner = unsafe owner, let buffer = unsafe buffer, let got = unsafe got, count >= 0,
        offset >= 0
      else { return 1 }
      let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
      guard let read = unsafe databaseFile(owner).read(at: Int(offset), into: room) else {
        return 1
      }
      unsafe got.pointee = Int32(read)
      return 0
    }
    unsafe file.size = { owner in unsafe owner.map { unsafe Int64(databaseFile($0).byteCount) } ?? 0
    }
    guard writing else { return unsafe file }
    unsafe file.write = { owner, bytes, count, offset in
      guard let owner = unsafe owner, let bytes = unsafe bytes, count >= 0, offset >= 0 else {
        return 1
      }
      let all = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
      return unsafe databaseFile(owner).write(all, at: Int(offset)) ? 0 : 1
    }
    // A database that is only added to never becomes smaller.
    unsafe file.truncate = { owner, size in
      unsafe owner.map { unsafe Int64(databaseFile($0).byteCount) == size } == true ? 0 : 1
    }
    return unsafe file
  }
}

/// The file that callbacks are about.
private func databaseFile(_ owner: UnsafeMutableRawPointer) -> DatabaseFile {
  unsafe Unmanaged<DatabaseFile>.fromOpaque(owner).takeUnretainedValue()
}

extension ConversionError {
  fileprivate static var sqliteMemory: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory),
      "SQLite needs more memory for it than is allowed; raise it with --limit memory=BYTES")
  }
}

extension SystemLibrary {
  package static let sqlite = unsafe SystemLibrary(
    "SQLite", package: "libsqlite3-0", opening: { unsafe fairy_sqlite_library_open() })
}
