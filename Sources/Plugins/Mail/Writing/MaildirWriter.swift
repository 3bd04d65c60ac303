import ArchiveModel
import ConverterCore
import MIME
import MailboxModel

/// Writes Maildir folders, with all messages in `cur`.
struct MaildirWriter: FolderWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "Maildir"
  let types: [ContentType.ID] = [.maildir]

  private static let folders = ["cur", "new", "tmp"]

  /// Names are those of the format: the time, what makes them unique, and flags: `1262304000.000012.fairy:2,S`. Their
  /// order is that of the times; a message that has none keeps its place behind the one before it.
  func write(
    _ model: Mailbox, into folder: OutputFolder, options: MailOptions, in context: WritingContext
  ) throws(ConversionError) {
    try MessageEntries(mailbox: model, context: context.conversion, folders: Self.folders) {
      message, time in
      let number = FileName.number(message.stored.number)
      return "cur/\(max(0, time ?? 0)).\(number).fairy:2,\(message.mailFlags)"
    }.write(into: folder, options.conversion)
  }
}

extension Message {
  /// The flags of Maildir, as the fields Status and X-Status of an mbox have them in their way.
  fileprivate var mailFlags: String {
    guard stored.flags.isEmpty else { return stored.flags }
    let status = (text(of: "status") ?? "") + "," + (text(of: "x-status") ?? "")
    // Maildir wants them in this order.
    let known: [(Character, Character)] = [("D", "T"), ("F", "F"), ("A", "R"), ("R", "S")]
    return String(known.filter { status.contains($0.0) }.map(\.1).sorted())
  }
}
