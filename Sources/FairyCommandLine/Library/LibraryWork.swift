import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import Scanning
import SystemPackage

/// What the verbs of the library share.
struct LibraryWork: ParsableArguments {
  @OptionGroup var place: LibraryFlags
  @OptionGroup var limits: LimitFlags
  @OptionGroup var sandbox: SandboxFlags
  @OptionGroup var output: OutputFlags

  /// The library, to be changed by sealed workers.
  ///
  /// - Parameter interruption: what ends them, where signals are taken already.
  func editor(until interruption: Interruption? = nil) throws -> LibraryEditor {
    let pages = pages(until: try interruption ?? Self.interruption())
    return try LibraryEditor(try place.library(), maker: RequestedPages(pages))
  }

  /// Takes signals from now on. A change that is ended at once may leave files behind, which a check removes.
  static func interruption() throws -> Interruption {
    try DocumentWork.interruption("fairy library check removes what was left unfinished")
  }

  func pages(until interruption: Interruption) -> WorkerPages {
    let runs = WorkerRuns(sandbox: sandbox.policy, interruption: interruption)
    return WorkerPages(runs: runs, limits: limits.limits)
  }

  /// Changes pages of a document, and says that it was done.
  func edit(
    _ document: DocumentArgument, _ what: String,
    _ edit: (inout ScanSession) throws(ConversionError) -> Void
  ) throws {
    let editor = try editor()
    try tell(what, try editor.edit(try document.id(in: editor), edit))
  }

  /// Changes what is said of a document, and says that it was done.
  func describe(
    _ document: DocumentArgument, _ what: String,
    _ edit: (inout DocumentDescription) throws(ConversionError) -> Void
  ) throws {
    let editor = try editor()
    try tell(what, try editor.describe(try document.id(in: editor), edit))
  }

  /// Says what became of a document: a line, or its JSON.
  func tell(_ what: String, _ metadata: DocumentMetadata) throws {
    let report = DocumentReport(metadata)
    Console.standard.print(output.json ? report.json.description : "\(what) \(report.line)")
    try Console.standard.check()
  }
}

/// A document as people and scripts are told of it.
struct DocumentReport {
  let id: String
  let title: String
  let state: DocumentState
  let pageCount: Int
  let created: StoredDate
  let modified: StoredDate
  let tags: [String]
  let revision: Int

  init(_ metadata: DocumentMetadata) {
    (id, title, state) = (metadata.id.description, metadata.title, metadata.state)
    (pageCount, tags, revision) = (metadata.pages.count, metadata.tags, metadata.revision)
    (created, modified) = (metadata.created, metadata.modified)
  }

  init(_ item: IndexedItem) {
    (id, title, state) = (item.key, item.title, item.state ?? .draft)
    (pageCount, tags, revision) = (item.pageCount, item.tags, item.revision)
    (created, modified) = (item.created, item.modified)
  }

  /// A line of `fairy library --json list`.
  var json: JSONValue {
    .object([
      .init("id", .string(id)), .init("title", .string(title)),
      .init("state", .string(state.rawValue)), .init("pages", .integer(pageCount)),
      .init("created", .string(created.description)),
      .init("modified", .string(modified.description)),
      .init("tags", .array(tags.map { .string($0) })), .init("revision", .integer(revision)),
    ])
  }

  /// `3f2a9c1e  Rechnung · 2 pages · draft`
  var line: String {
    let tags = tags.isEmpty ? "" : " · " + tags.map { "#" + $0.printable }.joined(separator: " ")
    return "\(id.prefix(8))  \(title.printable) · \(pageCount.pages) · \(state.words)\(tags)"
  }
}

extension Int {
  /// `1 page`, `12 pages`
  var pages: String { self == 1 ? "1 page" : "\(self) pages" }
}

extension DocumentState {
  /// The state, as people say it.
  var words: String {
    switch self {
    case .draft: "draft"
    case .savedLocal: "saved"
    case .syncing: "being synced"
    case .synced: "synced"
    case .syncError: "not synced"
    }
  }
}
