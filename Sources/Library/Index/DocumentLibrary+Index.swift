package import ConverterCore
import SystemPackage

extension DocumentLibrary {
  private var indexPath: FilePath { path.appending("index.sqlite") }

  /// The index, made of the files where there is none that can be used, and up to date after a crash.
  package func openedIndex() throws(ConversionError) -> LibraryIndex {
    guard let index = try LibraryIndex(existing: indexPath) else { return try reindexed() }
    for item in try index.unfinished() {
      try index.together { () throws(ConversionError) in
        try update(index, item.kind, item.key)
      }
    }
    return index
  }

  /// A new index, made of the files.
  ///
  /// - Parameter damaged: hears of each document that cannot be read; the others are found all the same.
  package func reindexed(
    _ damaged: (ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> LibraryIndex {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      FilePath(indexPath.string + suffix).removeFile()
    }
    let index = try LibraryIndex(making: indexPath)
    let documents = readDocuments(damaged).sorted { $0.metadata.modified < $1.metadata.modified }
    var rest = documents[...]
    while !rest.isEmpty {
      try index.together { () throws(ConversionError) in
        for document in rest.prefix(Self.together) {
          try index.put(document.folder.indexedItem(document.metadata))
        }
      }
      rest = rest.dropFirst(Self.together)
    }
    try index.optimize()
    return index
  }

  /// How many documents are put into the index in one transaction.
  private static let together = 500

  private func readDocuments(
    _ damaged: (ConversionError) -> Void
  ) -> [(folder: DocumentFolder, metadata: DocumentMetadata)] {
    var all: [(folder: DocumentFolder, metadata: DocumentMetadata)] = []
    for id in (try? identifiers()) ?? [] {
      do throws(ConversionError) {
        let folder = try document(id)
        all.append((folder, try folder.metadata()))
      } catch {
        damaged(error)
      }
    }
    return all
  }

  /// Looks at something again.
  private func update(
    _ index: LibraryIndex, _ kind: IndexedItem.Kind, _ key: String
  ) throws(ConversionError) {
    guard kind == .document, let id = DocumentID(key), let folder = try? document(id),
      let metadata = try? folder.metadata()
    else { return try index.remove(kind, key) }
    try index.put(folder.indexedItem(metadata))
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

  /// The words of a page, a line of the page a line.
  private func words(of page: DocumentPage) -> String {
    guard let name = page.text, let texts = try? folder.folder(Array(DocumentFiles.text.rawValue.utf8)),
      let bytes = try? texts.bytes(of: name, most: Self.mostText),
      let text = try? JSONValue(parsing: bytes)
    else { return "" }
    let lines = (text["pages"]?.elements ?? [])
      .flatMap { $0["blocks"]?.elements ?? [] }
      .flatMap { $0["lines"]?.elements ?? [] }
    return lines.map { line in
      (line["words"]?.elements ?? []).compactMap { $0["text"]?.text }.joined(separator: " ")
    }.joined(separator: "\n").replacing(String(IndexedItem.pageBreak), with: " ")
  }
}
