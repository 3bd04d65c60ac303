import ArgumentParser
import ConverterCore
import MailboxModel

/// Which messages of a mailbox are meant. All conditions must hold, also those of one kind that are said twice.
///
/// `--from` and `--to` stand apart, as they mean types, too (``OriginFlag``, ``TargetFlag``).
struct MessageFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "One message: its number, its Message-ID (what has an @ is one), or words that are in it.",
      valueName: "which"))
  var message: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Words in the sender's name or address; --from says the same.", valueName: "words"))
  var sender: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Words in the name or address of somebody who got it; --to says the same.",
      valueName: "words"))
  var recipient: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Words in the subject.", valueName: "words"))
  var subject: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Words in the text.", valueName: "words"))
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sent at this time or later: 2024-01-31, 2024-01-31T08:00, or 7d for seven days ago (h d w y).",
      valueName: "time"),
    transform: { try Moment(parsing: $0) })
  var after: Moment?

  @Option(
    help: ArgumentHelp("Sent before this time.", valueName: "time"),
    transform: { try Moment(parsing: $0) })
  var before: Moment?

  @Flag(help: "With something attached.")
  var hasAttachment = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With an attachment of such a name, '*.pdf', or of one of several; only those are saved.",
      valueName: "pattern"))
  var attachment: [String] = []

  @Option(
    help: ArgumentHelp("Larger than this: 1MB, 500KB.", valueName: "size"),
    transform: { try ByteCount(parsing: $0).value })
  var larger: Int?

  func validate() throws {
    if let message, message.allSatisfy(\.isWhitespace) {
      throw ValidationError("--message takes a number, a Message-ID or words")
    }
  }

  /// - Parameter recipients: what `--to` says of them.
  func apply(
    to reading: inout ReadingOptions, senders: [String] = [], recipients: [String] = []
  ) {
    var messages = reading.messages
    messages.message = message
    messages.from = sender + senders
    messages.to = recipient + recipients
    messages.subject = subject
    messages.text = text
    messages.after = after?.seconds
    messages.before = before?.seconds
    messages.hasAttachment = hasAttachment
    messages.attachments = attachment
    messages.largerThan = larger
    reading.messages = messages
  }
}

/// `--from`: what the input is; of a mailbox, whom messages are from.
struct OriginFlag: ParsableArguments {
  @Option(
    name: .customLong("from"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What the input is, whatever it looks like: yaml, csv, any word that --to takes. Of mail: words in the sender's name or address.",
      valueName: "type or words"))
  var words: [String] = []

  /// The last word that names a type.
  private var type: (word: String, type: ContentType)? {
    for word in words.reversed() {
      if let type = ContentTypeCatalog.builtin.type(named: word) { return (word, type) }
    }
    return nil
  }

  /// The words that name no type.
  var senders: [String] {
    words.filter { ContentTypeCatalog.builtin.type(named: $0) == nil }
  }

  func apply(to reading: inout ReadingOptions) {
    reading.type = type?.type
    reading.messages.typeWord = type?.word ?? senders.last
  }
}

/// `--to`, where nothing has a target.
struct RecipientFlag: ParsableArguments {
  @Option(
    name: .customLong("to"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The same as --recipient.", valueName: "words"))
  var words: [String] = []
}

/// `--from` and `--to`, where nothing else is meant by them.
struct PeopleFlags: ParsableArguments {
  @Option(
    name: .customLong("from"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The same as --sender.", valueName: "words"))
  var senders: [String] = []

  @OptionGroup var to: RecipientFlag

  var recipients: [String] { to.words }
}
