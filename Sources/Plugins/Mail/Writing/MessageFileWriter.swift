import ConverterCore
import MailboxModel

/// Writes messages as files of their own, with all their bytes; only the quoting of an mbox is taken away.
struct MessageFileWriter: FolderWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "EML"
  let types: [ContentType.ID] = [.email]

  /// Files are named `000012 Minutes of the meeting.eml`.
  func write(
    _ model: Mailbox, into folder: OutputFolder, options: MailOptions, in context: ConversionContext
  ) throws(ConversionError) {
    try MessageEntries(mailbox: model, context: context) { FileName.of($0) + ".eml" }
      .write(into: folder, options.conversion)
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let pass = try MessagePass(model, in: context)
    guard let message = try pass.next() else {
      throw ConversionError(.inputNotFound, "has no message of those that are asked for")
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

extension FileName {
  /// `000012 Minutes of the meeting`.
  static func of(_ message: Message) -> String {
    let number = number(message.stored.number)
    let subject = message.subject.flatMap { cleaned(component: $0, atMost: 80) }
    return subject.map { "\(number) \($0)" } ?? number
  }
}
