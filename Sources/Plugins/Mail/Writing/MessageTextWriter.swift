import ConverterCore
import MailboxModel

/// Writes messages as they are read, one below the other.
struct MessageTextWriter: Writer {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "text"
  let types: [ContentType.ID] = [.plainText]
  let ledgerWords = ["attachments", "long texts"]

  func announce(
    _ model: Mailbox, options: MailOptions, in context: ConversionContext
  ) throws(ConversionError) {
    noteAttachments(in: context)
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let rule = Array(("\n" + String(repeating: "=", count: 72) + "\n\n").utf8)
    nonisolated(unsafe) var isFirst = true
    nonisolated(unsafe) var cut = 0
    let all = Double(max(1, model.content.byteCount))
    try model.forEachMessage(in: context) { message throws(ConversionError) in
      (try message.readableLines(), message.isCut)
    } finish: { result, stored, _ throws(ConversionError) in
      let (text, isCut) = result
      if isCut { cut += 1 }
      try context.checkpoint(min(1, Double(stored.extent.lowerBound) / all))
      if !isFirst { try output.write(rule) }
      isFirst = false
      try output.write(text.bytes)
      return true
    }
    note(cutMessages: cut, in: context)
  }
}
