import ConverterCore
import MailboxModel

/// Reads mbox files in all their dialects (RFC 4155; mboxo, mboxrd, mboxcl, mboxcl2).
struct MboxReader: Reader {
  let name = "mbox"
  let types: [ContentType.ID] = ["public.mbox"]
  let descriptors: [OptionDescriptor] = [.quoting]
  /// A mailbox without messages is a file without bytes.
  let typesOfNothing: [ContentType.ID] = ["public.mbox"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Mailbox {
    let word = try context.reading.value(of: .quoting)
    return Mailbox(
      format: "mbox",
      content: MboxContent(input: input, quoting: MboxQuoting(rawValue: word) ?? .auto),
      selection: context.reading.messagesOfMail)
  }
}

struct MboxContent: MailboxContent {
  let input: InputFile
  let quoting: MboxQuoting

  var byteCount: Int { input.byteCount }
  var messageCount: Int? { input.byteCount == 0 ? 0 : nil }
  var isSeekable: Bool { true }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> any MessageSource {
    MboxSource(input, from: mark, quoting: quoting)
  }
}

extension OptionDescriptor {
  static let quoting = OptionDescriptor(
    "quoting", .choice(MboxQuoting.allCases.map(\.rawValue)), default: MboxQuoting.auto.rawValue,
    help: "whether lines of an mbox that begin with >From lose the >")
}
