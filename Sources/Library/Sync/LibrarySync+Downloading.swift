import ConverterCore
import SystemPackage

extension LibrarySync {
  /// Brings a document from the target that this library does not have.
  ///
  /// - Parameter remote: what the target has; `nil` where nothing of it counts yet.
  func download(_ id: DocumentID, _ remote: RemoteDocument?) throws(ConversionError) {
    // Only what is saved goes from one machine to another.
    guard let remote, remote.metadata.state != .draft else { return }
    var metadata = remote.metadata
    metadata.state = .synced
    metadata.sync = DocumentMetadata.Sync(target: name, has: remote)
    try fetch(remote, as: id.description)
    try adopt(metadata)
    told(SyncOutcome(.downloaded, metadata))
  }

  /// Takes over what another machine has made of a document that was not changed here.
  func update(_ local: DocumentMetadata, to remote: RemoteDocument) throws(ConversionError) {
    guard remote.metadata.state != .draft else { return }
    try begin(local) { _ in }
    let place = try fetch(remote, as: "update", without: local)
    do throws(ConversionError) {
      try editor.change(local.id, .endSync) { (change) throws(ConversionError) in
        try change.take(remote, from: place, to: self.name)
      }
    } catch  where error.code == .usage {
      throw ConversionError(
        .changedMeanwhile, "was changed while the target's version came; the next sync keeps both")
    }
    told(SyncOutcome(.updated, remote.metadata))
  }

  /// The target's version becomes a document of its own, and this library's takes its place there.
  ///
  /// - Returns: the new document, where it is to be brought to the target, too.
  func keepBoth(
    _ local: DocumentMetadata, _ remote: RemoteDocument
  ) throws(ConversionError) -> DocumentMetadata? {
    // Whoever is stopped in the middle makes the same one again.
    let id = DocumentID(naming: "\(local.id) \(remote.content)")
    let title = Self.title(of: remote.metadata)
    let place = try fetch(remote, as: id.description)
    let different = try Self.differences(
      try library.document(local.id), local, place, remote.metadata)
    var other: DocumentMetadata?
    if try !library.identifiers().contains(id),
      try !library.identifiers(inTrash: true).contains(id),
      !library.deletedIdentifiers().contains(id)
    {
      var metadata = try remote.metadata.renamed(id, title: title)
      (metadata.state, metadata.sync) = (metadata.output == nil ? .draft : .savedLocal, nil)
      try adopt(metadata)
      other = metadata
    }
    try upload(
      local, over: remote, renumbered: different, as: .conflict,
      "was changed here and by another machine; the other version is \"\(title)\"")
    return other
  }

  private static func title(of metadata: DocumentMetadata) -> String {
    let end = " (other version, \(metadata.modified.description.prefix(10)))"
    var title = metadata.title
    while title.utf8.count + end.utf8.count > DocumentMetadata.longestTitle { title.removeLast() }
    return title + end
  }

  // MARK: Files

  /// Makes a folder of the workspace a document.
  private func adopt(_ metadata: DocumentMetadata) throws(ConversionError) {
    let name = metadata.id.description
    let place = try workspace.existing(name)
    try place.replaceFile(DocumentFolder.metadataName, with: metadata.stored)
    try editor.index.willChange(.document, name)
    try workspace.adopt(name, as: metadata.id, in: library)
    try editor.reindex(metadata.id)
  }

  /// Brings the files of a document into a folder of the workspace, and to the disk.
  ///
  /// - Parameter local: whose files are here already.
  /// - Throws: also `damagedInput` where the target's document is not whole.
  @discardableResult
  private func fetch(
    _ remote: RemoteDocument, as name: String, without local: DocumentMetadata? = nil
  ) throws(ConversionError) -> OpenFolder {
    let id = remote.metadata.id
    let source = "\(DocumentCollection.documents.rawValue)/\(id)"
    let there = try target.sizes(in: RemoteFiles.folders(of: id))
    var wanted = remote.metadata.numberedFiles
      .filter { local?.names(of: $0.files).contains($0.name) != true }
      .map { "\($0.files.rawValue)/\($0.name)" }
    wanted += DocumentProduct.allCases.compactMap { product in
      [product.path(remote.metadata.revision), product.path()].first {
        there["\(source)/\($0)"] != nil
      }
    }
    let place = try workspace.folder(name)
    try target.get(wanted + RemoteDocument.names, in: source, to: place.path)
    for name in wanted {
      guard let size = there["\(source)/\(name)"] else {
        throw ConversionError(.damagedInput, "\(name) is missing there")
      }
      try Self.check(place, name, size)
    }
    try Self.checkUnchanged(remote, in: place.folder)
    try Self.placeProducts(of: remote.metadata, in: place.folder)
    return place.folder
  }

