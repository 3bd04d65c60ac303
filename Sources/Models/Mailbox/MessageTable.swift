package import ConverterCore
internal import MIME
public import TableModel

/// A mailbox as a table: a row a message.
struct MessageTable: TableContent {
  /// What a column holds.
  enum Field: String, CaseIterable {
    case number, date, from, to, cc, subject, messageId, bytes, attachments
    /// The date as people write it.
    case day

    var name: String { self == .day ? "date" : rawValue }
  }

  let mailbox: Mailbox
  let fields: [Field]

  var byteCount: Int { mailbox.content.byteCount }
  var isPacked: Bool { true }
  var isSeekable: Bool { mailbox.content.isSeekable }
  var leavesRowsOut: Bool { !mailbox.selection.isEverything }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    if let count = mailbox.content.messageCount, mailbox.selection.isEverything { return count }
    return try mailbox.forEachFound(in: context) { _ in
    } finish: { _, _, _ in
      true
    }.chosen
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    let mark = mark.map { MessageMark(number: $0.row, position: $0.position) }
    return MessageRows(
      self, try mailbox.content.messages(from: mark, in: context), in: context)
  }
}

extension MessageTable {
  func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow? {
    guard let message = try mailbox.message(number, from: mark, in: context) else { return nil }
    return OpenedRow(title: "message \(number)", lines: try ReadableMessage(message).lines)
  }
}

extension Mailbox {
  /// The message with a number.
  ///
  /// - Parameter mark: of the row of a message before it, or its own; `nil` to look through all of them.
  /// - Returns: `nil` where there is none.
  package func message(
    _ number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> Message? {
    let mark = mark.map { MessageMark(number: $0.row, position: $0.position) }
    let source = try content.messages(from: mark, in: context)
    let batch = MessageBatch()
    while try source.claim(batch) {
      try context.checkpoint()
      guard let stored = batch.messages.first(where: { $0.number == number }) else { continue }
      return try MessageReader(in: context).open(stored, in: batch)
    }
    return nil
  }
}

extension Mailbox {
  /// The table of its messages.
  func table(of fields: [MessageTable.Field]) -> Table {
    var table = Table(
      columns: fields.map { Column($0.name) },
      content: MessageTable(mailbox: self, fields: fields),
      rowCount: selection.isEverything ? content.messageCount : nil)
    table.rowName = "message"
    return table
  }

  /// What a list for people has of its messages.
  package var listed: Table { table(of: [.day, .from, .subject, .bytes, .attachments]) }

  /// The table of its messages, with all that a list says of them.
  public var table: Table { table(of: MessageTable.Field.allCases.filter { $0 != .day }) }
}

/// Rows of a mailbox, as its messages are found.
final class MessageRows: RowSource {
  private let source: any MessageSource
  private let context: ConversionContext
  let splitter: any RowSplitter

  init(_ table: MessageTable, _ source: any MessageSource, in context: ConversionContext) {
    self.source = source
    self.context = context
    splitter = MessageRowSplitter(
      table: table, matcher: MessageMatcher(table.mailbox.selection))
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    let messages = batch.note as? Messages ?? Messages(MessageReader(in: context))
    batch.removeAll()
    batch.note = messages
    guard try source.claim(messages.batch) else { return false }
    batch.firstRow = messages.batch.messages.first?.number ?? 1
    batch.mark = messages.batch.mark.map { RowMark(row: $0.number, position: $0.position) }
    return true
  }
}

/// What a batch of rows keeps of the messages that it is made of.
private final class Messages {
  let batch = MessageBatch()
  let reader: MessageReader

  init(_ reader: MessageReader) { self.reader = reader }
}

/// Makes rows of the messages that a batch has claimed.
private struct MessageRowSplitter: RowSplitter {
  let table: MessageTable
  let matcher: MessageMatcher

  func split(_ batch: RowBatch) throws(ConversionError) {
    guard let messages = batch.note as? Messages else { return }
    var numbers: [Int] = []
    for index in messages.batch.messages.indices {
      let found = FoundMessage(index, in: messages.batch, by: messages.reader)
      guard matcher.mayMatch(found.stored), try matcher.matches(found) else { continue }
      numbers.append(found.stored.number)
      try append(try found.summary, to: batch)
    }
    if table.leavesRowsOut { batch.rowNumbers = numbers }
  }

  private func append(
    _ summary: MessageSummary, to batch: RowBatch
  ) throws(ConversionError) {
    for field in table.fields {
      switch field {
      case .number: batch.append("\(summary.number)", .number)
      case .date: append(summary.date?.iso8601, to: batch)
      case .day: append(summary.date?.day, to: batch)
      case .from: append(summary.from, to: batch)
      case .to: append(summary.to, to: batch)
      case .cc: append(summary.cc, to: batch)
      case .subject:
        let isForPeople = table.fields.contains(.day)
        append(
          summary.isRaw && isForPeople ? "(no header: it is shown as it is)" : summary.subject,
          to: batch)
      case .messageId: append(summary.messageID, to: batch)
      case .bytes: batch.append("\(summary.byteCount)", .number)
      case .attachments:
        batch.append(summary.attachedFiles.map { $0.name ?? $0.mediaType }.joined(separator: ", "))
      }
    }
    batch.endRow()
  }

  private func append(_ text: String?, to batch: RowBatch) {
    batch.append(text ?? "")
  }
}

extension MailDate {
  /// `2024-01-31 08:05` on the sender's clock.
  fileprivate var day: String {
    let text = iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
