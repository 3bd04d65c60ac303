import ConverterCore
import MailboxModel
import SQLiteDatabases

/// Writes down where the messages of an mbox file are, what a list says of them, and the words that are in them.
///
/// All messages are in it: a choice of them is refused.
struct MailIndexWriter: Writer {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "mail index"
  let types: [ContentType.ID] = [.mailIndex]
  let ledgerWords = ["messages"]

  func capabilities(for type: ContentType.ID, options: MailOptions) -> Mailbox.Capabilities {
    Mailbox.Capabilities()
  }

  func announce(
    _ model: Mailbox, as type: ContentType.ID, options: MailOptions, in context: WritingContext
  ) throws(ConversionError) {
    guard model.selection.isEverything else {
      throw ConversionError(
        .usage,
        "an index covers all messages: leave out the options that choose some (--limit, --subject)"
      )
    }
    context.note("messages", .dropped, why: "an index says where they are, and does not hold them")
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    guard let input = model.content.indexable else {
      throw ConversionError(
        .usage, "an index is made of an mbox file, and \(model.format) needs none")
    }
    let identity = try MailboxIdentity(of: input)
    let connection = try ConnectionHandle(DatabaseFile(output), in: context.conversion)
    let insertion = try IndexInsertion(into: connection)
    let everything = Mailbox(format: model.format, content: model.content)
    try everything.forEachMessage(in: context.conversion) { message throws(ConversionError) in
      try IndexRow(message)
    } finish: { row, stored, _ throws(ConversionError) in
      try insertion.add(row, stored)
      return true
    }
    try insertion.finish(identity)
  }
}
