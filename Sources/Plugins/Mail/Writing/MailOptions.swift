import ConverterCore
import MailboxModel

/// The options of what writes mail: it loses nothing by its coding.
struct MailOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] = []

  /// Of messages as files, one that is bad can be left out.
  let takes: Set<ConversionOptions.Name> = [.keepGoing]

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
}
