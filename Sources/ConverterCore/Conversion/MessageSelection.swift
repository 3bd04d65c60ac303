/// Which messages of a mailbox are meant.
///
/// All conditions must hold. Words are looked for without regard to case, anywhere in the decoded text.
public struct MessageSelection: Sendable, Equatable {
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

  public init() {}

  /// Whether it means all messages.
  public var isEverything: Bool { self == MessageSelection() }

  /// Whether it asks for something that only mail has; a number may be one of rows.
  var isOfMail: Bool {
    var other = self
    other.limit = nil
    return !other.isEverything
  }

}

extension ContentTypeCatalog {
  /// Whether files of the type hold messages.
  package func isMail(_ type: ContentType.ID) -> Bool {
    self.type(type, conformsTo: "public.message") || self.type(type, conformsTo: .maildir)
  }
}

extension ReadingOptions {
  /// - Throws: `code` where messages are to be chosen of what has none.
  func checkMessages(
    suit type: ContentType, in catalog: ContentTypeCatalog, _ code: ConversionError.Code
  ) throws(ConversionError) {
    guard messages.isOfMail, !catalog.isMail(type.id) else { return }
    // A word for a sender where no mail is was most likely to name a type.
    let misspelt = self.type == nil ? typeWord : nil
    let word = misspelt.map { "; there is no type \"\($0.printable)\" for --from" } ?? ""
    throw ConversionError(
      code, "messages can be chosen of mail alone, and this is \(type.nameWithArticle)\(word)")
  }

  /// The messages that are meant of a file that is mail.
  ///
  /// A word that names another kind of file is one of the sender's then.
  ///
  /// - Throws: `usage` where a search is to be made without an index.
  public var messagesOfMail: MessageSelection {
    get throws(ConversionError) {
      guard messages.search.isEmpty || index != nil else {
        throw ConversionError(
          .usage, "--search looks into an index: add --index, or look with --text, which needs none"
        )
      }
      guard let word = typeWord, let type, !ContentTypeCatalog.standard.isMail(type.id) else {
        return messages
      }
      var selection = messages
      selection.from.append(word)
      return selection
    }
  }
}
