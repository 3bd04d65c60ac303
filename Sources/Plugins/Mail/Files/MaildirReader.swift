import ConverterCore
import MailboxModel
import TableModel

/// Reads Maildir folders: a file a message, those that were seen in `cur`, the others in `new`.
struct MaildirReader: Reader {
  let name = "Maildir"
  let takes: Set<ConversionOptions.Name> = [.rowLimit]
  let types: [ContentType.ID] = [.maildir]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Mailbox {
    let content = try input.namedInErrors { () throws(ConversionError) in
      try Maildir(input.openFolder())
    }
    if !content.subfolders.isEmpty, !context.isViewing {
      let names = content.subfolders.prefix(5).map(\.printable).joined(separator: ", ")
      context.note(
        "folders", .dropped,
        why: "\(names)\(content.subfolders.count > 5 ? " and more" : "") are mailboxes of their own"
      )
    }
    return Mailbox(
      format: "Maildir", content: content, selection: try context.conversion.messagesOfMail)
  }
}
