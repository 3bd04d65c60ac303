public import ConverterCore
import SystemPackage

/// The trash of the library.
extension DocumentLibrary {
  /// Moves a document to the trash of the library, from which ``restore(_:)`` brings it back.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - revision: the one that the caller has seen; `nil` to move whatever is there.
  /// - Throws: `inputNotFound`, `changedMeanwhile`, `writeFailed`.
  public func trash(_ id: DocumentID, from revision: Int? = nil) throws(ConversionError) {
    try move(id, from: .documents, to: .trash, revision)
  }

  /// Brings a document back from the trash.
  public func restore(_ id: DocumentID) throws(ConversionError) {
    try move(id, from: .trash, to: .documents)
  }

  private func move(
    _ id: DocumentID, from: DocumentCollection, to: DocumentCollection, _ revision: Int? = nil
  ) throws(ConversionError) {
    let document = try document(id, inTrash: from == .trash)
    let lock = try document.lock()
    defer { withExtendedLifetime(lock) {} }
    if let revision { try document.metadata().check(revision) }
    let (source, target) = (
      try folder.folderMade(from.rawValue), try folder.folderMade(to.rawValue)
    )
    try source.take(id.description, as: id.description, to: target)
  }

  /// What the name of a document ends in that was deleted, and which a sync is not to bring back.
  private static let deletedEnding = ".deleted"
  /// What the name of a folder in the trash begins with that is just being deleted.
  private static let unwanted = ".deleting-"

  /// Deletes a document in the trash for ever. Copies elsewhere stay; a sync does not bring it back to this library.
  ///
  /// - Throws: `inputNotFound` where it is not in the trash; `changedMeanwhile`, `writeFailed`.
  public func delete(_ id: DocumentID) throws(ConversionError) {
    let document = try document(id, inTrash: true)
    let lock = try document.lock()
    defer { withExtendedLifetime(lock) {} }
    let trash = try folder.folderMade(DocumentCollection.trash.rawValue)
    if (try? document.metadata())?.sync != nil {
      try trash.makeFile(id.description + Self.deletedEnding) { _ in }
    }
    // It goes in one step; its files follow.
    try trash.take(id.description, as: Self.unwanted + id.description, to: trash)
    removeUnwanted(in: trash)
  }

  /// Removes what is left of documents whose deletion was cut off, too.
  private func removeUnwanted(in trash: OpenFolder) {
    for item in (try? trash.items()) ?? [] {
      let name = String(decoding: item.name, as: UTF8.self)
      if name.hasPrefix(Self.unwanted) { trash.removeTree(name) }
    }
  }

  /// Documents that were deleted and that the place of a sync may still have.
  func deletedIdentifiers() -> [DocumentID] {
    let trash = try? folder.folder(Array(DocumentCollection.trash.rawValue.utf8))
    return ((try? trash?.items()) ?? []).compactMap { item in
      let name = String(decoding: item.name, as: UTF8.self)
      guard name.hasSuffix(Self.deletedEnding) else { return nil }
      return DocumentID(name.dropLast(Self.deletedEnding.count))
    }
  }

  /// The documents in the trash, the last changed first.
  ///
  /// - Parameter damaged: hears of each one that cannot be read.
  public func trashedDocuments(
    _ damaged: (ConversionError) -> Void
  ) throws(ConversionError) -> [DocumentMetadata] {
    var all: [DocumentMetadata] = []
    for id in try identifiers(inTrash: true) {
      do throws(ConversionError) {
        all.append(try document(id, inTrash: true).metadata())
      } catch {
        damaged(error)
      }
    }
    return all.sorted { $0.modified > $1.modified }
  }
}

extension DocumentMetadata {
  /// - Throws: `changedMeanwhile` where the document has another revision than the one that was seen.
  func check(_ seen: Int) throws(ConversionError) {
    guard seen != revision else { return }
    throw ConversionError(
      .changedMeanwhile,
      "was changed by another program: it has revision \(revision), and the change was made for "
        + "\(seen); look at it again")
  }
}
