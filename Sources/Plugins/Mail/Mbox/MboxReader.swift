import ConverterCore
import MailboxModel
import TableModel

/// Reads mbox files in all their dialects (RFC 4155; mboxo, mboxrd, mboxcl, mboxcl2).
struct MboxReader: Reader {
  let name = "mbox"
  let takes: Set<ConversionOptions.Name> = [.rowLimit]
  let types: [ContentType.ID] = ["public.mbox"]
  let descriptors: [OptionDescriptor] = [.quoting]
  /// A mailbox without messages is a file without bytes.
  let typesOfNothing: [ContentType.ID] = ["public.mbox"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Mailbox {
    let word = try context.reading.value(of: .quoting)
    let quoting = MboxQuoting(rawValue: word) ?? .auto
    let selection = try context.conversion.messagesOfMail
    guard let index = context.reading.index else {
      let content = MboxContent(
        input: try OldMacLines.mended(input, in: context.conversion), quoting: quoting)
      return Mailbox(format: "mbox", content: content, selection: selection)
    }
    guard quoting == .auto else {
      throw ConversionError(
        .usage, "an index knows messages by the quoting that is found; leave --set quoting away")
    }
    return Mailbox(
      format: "mbox",
      content: try IndexedMailbox(input, index: index, selection, in: context.conversion),
      selection: selection)
  }
}

struct MboxContent: MailboxContent {
  let input: InputFile
  let quoting: MboxQuoting

  var byteCount: Int { input.byteCount }
  var messageCount: Int? { input.byteCount == 0 ? 0 : nil }
  var isSeekable: Bool { true }
  /// With the quoting that is found: an index knows messages by that.
  var indexable: InputFile? { quoting == .auto ? input : nil }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource {
    MboxSource(input, from: mark, quoting: quoting)
  }
}

extension OptionDescriptor {
  static let quoting = OptionDescriptor(
    "quoting", .choice(MboxQuoting.allCases.map(\.rawValue)), default: MboxQuoting.auto.rawValue,
    help: "whether lines of an mbox that begin with >From lose the >")
}
