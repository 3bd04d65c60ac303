import ConverterCore
import MIME
import MailboxModel
import SQLiteDatabases

/// An index while it is written: in one transaction and without a journal, as it gets its name only when it is whole.
final class IndexInsertion {
  private let connection: ConnectionHandle
  private let messages: StatementHandle
  private let words: StatementHandle
  private var count = 0

  init(into connection: ConnectionHandle) throws(ConversionError) {
    self.connection = connection
    try connection.run(
      "PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA journal_mode=OFF; "
        + "PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY; "
        + "PRAGMA cache_size=-4000; BEGIN")
    for (_, sql) in IndexSchema.tables { try connection.run(sql) }
    // Words are collected in so much memory before they are sorted into the file.
    try connection.run("INSERT INTO search(search, rank) VALUES('hashsize', \(6 << 20))")
    let columns = IndexSchema.columns
    let parameters = repeatElement("?", count: columns.count).joined(separator: ",")
    messages = try connection.prepare(
      "INSERT INTO message(\(columns.joined(separator: ","))) VALUES(\(parameters))")
    words = try connection.prepare(
      "INSERT INTO search(rowid, subject, people, body) VALUES(?,?,?,?)")
  }

  /// Adds a message; they come in their order.
  func add(_ row: IndexRow, _ stored: StoredMessage) throws(ConversionError) {
    let message = row.message
    let numbers: [Int?] = [
      stored.number, stored.extent.lowerBound, stored.range.lowerBound, stored.range.upperBound,
      stored.extent.upperBound, stored.isQuoted ? 1 : 0, message.moment,
      message.date.map { $0.offsetMinutes ?? IndexSchema.unknownZone }, row.id.map { Int($0) },
      message.attachedCount, message.isRaw ? 1 : 0,
    ]
    for (index, number) in numbers.enumerated() {
      try messages.bind(number, to: index + 1)
    }
    let texts = [
      message.from, message.to, message.cc, message.bcc, message.subject, message.messageID,
      message.files,
    ]
    for (index, place) in texts.enumerated() {
      try messages.bind(place, of: row.texts, to: numbers.count + index + 1)
    }
    try messages.run()
    try words.bind(stored.number, to: 1)
    for (index, place) in [row.subject, row.people, row.body].enumerated() {
      try words.bind(place, of: row.texts, to: index + 2)
    }
    try words.run()
    count += 1
  }

  func finish(_ identity: MailboxIdentity) throws(ConversionError) {
    let mailbox = try connection.prepare("INSERT INTO mailbox VALUES(?,?,?,?,?)")
    for (index, number) in [MailboxIdentity.layout, identity.byteCount, identity.modified]
      .enumerated()
    {
      try mailbox.bind(number, to: index + 1)
    }
    try mailbox.bindCopy(Array(identity.head.utf8), to: 4)
    try mailbox.bind(count, to: 5)
    try mailbox.run()
    try connection.run(
      "PRAGMA application_id=\(Int32(bitPattern: MailIndex.applicationID)); "
        + "PRAGMA user_version=\(Int32(bitPattern: identity.mark)); COMMIT")
  }
}

extension StatementHandle {
  fileprivate func bind(_ number: Int?, to parameter: Int) throws(ConversionError) {
    if let number { try bind(Int64(number), to: parameter) } else { try bindNull(to: parameter) }
  }

  /// - Parameter texts: does not change before the statement is reset.
  fileprivate func bind(
    _ place: Range<Int>?, of texts: ByteBuffer, to parameter: Int
  ) throws(ConversionError) {
    guard let place else { return try bindNull(to: parameter) }
    try bind(texts.span[place], to: parameter)
  }

  /// Does what it says, once.
  fileprivate func run() throws(ConversionError) {
    _ = try step()
    reset()
  }
}
