import ConverterCore
import MailboxModel

/// Writes messages as they are read: files in them are named and not written.
protocol ReadableMailWriter: Writer where Model == Mailbox, Options == MailOptions {}

extension ReadableMailWriter {
  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  func announce(
    _ model: Mailbox, as type: ContentType.ID, options: MailOptions, in context: ConversionContext
  ) throws(ConversionError) {
    context.note("attachments", .dropped, why: "they are named, and extract saves them")
  }

  /// Says of how many messages texts are not written to their end.
  func note(cutMessages count: Int, in context: ConversionContext) {
    guard count > 0 else { return }
    context.note(
      "long texts", .dropped,
      why: "of \(count == 1 ? "1 message" : "\(count.grouped) messages") no more than the first "
        + "\(PartText.most >> 20) MiB of its texts are written")
  }

  /// Writes what is made of each chosen message, one after the other.
  func write(
    _ model: Mailbox, to output: OutputFile, dividedBy divider: [UInt8],
    in context: ConversionContext,
    _ make: @escaping (Message) throws(ConversionError) -> ByteBuffer
  ) throws(ConversionError) {
    // Only the thread whose turn it is touches them.
    nonisolated(unsafe) var isFirst = true
    nonisolated(unsafe) var cut = 0
    try model.forEachMessage(in: context) { message throws(ConversionError) in
      (try make(message), message.isCut)
    } finish: { result, _, _ throws(ConversionError) in
      let (text, isCut) = result
      if isCut { cut += 1 }
      if !isFirst { try output.write(divider) }
      isFirst = false
      try text.withBytes { bytes throws(ConversionError) in try output.write(bytes) }
      return true
    }
    note(cutMessages: cut, in: context)
  }
}
