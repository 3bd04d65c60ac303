import ArchiveModel
import ConverterCore
import MailboxModel

/// A mailbox as an archive of what is attached to its messages: what `extract` unpacks.
struct MailboxToArchive: Bridge {
  let descriptors = AttachmentOptions.descriptors
  let sources: String? = "mail"

  func cross(
    _ model: Mailbox, in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    Archive(
      format: "attachments of a \(model.format)", reasonIfEmpty: Self.reason(model.selection),
      content: .sequence(
        AttachmentEntries(
          mailbox: model, options: try AttachmentOptions(context.reading), context: context)))
  }

  /// Why there is no file, in the words of what was asked for.
  private static func reason(_ selection: MessageSelection) -> String {
    if let pattern = selection.attachments.first {
      return "nothing is attached that is called \"\(pattern.printable)\""
    }
    return selection.isEverything
      ? "nothing is attached to it" : "nothing is attached to the messages that were chosen"
  }
}
