public import ConverterCore

extension MessageSelection {
  public static let section = "Messages"

  /// `--from` and `--to`, which name types as well, and `--search`, which needs an index, are the program's.
  public static let flags: [OptionFlag] = [
    OptionFlag(
      "message", .text, valueName: "which",
      help:
        "One message: its number, its Message-ID (what has an @ is one), or words that are in it.",
      takesHyphens: true
    ) { which, options in
      options.reading.messages.message = which
    },
    words("sender", \.from, help: "Words in the sender's name or address; --from says the same."),
    words(
      "recipient", \.to,
      help: "Words in the name or address of somebody who got it; --to says the same."),
    words("subject", \.subject, help: "Words in the subject."),
    words("text", \.text, help: "Words in the text."),
    time(
      "after", \.after,
      help:
        "Sent at this time or later: 2024-01-31, 2024-01-31T08:00, or 7d for seven days ago (h d w y)."
    ),
    time("before", \.before, help: "Sent before this time."),
    OptionFlag("has-attachment", help: "With something attached.") {
      $0.reading.messages.hasAttachment = true
    },
    OptionFlag(
      "attachment", .text, valueName: "pattern",
      help:
        "With an attachment of such a name, '*.pdf', or of one of several; only those are saved.",
      isRepeated: true, takesHyphens: true
    ) { pattern, options in
      options.reading.messages.attachments.append(pattern)
    },
    OptionFlag(
      "larger", .text, valueName: "size", help: "Larger than this: 1MB, 500KB."
    ) { text, options throws(ConversionError) in
      options.reading.messages.largerThan = try ByteCount(parsing: text).value
    },
  ]

  private static func words(
    _ name: String, _ path: any WritableKeyPath<Self, [String]> & Sendable, help: String
  ) -> OptionFlag {
    OptionFlag(
      name, .text, valueName: "words", help: help, isRepeated: true, takesHyphens: true
    ) { words, options in
      options.reading.messages[keyPath: path].append(words)
    }
  }

  private static func time(
    _ name: String, _ path: any WritableKeyPath<Self, Int?> & Sendable, help: String
  ) -> OptionFlag {
    OptionFlag(name, .text, valueName: "time", help: help) {
      text, options throws(ConversionError) in
      options.reading.messages[keyPath: path] = try Moment(parsing: text).seconds
    }
  }

  public func check() throws(ConversionError) {
    guard let message, message.allSatisfy(\.isWhitespace) else { return }
    throw ConversionError(.usage, "--message takes a number, a Message-ID or words")
  }
}
