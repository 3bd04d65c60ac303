public import ConverterCore
import Scanning
import SystemPackage

/// Looks for what a crash, a careless hand or a full disk has left in a library, and mends what can be mended.
///
/// What it does not know is named and left as it is.
public struct LibraryCheck {
  private let library: DocumentLibrary
  private let index: LibraryIndex
  /// Mends what can be mended; `nil` where nothing is changed.
  private let editor: LibraryEditor?
  private let removesUnusedOriginals: Bool
  public private(set) var findings: [LibraryFinding] = []

  /// Mends what it finds.
  ///
  /// - Parameters:
  ///   - editor: of the library.
  ///   - removesUnusedOriginals: whether originals that no page is made of are removed.
  public init(mendingWith editor: LibraryEditor, removesUnusedOriginals: Bool = false) {
    (library, index) = (editor.library, editor.index)
    (self.editor, self.removesUnusedOriginals) = (editor, removesUnusedOriginals)
  }

  /// Changes nothing, so that it also looks at a library that cannot be written.
  ///
  /// - Throws: what opening the index throws.
  public init(_ library: DocumentLibrary) throws(ConversionError) {
    (self.library, index) = (library, try library.readableIndex())
    (editor, removesUnusedOriginals) = (nil, false)
  }

  private var mends: Bool { editor != nil }

  /// Looks at everything.
  ///
  /// - Throws: what keeps it from going on: `readFailed`, `interrupted`.
  public mutating func run() throws(ConversionError) {
    let documents = library.path.appending(DocumentCollection.documents.rawValue)
    for item in try library.itemsOfDocuments() {
      let name = String(decoding: item.name, as: UTF8.self)
      if let id = DocumentID(name) {
        try check(id)
      } else if name.hasPrefix(DocumentCollection.unfinished),
        let id = DocumentID(name.dropFirst(DocumentCollection.unfinished.count))
      {
        try checkUnfinished(id, at: documents.appending(name))
      } else {
        add(.unknown, documents.appending(name), "is no document, and was left as it is", .left)
      }
    }
    try checkIndex()
    try checkIndexOfNotes()
  }

  private mutating func add(
    _ kind: LibraryFinding.Kind, _ path: FilePath, _ message: String,
    _ action: LibraryFinding.Action
  ) {
    findings.append(
      LibraryFinding(kind: kind, path: path, message: message, action: mends ? action : .left))
  }

  // MARK: One document

  private mutating func check(_ id: DocumentID) throws(ConversionError) {
    let document: DocumentFolder
    var metadata: DocumentMetadata
    do throws(ConversionError) {
      document = try library.document(id)
      metadata = try document.metadata()
    } catch  where [.damagedInput, .unsupportedContent, .readFailed].contains(error.code) {
      add(.unreadable, error.file ?? library.path, error.message, .left)
      return
    }
    try checkLeftovers(of: document, metadata)
    metadata = try checkSync(of: document, metadata)
    try checkFiles(of: document, metadata)
  }

  /// A document that is being synced while nobody does.
  private mutating func checkSync(
    of document: DocumentFolder, _ metadata: DocumentMetadata
  ) throws(ConversionError) -> DocumentMetadata {
    guard metadata.state == .syncing, !library.isSyncing else { return metadata }
    add(
      .abandonedSync, document.path, "was being synced when that was stopped; it is saved here",
      .mended)
    return try editor?.change(document.id, .abandonSync) ?? metadata
  }

  private mutating func checkLeftovers(
    of document: DocumentFolder, _ metadata: DocumentMetadata
  ) throws(ConversionError) {
    for file in document.leftovers(metadata) {
      add(.leftover, file.path, "was left behind by a change that was stopped", .mended)
      if mends { document.remove(file.name, in: file.folder) }
    }
    if mends { try document.settle(metadata) }
    for name in document.unusedOriginals(metadata) {
      let place = document.path(of: name, in: .originals)
      let action: LibraryFinding.Action = removesUnusedOriginals ? .mended : .left
      add(.unusedOriginal, place, "is an original that no page is made of", action)
      if mends, removesUnusedOriginals {
        document.remove(name, in: DocumentFiles.originals.rawValue)
      }
    }
  }

  private mutating func checkFiles(
    of document: DocumentFolder, _ metadata: DocumentMetadata
  ) throws(ConversionError) {
    var canBeMade = true
    for page in metadata.pages where !document.path(of: page.original, in: .originals).isRegularFile
    {
      canBeMade = false
      add(
        .missingOriginal, document.path(of: page.original, in: .originals),
        "is missing: its page stays as it is, and cannot be cropped or filtered anew", .left)
    }
    let missing = document.missingFiles(metadata)
    let message =
      if !canBeMade { "is missing" } else if mends { "was missing, and is made again" } else {
        "is missing, and can be made again"
      }
    for path in missing { add(.missingFile, path, message, canBeMade ? .mended : .left) }
    if canBeMade, !missing.isEmpty { try editor?.remake(document.id) }
  }

  // MARK: What was being made

  private mutating func checkUnfinished(
    _ id: DocumentID, at path: FilePath
  ) throws(ConversionError) {
    switch try library.finish(id, mends: mends) {
    case .beingMade: return
    case .finished:
      let now = mends ? "is a document now" : "can become a document"
      add(.unfinished, path, "was made when the program was stopped, and \(now)", .mended)
      try editor?.reindex(id)
    case .removed:
      add(
        .unfinished, path,
        "was being made when the program was stopped; its photos are where they were", .mended)
    }
  }

  // MARK: The index

  private mutating func checkIndex() throws(ConversionError) {
    var indexed: [String: Int] = [:]
    try index.items(.document) { indexed[$0.key] = $0.revision }
    var stale = 0
    for id in try library.identifiers() {
      let known = indexed.removeValue(forKey: id.description)
      guard let metadata = try? library.document(id).metadata(), metadata.revision != known else {
        continue
      }
      stale += 1
      try editor?.reindex(id)
    }
    for key in indexed.keys {
      stale += 1
      if mends { try index.remove(.document, key) }
    }
    guard stale > 0 else { return }
    add(
      .staleIndex, library.path.appending("index.sqlite"),
      stale == 1 ? "did not agree with 1 document" : "did not agree with \(stale) documents",
      .mended)
  }

  private mutating func checkIndexOfNotes() throws(ConversionError) {
    var indexed: [String: StoredDate] = [:]
    try index.items(.note) { indexed[$0.key] = $0.modified }
    var stale = 0
    for note in try library.notes() {
      guard indexed.removeValue(forKey: "\(note.number)") != note.modified else { continue }
      stale += 1
      if mends { try index.put(note.indexedItem) }
    }
    for key in indexed.keys {
      stale += 1
      if mends { try index.remove(.note, key) }
    }
    guard stale > 0 else { return }
    add(
      .staleIndex, library.path.appending("index.sqlite"),
      "did not agree with \(Amounts.count(stale, "notes"))", .mended)
  }
}
