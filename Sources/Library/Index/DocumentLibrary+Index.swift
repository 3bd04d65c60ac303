package import ConverterCore
import SystemPackage

extension DocumentLibrary {
  private var indexPath: FilePath { path.appending(Self.indexName) }

  static let indexName = "index.sqlite"
  /// What belongs to an index beside its file.
  private static let besides = ["-wal", "-shm", "-journal"]

  /// The index for changes, made of the files where there is none that can be used, and up to date after a crash.
  package func openedIndex() throws(ConversionError) -> LibraryIndex {
    guard let index = try LibraryIndex(existing: indexPath) else {
      return try madeIndex(orExisting: true)
    }
    for item in try index.unfinished() {
      try index.together { () throws(ConversionError) in
        try update(index, item.kind, item.key)
      }
    }
    return index
  }

  /// The index for reading. Where the library cannot be written and has no index that can be read as it is, a temporary one is
  /// made of the files.
  package func readableIndex() throws(ConversionError) -> LibraryIndex {
    do throws(ConversionError) {
      return try openedIndex()
    } catch  where error.code == .writeFailed {
      let log = (try? folder.size(of: Self.indexName + "-wal")) ?? 0
      if log == 0, let index = try LibraryIndex(existing: indexPath, isReadOnly: true) {
        return index
      }
      let index = try LibraryIndex(making: nil)
      try fill(index) { _ in }
      return index
    }
  }

  /// A new index, made of the files.
  ///
  /// - Parameter damaged: hears of each document that cannot be read; the others are found all the same.
  package func reindexed(
    _ damaged: (ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> LibraryIndex {
    try madeIndex(orExisting: false, damaged)
  }

  /// Makes the index beside the one that is there, which it then replaces.
  ///
  /// - Parameter orExisting: whether one will do that another program has made meanwhile.
  private func madeIndex(
    orExisting: Bool, _ damaged: (ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> LibraryIndex {
    let lock = try folder.locked(
      .seconds(600), orElse: "another program is making the index of the library")
    defer { withExtendedLifetime(lock) {} }
    if orExisting, let index = try LibraryIndex(existing: indexPath) { return index }
    let new = Self.indexName + ".new"
    let start = StoredDate.now
    remove(new)
    do throws(ConversionError) {
      let index = try LibraryIndex(making: path.appending(new))
      try fill(index, damaged)
    } catch {
      remove(new)
      throw error
    }
    try folder.syncFile(new)
    // The old index and its log go first: SQLite would apply a log that is still there to the new index.
    remove(Self.indexName)
    try folder.moveFile(new, to: Self.indexName)
    guard let index = try LibraryIndex(existing: indexPath) else {
      throw ConversionError(.readFailed, "the new index cannot be opened", file: indexPath)
    }
    try catchUp(index, since: start)
    return index
  }

  private func remove(_ index: String) {
    for suffix in [""] + Self.besides { path.appending(index + suffix).removeFile() }
  }

  private func fill(
    _ index: LibraryIndex, _ damaged: (ConversionError) -> Void
  ) throws(ConversionError) {
    var rest = readItems(damaged)[...]
    while !rest.isEmpty {
      try index.together { () throws(ConversionError) in
        for item in rest.prefix(Self.together).compactMap({ $0.read() }) { try index.put(item) }
      }
      rest = rest.dropFirst(Self.together)
    }
    try index.finish()
  }

  /// Updates what other programs changed while the index was made, as they still had the old one open.
  private func catchUp(_ index: LibraryIndex, since start: StoredDate) throws(ConversionError) {
    var gone: Set<String> = []
    try index.items(.document) { gone.insert($0.key) }
    for id in try identifiers() {
      let isNew = gone.remove(id.description) == nil
      guard isNew || (try? document(id))?.wasChanged(since: start) == true else { continue }
      try index.update(.document, id.description, to: indexedDocument(id))
    }
    for key in gone { try index.remove(.document, key) }
    var known: [String: StoredDate] = [:]
    try index.items(.note) { known[$0.key] = $0.modified }
    for note in try notes() where known.removeValue(forKey: "\(note.number)") != note.modified {
      try index.put(note.indexedItem)
    }
    for key in known.keys { try index.remove(.note, key) }
  }

  /// How many items are put into the index in one transaction.
  private static let together = 500

  /// Something of the files that is found, which is read whole when it is put in: there may be more of them than files
  /// can be open, and than memory holds.
  private struct FileItem {
    let modified: StoredDate
    let read: () -> IndexedItem?
  }

  /// All documents and notes, the newest at the end.
  private func readItems(_ damaged: (ConversionError) -> Void) -> [FileItem] {
    var items = readDocuments(damaged)
    do throws(ConversionError) {
      items += try notes().map { note in FileItem(modified: note.modified) { note.indexedItem } }
    } catch {
      damaged(error)
    }
    return items.sorted { $0.modified < $1.modified }
  }

  private func readDocuments(_ damaged: (ConversionError) -> Void) -> [FileItem] {
    var all: [FileItem] = []
    do throws(ConversionError) {
      for id in try identifiers() {
        do throws(ConversionError) {
          let modified = try document(id).metadata().modified
          all.append(FileItem(modified: modified) { self.indexedDocument(id) })
        } catch  where error.code == .inputNotFound {
          // It was moved to the trash since the folder was listed.
        } catch {
          damaged(error)
        }
      }
    } catch {
      damaged(error)
    }
    return all
  }

  /// Looks at something again.
  private func update(
    _ index: LibraryIndex, _ kind: IndexedItem.Kind, _ key: String
  ) throws(ConversionError) {
    switch kind {
    case .document: try index.update(kind, key, to: DocumentID(key).flatMap(indexedDocument))
    case .note:
      let note = try notes().first { "\($0.number)" == key }
      try index.update(kind, key, to: note?.indexedItem)
    case .file, .mail: try index.remove(kind, key)
    }
  }

  private func indexedDocument(_ id: DocumentID) -> IndexedItem? {
    guard let folder = try? document(id), let metadata = try? folder.metadata() else { return nil }
    return folder.indexedItem(metadata)
  }
}

extension DocumentFolder {
  /// The document as it is found; words that cannot be read are left out.
  func indexedItem(_ metadata: DocumentMetadata) -> IndexedItem {
    var item = IndexedItem(
      kind: .document, key: id.description, title: metadata.title, created: metadata.created,
      modified: metadata.modified)
    (item.tags, item.note, item.state) = (metadata.tags, metadata.note, metadata.state)
    (item.pageCount, item.revision) = (metadata.pages.count, metadata.revision)
    item.body = metadata.pages.map(words).joined(separator: String(IndexedItem.pageBreak))
    return item
  }

  /// The most bytes of the words of a page.
  private static let mostText = 1 << 26

  private func words(of page: DocumentPage) -> String {
    (page.correction ?? page.text.flatMap { words(in: $0) } ?? "")
      .replacing(String(IndexedItem.pageBreak), with: " ")
  }

  /// The words in a file of the folder `text`, a line of the page a line; `nil` where it cannot be read.
  package func words(in name: String) -> String? {
    recognizedText(in: name).map { text in
      RecognizedSheet.all(of: text).flatMap(\.lines).map(\.text).joined(separator: "\n")
    }
  }

  /// What stands in a file of the folder `text`; `nil` where it cannot be read.
  func recognizedText(in name: String) -> JSONValue? {
    guard
      let texts = try? folder.folder(Array(DocumentFiles.text.rawValue.utf8)),
      let bytes = try? texts.bytes(of: name, most: Self.mostText)
    else { return nil }
    return try? JSONValue(parsing: bytes)
  }
}