  private static func check(
    _ place: (folder: OpenFolder, path: FilePath), _ name: String, _ size: Int
  ) throws(ConversionError) {
    let path = place.path.appending(name)
    guard path.fileSize == size else {
      throw ConversionError(.readFailed, "\(name) did not come whole; the next sync gets it again")
    }
    try path.removingLastComponent().opened().syncFile(path.lastName)
  }

  private static func checkUnchanged(
    _ remote: RemoteDocument, in place: OpenFolder
  ) throws(ConversionError) {
    let bytes = try RemoteDocument.bytes(in: place)
    guard bytes.map(RemoteDocument.content) == remote.content else {
      throw ConversionError(
        .changedMeanwhile,
        "another machine has changed it at the target meanwhile; the next sync sees that")
    }
  }

  /// Gives products their usual names.
  private static func placeProducts(
    of metadata: DocumentMetadata, in place: OpenFolder
  ) throws(ConversionError) {
    for product in DocumentProduct.allCases {
      do {
        let folder =
          try product.folder.map { (name) throws(Errno) in try place.folder(Array(name.utf8)) }
          ?? place
        let new = Array(product.newName(metadata.revision).utf8)
        if try folder.status(of: new) != nil {
          try folder.rename(new, to: Array(product.rawValue.utf8))
        }
        let size = try folder.size(of: product.rawValue)
        guard product != .pdf || size == metadata.output?.byteCount else {
          throw ConversionError(
            .damagedInput, "the PDF there is not the one that its metadata.json names")
        }
        try folder.sync()
      } catch Errno.noSuchFileOrDirectory where product == .pdf && metadata.output == nil {
        continue
      } catch {
        throw OpenFolder.unwritten(error)
      }
    }
  }

  /// Files that two versions of a document have under one name, and that differ.
  private static func differences(
    _ document: DocumentFolder, _ local: DocumentMetadata, _ place: OpenFolder,
    _ remote: DocumentMetadata
  ) throws(ConversionError) -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for (files, name) in local.numberedFiles where remote.names(of: files).contains(name) {
      let folders = [document.folder, place]
      var contents: [[UInt8]] = []
      for folder in folders {
        contents.append(try folder.folderMade(files.rawValue).bytes(of: name, most: Int(Int32.max)))
      }
      if contents[0] != contents[1] { all[files.rawValue, default: []].insert(name) }
    }
    return all
  }
}

extension SyncWorkspace {
  /// A folder in it that was made before.
  func existing(_ name: String) throws(ConversionError) -> OpenFolder {
    try path.appending(name).opened()
  }
}

extension FilePath {
  /// The folder at this path.
  fileprivate func opened() throws(ConversionError) -> OpenFolder {
    do {
      return try OpenFolder(path: self, follows: false)
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }
}

extension DocumentChange {
  /// Takes over what a target has.
  ///
  /// - Parameter place: has the files that are not here yet.
  mutating func take(
    _ remote: RemoteDocument, from place: OpenFolder, to target: String
  ) throws(ConversionError) {
    let known = metadata
    for (files, name) in remote.metadata.numberedFiles where !known.names(of: files).contains(name)
    {
      let folder = try place.folderMade(files.rawValue)
      try takeFile(name, in: files, from: folder)
    }
    for product in DocumentProduct.allCases {
      let folder =
        try product.folder.map { (name) throws(ConversionError) in try place.folderMade(name) }
        ?? place
      try takeProduct(product, from: folder)
    }
    metadata = remote.metadata
    metadata.nextFile = max(metadata.nextFile, known.nextFile)
    metadata.sync = DocumentMetadata.Sync(target: target, has: remote)
  }
}

extension DocumentMetadata.Sync {
  /// The target has this, and so has the library.
  fileprivate init(target: String, has remote: RemoteDocument) {
    self.init(target: target)
    (content, revision) = (remote.content, remote.metadata.revision)
  }
}

extension SyncOutcome {
  /// A document of the target that could not be copied here.
  init(_ id: DocumentID, failure error: ConversionError) {
    (kind, self.id, title) = (.failed, id, id.description)
    message = "\(error.file.map { "\($0.lossyText): " } ?? "")\(error.message)"
    (nextTry, self.error) = (nil, error.code)
  }
}
