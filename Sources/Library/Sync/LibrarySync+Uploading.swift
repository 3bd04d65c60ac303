import ConverterCore
import Scanning
import SystemPackage

extension LibrarySync {
  /// Brings a document to the target.
  ///
  /// - Parameter remote: what the target has, of which this one is a later version.
  func upload(
    _ local: DocumentMetadata, over remote: RemoteDocument?,
    renumbered: [String: Set<String>] = [:],
    as kind: SyncOutcome.Kind = .uploaded, _ message: String? = nil
  ) throws(ConversionError) {
    let begun = try begin(local) { (change) throws(ConversionError) in
      try Self.renumber(renumbered, beyond: remote?.metadata, in: &change)
      let outgoing = change.metadata.outgoing(revision: change.revision)
      change.metadata.sync?.content = remote?.content
      change.metadata.sync?.revision = remote?.metadata.revision
      change.metadata.sync?.begun = RemoteDocument.content(of: outgoing.stored)
    }
    let outgoing = begun.outgoing(revision: begun.revision)
    var copy = DocumentCopy(
      document: try library.document(local.id), metadata: outgoing, target: target,
      workspace: workspace)
    if let remote, local.isSame(as: remote.metadata) {
      try copy.finish(remote.metadata)
      try end(local.id, content: remote.content, revision: remote.metadata.revision)
    } else {
      try copy.make(
        over: remote, from: begun.revision, trustsProducts: kind != .conflict)
      try end(
        local.id, content: RemoteDocument.content(of: outgoing.stored), revision: outgoing.revision)
    }
    told(SyncOutcome(kind, local, message))
  }

  /// Gives files other numbers than those that the target's have.
  private static func renumber(
    _ names: [String: Set<String>], beyond remote: DocumentMetadata?,
    in change: inout DocumentChange
  ) throws(ConversionError) {
    change.metadata.nextFile = max(change.metadata.nextFile, remote?.nextFile ?? 0)
    for files in DocumentFiles.allCases {
      for name in (names[files.rawValue] ?? []).sorted() {
        let new = try change.renumber(name, in: files)
        try change.metadata.rename(name, to: new, in: files)
      }
    }
  }
}

extension DocumentMetadata {
  /// Puts another name of a file in the place of one.
  fileprivate mutating func rename(
    _ name: String, to newName: String, in files: DocumentFiles
  ) throws(ConversionError) {
    for index in pages.indices {
      switch files {
      case .originals where pages[index].original == name:
        pages[index] = try pages[index].withOriginal(named: newName)
      case .pages where pages[index].picture == name: pages[index].picture = newName
      case .text where pages[index].text == name: pages[index].text = newName
      default: continue
      }
    }
  }
}

extension DocumentPage {
  /// The page with another name of its original.
  fileprivate func withOriginal(named name: String) throws(ConversionError) -> DocumentPage {
    let source = JSONValue.object([
      .init("name", .string(name)), .init("page", .integer(scan.source.page)),
    ])
    let members = (record.members ?? []).map { $0.key == "source" ? .init("source", source) : $0 }
    return try DocumentPage(record: .object(members), "a page")
  }
}

/// A document that is brought to a target.
struct DocumentCopy {
  let document: DocumentFolder
  /// As the target gets them.
  let metadata: DocumentMetadata
  let target: any SyncTarget
  let workspace: SyncWorkspace
  /// The files that the target has, with their sizes.
  private var there: [String: Int] = [:]

  init(
    document: DocumentFolder, metadata: DocumentMetadata, target: any SyncTarget,
    workspace: SyncWorkspace
  ) {
    (self.document, self.metadata, self.target, self.workspace) = (
      document, metadata, target, workspace
    )
  }

  private var place: String { "\(DocumentCollection.documents.rawValue)/\(document.id)" }

  private mutating func look() throws(ConversionError) {
    there = try target.sizes(in: RemoteFiles.folders(of: document.id))
  }

  /// Brings files first, then `metadata.json`.
  ///
  /// - Parameters:
  ///   - remote: what the target has.
  ///   - revision: of the document here; where it has another at the end, nothing of it counts.
  ///   - trustsProducts: whether what both made at one time is the same.
  mutating func make(
    over remote: RemoteDocument?, from revision: Int, trustsProducts: Bool
  ) throws(ConversionError) {
    // Nothing counts in a folder without metadata.
    if let remote {
      try look()
      try settle(remote.metadata)
    }
    let files = try files(over: remote?.metadata, trustsProducts: trustsProducts)
    if !files.isEmpty { try target.put(files.map(\.file)) }
    try look()
    for (file, size) in files where there[file.name] != size {
      throw ConversionError(
        .writeFailed,
        "\(file.name) has \(there[file.name].map { "\($0) bytes" } ?? "not arrived") there, and \(size) here"
      )
    }
    guard try document.metadata().revision == revision else { throw Self.changedHere }
    try checkUnchanged(remote)
    try putMetadata()
    // All counts now. What is left is done next time, if that fails.
    try tidy(metadata)
  }

  private static let changedHere = ConversionError(
    .changedMeanwhile, "was changed while it was copied; the next sync copies it as it is then")

