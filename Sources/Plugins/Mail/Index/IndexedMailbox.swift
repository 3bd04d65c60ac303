import ConverterCore
import MailboxModel
import SQLiteDatabases

/// The messages of an mbox file as an index knows them: nothing of the file is read before a message is opened.
///
/// An index may come from anywhere, like its mailbox: it is read as a database that is not trusted, must be that of
/// this mailbox, and what it says is checked.
struct IndexedMailbox: MailboxContent {
  let input: InputFile
  private let index: InputFile
  private let query: IndexQuery
  private let count: Int

  var byteCount: Int { input.byteCount }
  var messageCount: Int? { count }
  var isSeekable: Bool { true }

  /// - Parameter selection: which messages are meant; others may be left out.
  /// - Throws: `damagedInput` for an index that is not whole, or that of another mailbox; `usage`.
  init(
    _ input: InputFile, index: InputFile, _ selection: MessageSelection,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.index = index
    query = try IndexQuery(selection)
    let identity = try MailboxIdentity(of: input)
    count = try Self.mended(index) { () throws(ConversionError) in
      try DatabaseHeader(of: index).checkLength()
      let connection = try Self.connect(index, in: context)
      try IndexSchema.check(connection)
      let row = try connection.prepare(
        "SELECT layout, bytes, modified, head, messages FROM mailbox")
      guard try row.step(), row.integer(0) == MailboxIdentity.layout,
        MailboxIdentity(
          byteCount: Int(row.integer(1)), modified: Int(row.integer(2)),
          head: String(decoding: try row.span(3))) == identity,
        (0...Int64(input.byteCount)).contains(row.integer(4))
      else {
        throw ConversionError(
          .damagedInput, "is an index of another mailbox, or of this one before it was changed")
      }
      return Int(row.integer(4))
    }
  }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource {
    try Self.mended(index) { () throws(ConversionError) in
      let connection = try Self.connect(index, in: context)
      return IndexedMessages(
        try query.rows(from: mark?.number ?? 1, on: connection), of: input, in: index)
    }
  }

  private static func connect(
    _ index: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> ConnectionHandle {
    let connection = try ConnectionHandle(DatabaseFile(index), in: context)
    try connection.distrust()
    return connection
  }

  /// Says of what is wrong with an index how it is mended.
  static func mended<Result>(
    _ index: InputFile, _ body: () throws(ConversionError) -> sending Result
  ) throws(ConversionError) -> sending Result {
    do throws(ConversionError) {
      return try body()
    } catch {
      guard error.code == .damagedInput else { throw error.about(index.path) }
      throw ConversionError(
        .damagedInput, "\(error.message); remove it, and --index makes a new one",
        file: index.path)
    }
  }
}
