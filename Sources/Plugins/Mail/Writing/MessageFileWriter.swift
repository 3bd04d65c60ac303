import ArchiveModel
import ConverterCore
import MailboxModel

/// Writes messages as files of their own, with all their bytes; only the quoting of an mbox is taken away.
struct MessageFileWriter: FolderWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "EML"
  let types: [ContentType.ID] = [.email]

  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  /// Files are named `000012 Minutes of the meeting.eml`.
  func write(
    _ model: Mailbox, into folder: OutputFolder, options: MailOptions, in context: WritingContext
  ) throws(ConversionError) {
    try MessageEntries(mailbox: model, context: context.conversion) { message, _ in
      FileName.of(message) + ".eml"
    }
    .write(into: folder, options.conversion)
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let pass = try MessagePass(model, in: context.conversion)
    guard let message = try pass.next() else {
      throw model.noMessage
    }
    let content = message.wholeContent
    while let piece = try content.next() { try output.write(piece) }
    guard try pass.next() == nil else {
      throw ConversionError(
        .usage,
        "has several messages, and such a file holds one: name a folder with -o DIR/, or one of them "
          + "with --message")
    }
  }
}
