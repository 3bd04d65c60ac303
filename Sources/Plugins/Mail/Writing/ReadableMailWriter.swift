import ConverterCore
import MailboxModel

/// Writes messages as they are read: files in them are named and not written.
protocol ReadableMailWriter: Writer where Model == Mailbox, Options == MailOptions {}

extension ReadableMailWriter {
  func announce(
    _ model: Mailbox, options: MailOptions, in context: ConversionContext
  ) throws(ConversionError) {
    context.note("attachments", .dropped, why: "they are named, and extract saves them")
  }
}

extension Mailbox {
  /// Writes what is made of each chosen message, one after the other.
  func write(
    to output: OutputFile, dividedBy divider: [UInt8], in context: ConversionContext,
    _ make: @escaping (Message) throws(ConversionError) -> ByteBuffer
  ) throws(ConversionError) {
    // Only the thread whose turn it is touches it.
    nonisolated(unsafe) var isFirst = true
    try forEachMessage(in: context, work: make) { text, _, _ throws(ConversionError) in
      if !isFirst { try output.write(divider) }
      isFirst = false
      try output.write(text.bytes)
      return true
    }
  }
}
