/// Something that can be found: a document, a note, or a message of a mailbox.
public struct IndexedItem: Sendable, Equatable {
  /// Messages stand in the indexes of their mailboxes, and not in that of a library.
  public enum Kind: String, Sendable, CaseIterable { case document, note, mail, file }

  public var kind: Kind
  /// A document's identifier, a note's number, or the path of a file; of a message that of its mailbox, `#`, and its number.
  public var key: String
  public var title: String
  public var tags: [String] = []
  public var note = ""
  /// Its words, with U+000C between pages.
  public var body = ""
  public var state: DocumentState?
  public var pageCount = 0
  public var revision = 0
  public var created: StoredDate
  public var modified: StoredDate

  static let pageBreak: Character = "\u{0C}"

  package init(
    kind: Kind, key: String, title: String, created: StoredDate, modified: StoredDate
  ) {
    (self.kind, self.key, self.title) = (kind, key, title)
    (self.created, self.modified) = (created, modified)
  }
}

/// Something that was found.
public struct SearchHit: Sendable, Equatable {
  public let item: IndexedItem
  /// How well it fits: more is better. 0 where the order is another.
  public let score: Double
  /// The text around the first place.
  public let snippet: Snippet

  /// A piece of text, and what was found in it.
  public struct Snippet: Sendable, Equatable {
    /// The text, without line breaks.
    public let text: String
    /// What was found, as ranges of characters of `text`.
    public let matches: [Range<Int>]
    /// The page it is on, from 1 on; `nil` where it is in the title, the tags or the note.
    public let page: Int?

    package init(text: String, matches: [Range<Int>], page: Int?) {
      (self.text, self.matches, self.page) = (text, matches, page)
    }
  }
}
