import ConverterCore
import MailboxModel

/// The options of what writes mail: it loses nothing by its coding.
struct MailOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] = []

  /// For those who pass the work on to another writer.
  let conversion: ConversionOptions

  init(_ options: ConversionOptions) throws(ConversionError) {
    conversion = options
  }
}

/// What writers of mail have in common.
extension Writer where Model == Mailbox, Options == MailOptions {
  func capabilities(for type: ContentType.ID, options: MailOptions) -> Mailbox.Capabilities {
    Mailbox.Capabilities()
  }

  /// Says that files in messages are named and not written.
  func noteAttachments(in context: ConversionContext) {
    context.note("attachments", .dropped, why: "they are named, and extract saves them")
  }

  /// Says of how many messages texts are not written to their end.
  func note(cutMessages count: Int, in context: ConversionContext) {
    guard count > 0 else { return }
    context.note(
      "long texts", .dropped,
      why: "of \(count == 1 ? "1 message" : "\(count.grouped) messages") no more than the first "
        + "\(PartText.most >> 20) MiB of its texts are written")
  }
}
