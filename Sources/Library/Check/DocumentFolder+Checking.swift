import ConverterCore
import SystemPackage

extension DocumentFolder {
  /// A file in the folder of a document.
  struct StrayFile {
    /// `.` for the document's own.
    let folder: String
    let name: String
    let path: FilePath
  }

  /// What changes that were stopped have left behind, and can be made again or never counted.
  func leftovers(_ metadata: DocumentMetadata) -> [StrayFile] {
    var all: [StrayFile] = []
    func add(_ folder: String, where isLeftover: (String) -> Bool) {
      let place = folder == "." ? path : path.appending(folder)
      for name in names(in: folder) where isLeftover(name) {
        all.append(StrayFile(folder: folder, name: name, path: place.appending(name)))
      }
    }
    for files in [DocumentFiles.pages, .text] {
      let known = Set(metadata.names(of: files))
      add(files.rawValue) { StoredName($0) != nil && !known.contains($0) }
    }
    for product in DocumentProduct.allCases {
      add(product.folder ?? ".") { name in
        product.revision(inName: name).map { $0 != metadata.revision } ?? false
      }
    }
    add(".") { $0 == Self.metadataName + ".new" }
    if metadata.output == nil { add("output") { $0 == DocumentProduct.pdf.rawValue } }
    return all
  }

  /// Originals that no page is made of.
  func unusedOriginals(_ metadata: DocumentMetadata) -> [String] {
    let known = Set(metadata.names(of: .originals))
    return names(in: DocumentFiles.originals.rawValue).filter {
      StoredName($0) != nil && !known.contains($0)
    }.sorted()
  }

  /// Files that should be there, and can be made of the originals.
  func missingFiles(_ metadata: DocumentMetadata) -> [FilePath] {
    var wanted = metadata.names(of: .pages).map { path(of: $0, in: .pages) }
    wanted += metadata.names(of: .text).map { path(of: $0, in: .text) }
    if !metadata.pages.isEmpty { wanted.append(path(of: .thumbnail, metadata)) }
    if metadata.output != nil { wanted.append(path(of: .pdf, metadata)) }
    return wanted.filter { !$0.isRegularFile }
  }

  private func names(in folder: String) -> [String] {
    guard let items = try? self.folder.folder(Array(folder.utf8)).items() else { return [] }
    return items.filter { !$0.isFolder }.map { String(decoding: $0.name, as: UTF8.self) }
  }
}

extension DocumentLibrary {
  /// Everything in the folder of documents.
  func itemsOfDocuments() throws(ConversionError) -> [OpenFolder.Item] {
    do {
      return try folder.folder(Array(DocumentCollection.documents.rawValue.utf8)).items()
        .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    } catch {
      throw ConversionError(
        .readFailed, "could not be listed: \(error)",
        file: path.appending(DocumentCollection.documents.rawValue), cause: error)
    }
  }

  enum Finishing { case beingMade, finished, removed }

  /// Makes a document of one whose making was stopped after all of it was there, or removes it.
  func finish(_ id: DocumentID, mends: Bool) throws(ConversionError) -> Finishing {
    let name = DocumentCollection.unfinished + id.description
    let place = path.appending(DocumentCollection.documents.rawValue).appending(name)
    do {
      let documents = try folder.folder(Array(DocumentCollection.documents.rawValue.utf8))
      let document = DocumentFolder(id, folder: try documents.folder(Array(name.utf8)), path: place)
      let own = try OpenFolder(reopening: document.folder.descriptor)
      guard try own.lock() else { return .beingMade }
      defer { withExtendedLifetime(own) {} }
      let metadata = try? document.metadata()
      let isWhole = metadata.map { !$0.pages.isEmpty && document.missingFiles($0).isEmpty } ?? false
      guard mends else { return isWhole ? .finished : .removed }
      guard isWhole else {
        documents.removeTree(name)
        return .removed
      }
      try documents.renameKeepingOthers(Array(name.utf8), to: Array(id.description.utf8))
      try documents.sync()
      return .finished
    } catch {
      throw OpenFolder.unwritten(error).about(place)
    }
  }

  /// Whether a program is syncing the library.
  var isSyncing: Bool {
    guard let place = try? OpenFolder(path: path.appending("settings")) else { return false }
    return (try? place.lock()) == false
  }
}
