import ConverterCore

/// A key of `messages` in a request's options: which messages of a mailbox are meant.
enum MessagePart: String, CaseIterable {
  case message, from, to, subject, text, search, after, before, hasAttachment, attachment, larger
  /// The word that named the type of the input.
  case fromWord

  /// - Throws: `usage`.
  func read(
    _ value: JSONValue, into messages: inout MessageSelection
  ) throws(ConversionError) {
    switch self {
    case .message: messages.message = try value.text(of: rawValue)
    case .from: messages.from = try value.texts(of: rawValue)
    case .to: messages.to = try value.texts(of: rawValue)
    case .subject: messages.subject = try value.texts(of: rawValue)
    case .text: messages.text = try value.texts(of: rawValue)
    case .search: messages.search = try value.texts(of: rawValue)
    case .after: messages.after = try value.seconds(of: rawValue)
    case .before: messages.before = try value.seconds(of: rawValue)
    case .hasAttachment: messages.hasAttachment = try value.flag(of: rawValue)
    case .attachment: messages.attachments = try value.texts(of: rawValue)
    case .larger:
      messages.largerThan = try ByteCount(parsing: value.amount(of: rawValue)).value
    case .fromWord: messages.typeWord = try value.text(of: rawValue)
    }
  }

  /// The value to write; `nil` where it is the usual one.
  func value(in messages: MessageSelection) -> JSONValue? {
    func array(_ words: [String]) -> JSONValue? {
      words.isEmpty ? nil : .array(words.map { .string($0) })
    }
    return switch self {
    case .message: messages.message.map { .string($0) }
    case .from: array(messages.from)
    case .to: array(messages.to)
    case .subject: array(messages.subject)
    case .text: array(messages.text)
    case .search: array(messages.search)
    case .after: messages.after.map { .integer($0) }
    case .before: messages.before.map { .integer($0) }
    case .hasAttachment: messages.hasAttachment ? .bool(true) : nil
    case .attachment: array(messages.attachments)
    case .larger: messages.largerThan.map { .integer($0) }
    case .fromWord: messages.typeWord.map { .string($0) }
    }
  }
}

extension JSONValue {
  /// Seconds since 1970.
  fileprivate func seconds(of key: String) throws(ConversionError) -> Int {
    guard let int else { throw unsuited(to: key, "a number of seconds since 1970") }
    return int
  }
}
