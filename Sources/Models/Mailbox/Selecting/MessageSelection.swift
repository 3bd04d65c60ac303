public import ConverterCore
import TableModel

/// Which messages of a mailbox are meant.
///
/// All conditions must hold. Words are looked for without regard to case, anywhere in the decoded text.
public struct MessageSelection: ConversionOptionGroup {
  /// One message: its number from 1, its Message-ID, or words that its subject, its people or its body have.
  public var message: String?
  /// Words of the sender's name or address.
  public var from: [String] = []
  /// Words of the name or address of somebody who got it (To, Cc, Bcc).
  public var to: [String] = []
  public var subject: [String] = []
  /// Words of its bodies.
  public var text: [String] = []
  /// Words that are looked for in an index, whole and in any order; what the last begins with is enough.
  public var search: [String] = []
  /// The first second since 1970 that is meant.
  public var after: Int?
  /// The first second since 1970 that is meant no more.
  public var before: Int?
  /// Whether something other than signatures and the pictures of a body is attached.
  public var hasAttachment = false
  /// Patterns of names of attachments (`*.pdf`), of which one must match. Where attachments are saved, only
  /// those that match are.
  public var attachments: [String] = []
  /// The bytes that the message has more than.
  public var largerThan: Int?
  /// The most messages.
  public var limit: Int?
  /// The word that named ``/ConverterCore/ReadingOptions/type``. Where the input turns out to be mail of another type, it is a word of
  /// the sender's name. Where that type is `nil`, it named none.
  public var typeWord: String?

  public init() {}

  /// Whether it means all messages.
  public var isEverything: Bool {
    var other = self
    other.typeWord = nil
    return other == MessageSelection()
  }

  /// Whether it asks for something that only mail has; a number may be one of rows.
  public var choosesPart: Bool {
    var other = self
    other.limit = nil
    return !other.isEverything
  }

  public var readsWordOfType: Bool { typeWord != nil }

  public func hint(_ reading: ReadingOptions) -> String? {
    // A word for a sender where no mail is was most likely to name a type.
    guard reading.type == nil, let typeWord else { return nil }
    return "; there is no type \"\(typeWord.printable)\" for --from"
  }
}

extension ReadingOptions {
  /// Which messages of a mailbox are meant.
  public var messages: MessageSelection {
    get { self[MessageSelection.self] }
    set { self[MessageSelection.self] = newValue }
  }

  /// The messages that are meant of a file that is mail.
  ///
  /// A word that names another kind of file is one of the sender's then.
  ///
  /// - Throws: `usage` where a search is to be made without an index.
  fileprivate func messagesOfMail(
    in catalog: ContentTypeCatalog
  ) throws(ConversionError) -> MessageSelection {
    guard messages.search.isEmpty || index != nil else {
      throw ConversionError(
        .usage, "--search looks into an index: add --index, or look with --text, which needs none")
    }
    var selection = messages
    selection.typeWord = nil
    // Rows of mail are messages.
    selection.limit = selection.limit ?? self[TableSelection.self].messageLimit
    if let word = messages.typeWord, let type, !MessageSelection.isMail(type, in: catalog) {
      selection.from.append(word)
    }
    return selection
  }
}

extension ConversionContext {
  /// The messages that are meant of a file that is mail.
  ///
  /// - Throws: `usage` where a search is to be made without an index.
  public var messagesOfMail: MessageSelection {
    get throws(ConversionError) { try reading.messagesOfMail(in: registry.catalog) }
  }
}

extension MessageSelection {
  private static let types: [ContentType.ID] = ["public.message", .maildir]

  public static let name = "message selection"
  public static let place = OptionPlace.reading
  public static let concernsReading = true
  public static let choice: PartChoice? = PartChoice(
    "messages can be chosen of mail alone", types: types)

  /// A number of rows is one of messages, and a list of messages is shown as a table.
  public static func takesOver(_ other: any ConversionOptionGroup, isViewing: Bool) -> Bool {
    guard let rows = other as? TableSelection else { return false }
    return isViewing || rows.isEverythingUpToLimit
  }

  fileprivate static func isMail(_ type: ContentType, in catalog: ContentTypeCatalog) -> Bool {
    types.contains { catalog.type(type.id, conformsTo: $0) }
  }

  public static let options: [GroupOption<Self>] = [
    GroupOption(key: "messages") { value, messages throws(ConversionError) in
      for member in try value.members(of: "messages") {
        guard let part = MessagePart(rawValue: member.key) else {
          throw ConversionError(.usage, "\"messages\" has no \"\(member.key.printable)\"")
        }
        try part.read(member.value, into: &messages)
      }
    } value: { messages in
      let members = MessagePart.allCases.compactMap { part in
        part.value(in: messages).map { JSONValue.Member(part.rawValue, $0) }
      }
      return members.isEmpty ? nil : .object(members)
    }
  ]
}