  /// Whether another machine has changed the target's document meanwhile.
  private func checkUnchanged(_ remote: RemoteDocument?) throws(ConversionError) {
    let again = try workspace.folder("again")
    try target.get(RemoteDocument.names, in: place, to: again.path)
    let content = try RemoteDocument.bytes(in: again.folder).map(RemoteDocument.content)
    guard content == remote?.content else {
      throw ConversionError(
        .changedMeanwhile,
        "another machine has changed it at the target meanwhile; the next sync sees that")
    }
  }

  private mutating func putMetadata() throws(ConversionError) {
    let new = try workspace.folder("outgoing")
    let name = DocumentFolder.metadataName
    try new.folder.makeFile(name) { try $0.writeAll(metadata.stored.span) }
    let file = SyncFile(
      name: "\(place)/\(RemoteDocument.newName)", path: new.path.appending(name))
    try target.put([file])
    try target.rename([SyncMove(file.name, to: "\(place)/\(name)")])
    there[file.name] = nil
    there["\(place)/\(name)"] = metadata.stored.count
  }

  // MARK: Files

  /// What the target lacks.
  private func files(
    over remote: DocumentMetadata?, trustsProducts: Bool
  ) throws(ConversionError) -> [(file: SyncFile, size: Int)] {
    var all: [(file: SyncFile, size: Int)] = []
    for (files, name) in metadata.numberedFiles {
      let path = document.path(of: name, in: files)
      let size = try size(of: path)
      let isNamed = remote?.names(of: files).contains(name) ?? false
      let new = "\(place)/\(files.rawValue)/\(name)"
      if !isNamed || there[new] != size { all.append((SyncFile(name: new, path: path), size)) }
    }
    for product in DocumentProduct.allCases {
      let path = document.path(of: product, metadata)
      // The thumbnail of a document without pages.
      guard path.isRegularFile || product == .pdf else { continue }
      let size = try size(of: path)
      if trustsProducts, let remote, product.isSame(metadata, remote),
        there["\(place)/\(product.path())"] == size
      {
        continue
      }
      let name = product.path(remote == nil ? nil : metadata.revision)
      all.append((SyncFile(name: "\(place)/\(name)", path: path), size))
    }
    return all
  }

  private func size(of path: FilePath) throws(ConversionError) -> Int {
    guard let size = path.fileSize else {
      throw ConversionError(
        .damagedInput, "is missing; `fairy library check` makes it again if that can be", file: path
      )
    }
    return size
  }

  // MARK: Order at the target

  /// Gives metadata and products their names where that was not done.
  private mutating func settle(_ metadata: DocumentMetadata) throws(ConversionError) {
    var moves: [SyncMove] = []
    let (newest, named) = (
      "\(place)/\(RemoteDocument.newName)", "\(place)/\(DocumentFolder.metadataName)"
    )
    if there[named] == nil, let size = there.removeValue(forKey: newest) {
      there[named] = size
      moves.append(SyncMove(newest, to: named))
    }
    for product in DocumentProduct.allCases {
      let (new, usual) = (
        "\(place)/\(product.path(metadata.revision))", "\(place)/\(product.path())"
      )
      guard let size = there.removeValue(forKey: new) else { continue }
      there[usual] = size
      moves.append(SyncMove(new, to: usual))
    }
    if !moves.isEmpty { try target.rename(moves) }
  }

  /// Looks what the target has of the document as `metadata` say, and finishes what was left to do.
  mutating func finish(_ metadata: DocumentMetadata) throws(ConversionError) {
    try look()
    try tidy(metadata)
  }

  /// Puts products in their places, and removes what nothing refers to.
  ///
  /// - Parameter metadata: those that the target has.
  private mutating func tidy(_ metadata: DocumentMetadata) throws(ConversionError) {
    try settle(metadata)
    let unused = there.keys.filter { name in
      RemoteFiles.isUnused(name.dropFirst(place.utf8.count + 1), in: metadata)
    }
    if !unused.isEmpty { try target.remove(unused.sorted()) }
  }
}

/// The files of a document at a target.
enum RemoteFiles {
  /// The folders that have them, the document's first.
  static func folders(of id: DocumentID) -> [String] {
    let place = "\(DocumentCollection.documents.rawValue)/\(id)"
    return [place] + (DocumentFiles.allCases.map(\.rawValue) + ["output"]).map { "\(place)/\($0)" }
  }

  /// Whether a file is one that fairy makes, and that no longer belongs to the document.
  ///
  /// - Parameter name: relative to the folder of the document.
  static func isUnused(_ name: Substring, in metadata: DocumentMetadata) -> Bool {
    if name == RemoteDocument.newName { return true }
    let parts = name.split(separator: "/")
    for product in DocumentProduct.allCases
    where product.folder == (parts.count == 1 ? nil : String(parts[0])) {
      if product.revision(inName: String(parts[parts.count - 1])) != nil { return true }
    }
    guard parts.count == 2, let files = DocumentFiles(rawValue: String(parts[0])),
      StoredName(parts[1]) != nil
    else { return false }
    return !metadata.names(of: files).contains(String(parts[1]))
  }
}

extension DocumentProduct {
  /// Whether two versions of a document have the same.
  fileprivate func isSame(_ one: DocumentMetadata, _ other: DocumentMetadata) -> Bool {
    switch self {
    case .pdf: one.output == other.output
    case .thumbnail: one.pages.first?.picture == other.pages.first?.picture
    }
  }
}
