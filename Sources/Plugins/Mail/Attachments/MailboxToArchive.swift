import ArchiveModel
import ConverterCore
import MailboxModel

/// A mailbox as an archive of what is attached to its messages: what `extract` unpacks.
struct MailboxToArchive: Bridge {
  let descriptors = AttachmentOptions.descriptors

  func cross(
    _ model: Mailbox, in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    Archive(
      format: "attachments of a \(model.format)",
      content: .sequence(
        AttachmentEntries(
          mailbox: model, options: try AttachmentOptions(context.reading), context: context)))
  }
}
