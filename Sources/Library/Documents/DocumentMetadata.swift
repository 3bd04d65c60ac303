import ConverterCore
package import Scanning

/// What is known of a document: the content of its `metadata.json`.
///
/// It is data alone; ``DocumentFolder`` reads it, and changes it together with the files that it names.
public struct DocumentMetadata: Sendable, Equatable {
  public let id: DocumentID
  /// One more with each change, from 1 on.
  public package(set) var revision = 1
  public package(set) var title: String
  /// What the user wrote about it.
  public package(set) var note = ""
  /// In the order in which they were added, each once.
  public package(set) var tags: [String] = []
  public package(set) var state = DocumentState.draft
  public let created: StoredDate
  public package(set) var modified: StoredDate
  /// How its PDF is made.
  public package(set) var form = DocumentForm()
  /// The pages in the order in which they stand in the document.
  public package(set) var pages: [DocumentPage] = []
  /// The identifier of the next page that comes.
  package var nextPage = 1
  /// The number of the next file that comes.
  package var nextFile = 1
  /// The PDF; `nil` where there is none.
  public package(set) var output: Output?
  /// What became of copying it to the place that the library is synced with; `nil` where that was never tried.
  public package(set) var sync: Sync?
  /// Members of a later version.
  var unknown: [JSONValue.Member] = []

  /// The PDF of a document.
  public struct Output: Sendable, Equatable {
    public let byteCount: Int
    /// The revision of the document at which it was made.
    public let revision: Int
    public let made: StoredDate
  }

  /// Where a document was copied to.
  public struct Sync: Sendable, Equatable {
    /// The place, as ``SyncPlace`` writes it.
    public var target: String
    /// The revision that the place has; `nil` where it has none.
    public var revision: Int?
    /// A digest of the metadata that the place has, by which is seen whether another machine has changed them.
    public var content: String?
    /// The same of what is being copied: whoever is stopped in the middle knows it again.
    public var begun: String?
    /// Why it could not be copied; `nil` where it could, or is being copied.
    public var failure: String?
    /// How often in a row that was so.
    public var failureCount = 0
    /// When it is tried again.
    public var nextTry: StoredDate?

    init(target: String) { self.target = target }
  }

  /// An empty draft.
  public init(id: DocumentID = DocumentID(), title: String, created: StoredDate = .now) {
    (self.id, self.title, self.created, modified) = (id, title, created, created)
  }

  /// The pages as a session, to change them.
  package var session: ScanSession {
    ScanSession(entries: pages.map(\.scan), next: nextPage)
  }

  /// Takes over what was changed in ``session``.
  ///
  /// Pictures and words of pages that look different now are no longer theirs.
  ///
  /// - Parameter names: what the files of new originals were called, by the names of the originals.
  package mutating func take(_ session: ScanSession, names: [String: String] = [:]) {
    let old = Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0) })
    pages = session.entries.map { entry in
      guard var page = old[entry.id], page.scan.source == entry.source else {
        return DocumentPage(entry, importedName: names[entry.source.name] ?? entry.source.name)
      }
      if page.scan.page != entry.page { (page.picture, page.text) = (nil, nil) }
      page.scan = entry
      return page
    }
    nextPage = session.next
  }
}

/// How the PDF of a document is made.
public struct DocumentForm: Sendable, Equatable {
  /// The size of its pages: `image`, `a4`, `letter`, `210x297mm`.
  public package(set) var pageSize = "image"
  /// How small its pictures become: `none`, `small`, `balanced`, `high`.
  public package(set) var preset = "none"
  /// The languages of its words: `auto`, `eng+deu`.
  public package(set) var languages = "auto"

  public init() {}
}

extension DocumentForm {
  package static let presets = ["none", "small", "balanced", "high"]
}
