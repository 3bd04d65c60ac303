import ArgumentParser
import ConverterCore
import MailboxModel

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
