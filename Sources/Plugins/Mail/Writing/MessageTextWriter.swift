import ConverterCore
import MailboxModel

/// Writes messages as they are read, one below the other.
struct MessageTextWriter: ReadableMailWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "text"
  let types: [ContentType.ID] = [.plainText]
  let ledgerWords = LeftInMail.words

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let rule = Array(("\n" + String(repeating: "=", count: 72) + "\n\n").utf8)
    try write(model, to: output, dividedBy: rule, in: context.conversion) {
      message throws(ConversionError) in
      try message.readableLines()
    }
  }
}
