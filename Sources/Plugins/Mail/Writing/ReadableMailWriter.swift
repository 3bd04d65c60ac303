import ConverterCore
import MailboxModel

/// Writes messages as they are read: files in them are named and not written.
protocol ReadableMailWriter: Writer where Model == Mailbox, Options == MailOptions {}

extension ReadableMailWriter {
  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  /// Writes what is made of each chosen message, one after the other.
  func write(
    _ model: Mailbox, to output: OutputFile, dividedBy divider: [UInt8],
    in context: ConversionContext,
    _ make: @escaping @Sendable (Message) throws(ConversionError) -> ByteBuffer
  ) throws(ConversionError) {
    var isFirst = true
    var left = LeftInMail()
    try model.forEachMessage(in: context) { message throws(ConversionError) in
      (try make(message), try LeftInMail(of: message))
    } finish: { result, _, _ throws(ConversionError) in
      let (text, leftOfMessage) = result
      left.add(leftOfMessage)
      if !isFirst { try output.write(divider) }
      isFirst = false
      try output.write(text.span)
      return true
    }
    left.note(in: context)
  }
}
