import ConverterCore
import MIME
import MailboxModel
import SQLiteDatabases

/// Messages as an index gives them.
final class IndexedMessages: MessageSource {
  private let rows: StatementHandle
  private let input: InputFile
  private let index: InputFile
  private var isOver = false
  /// What the last message was, for they are in order.
  private var number = 0
  private var end = 0

  private static let mostMessages = 512
  /// Bytes of texts of a batch.
  private static let mostTexts = 1 << 18
  /// Bytes of messages after which a batch ends, as what is made of all of them is in memory at once.
  private static let mostBytes = 4 << 20

  /// - Parameter rows: with the columns of ``IndexSchema/columns``.
  init(_ rows: StatementHandle, of input: InputFile, in index: InputFile) {
    self.rows = rows
    self.input = input
    self.index = index
  }

  func claim(_ batch: MessageBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    guard !isOver else { return false }
    var byteCount = 0
    try IndexedMailbox.mended(index) { () throws(ConversionError) in
      while batch.messages.count < Self.mostMessages, batch.bytes.count < Self.mostTexts,
        byteCount < Self.mostBytes
      {
        guard try rows.step() else {
          isOver = true
          break
        }
        let stored = try place()
        byteCount += min(stored.byteCount, Self.mostBytes)
        batch.messages.append(stored)
        batch.indexed.append(try message(batch.bytes))
      }
    }
    guard let first = batch.messages.first else { return false }
    batch.mark = MessageMark(number: first.number, position: first.extent.lowerBound)
    return true
  }

  /// Where the message of the row at hand stands.
  private func place() throws(ConversionError) -> StoredMessage {
    let places = (0..<5).map { Int(rows.integer($0)) }
    let isInOrder = zip(places[1...], places[2...]).allSatisfy { $0 <= $1 }
    guard places[0] > number, places[1] >= end, isInOrder, places[4] <= input.byteCount else {
      throw ConversionError(.damagedInput, "the index is damaged: its messages are not in order")
    }
    (number, end) = (places[0], places[4])
    return StoredMessage(
      number: number, file: input, range: places[2]..<places[3], extent: places[1]..<places[4],
      isQuoted: rows.integer(5) != 0)
  }

  private func message(_ texts: ByteBuffer) throws(ConversionError) -> IndexedMessage {
    var message = IndexedMessage()
    if rows.storage(of: 6) != .null { message.moment = Int(rows.integer(6)) }
    if rows.storage(of: 7) != .null, let moment = message.moment {
      let zone = Int(rows.integer(7))
      message.date = MailDate(
        secondsSince1970: moment, offsetMinutes: zone == IndexSchema.unknownZone ? nil : zone)
    }
    message.isRaw = rows.integer(10) != 0
    message.from = try text(11, texts)
    message.to = try text(12, texts)
    message.cc = try text(13, texts)
    message.bcc = try text(14, texts)
    message.subject = try text(15, texts)
    message.messageID = try text(16, texts)
    message.files = try text(17, texts)
    return message
  }

  private func text(
    _ column: Int, _ texts: ByteBuffer
  ) throws(ConversionError) -> Range<Int>? {
    let rows = rows
    guard rows.storage(of: column) != .null else { return nil }
    let start = texts.count
    texts.append(try rows.span(column))
    return start..<texts.count
  }
}
