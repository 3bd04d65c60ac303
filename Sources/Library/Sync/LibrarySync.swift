public import ConverterCore
import Scanning
import SystemPackage

/// Makes a library and a target agree: documents and settings that one of them lacks, or has in an older version.
///
/// At the target each document is a folder in `documents`, with the same files as here: the target is a library itself. New
/// files come first, then `metadata.json` in one step, then what nothing refers to goes: whoever reads by `metadata.json`
/// sees a document as it was before or as it is now. Nothing is ever removed because the other side lacks it.
public struct LibrarySync {
  let editor: LibraryEditor
  let target: any SyncTarget
  /// The target as the settings name it.
  let name: String
  private let ignoresPauses: Bool
  private let startsOver: Bool
  let told: (SyncOutcome) -> Void
  let workspace: SyncWorkspace
  private let now: StoredDate
  /// Why the target cannot be reached, once that is known.
  private var gone: ConversionError?

  var library: DocumentLibrary { editor.library }

  /// - Parameters:
  ///   - editor: of the library.
  ///   - target: what it is synced with.
  ///   - place: what the target is called.
  ///   - ignoresPauses: whether what has failed is tried again before its time.
  ///   - startsOver: whether a target that has lost all documents is filled again, rather than taken for one that is not
  ///     there, and documents that are damaged there are copied again.
  ///   - now: the time, for pauses.
  ///   - told: hears of each document with which something was done.
  /// - Throws: `changedMeanwhile` where another program is syncing the library; `writeFailed`.
  public init(
    _ editor: LibraryEditor, with target: any SyncTarget, at place: SyncPlace,
    ignoresPauses: Bool = false, startsOver: Bool = false, now: StoredDate = .now,
    told: @escaping (SyncOutcome) -> Void
  ) throws(ConversionError) {
    (self.editor, self.target, name) = (editor, target, place.description)
    (self.ignoresPauses, self.startsOver) = (ignoresPauses, startsOver)
    (self.now, self.told) = (now, told)
    workspace = try SyncWorkspace(of: editor.library)
  }

  /// Does it.
  ///
  /// - Throws: why the target cannot be reached, which is also the reason of each document that waits for it;
  ///   `interrupted`. What is wrong with one document is an outcome.
  public mutating func run() throws(ConversionError) {
    let locals = try localDocuments()
    let remotes: [DocumentID: Result<RemoteDocument, ConversionError>?]
    do throws(ConversionError) {
      remotes = try remoteDocuments(after: locals)
    } catch  where error.code != .interrupted {
      try failAll(locals, error)
      throw error
    }
    for local in locals { try sync(local, remotes[local.id] ?? nil) }
    let known = Set(locals.map(\.id)).union(try library.identifiers())
      .union(try library.identifiers(inTrash: true)).union(library.deletedIdentifiers())
    for (id, remote) in remotes.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
      guard gone == nil else { break }
      do throws(ConversionError) {
        try download(id, try remote?.get())
      } catch  where error.code != .interrupted {
        told(SyncOutcome(id, failure: error))
        try seeWhetherGone()
      }
    }
    if let gone { throw gone }
    try syncSettings()
  }

  // MARK: What there is

  /// Documents that can be read, as the others are told; those that were being synced when that was stopped are so no more.
  private func localDocuments() throws(ConversionError) -> [DocumentMetadata] {
    var all: [DocumentMetadata] = []
    for id in try library.identifiers().sorted() {
      let metadata: DocumentMetadata
      do throws(ConversionError) {
        metadata = try library.document(id).metadata()
      } catch {
        told(SyncOutcome(id, failure: error))
        continue
      }
      all.append(metadata.state == .syncing ? try editor.change(id, .abandonSync) : metadata)
    }
    return all
  }

  /// What the target has; `nil` for a folder without `metadata.json`, in which nothing counts yet.
  private func remoteDocuments(
    after locals: [DocumentMetadata]
  ) throws(ConversionError) -> [DocumentID: Result<RemoteDocument, ConversionError>?] {
    try target.check()
    let ids = try target.folders(in: DocumentCollection.documents.rawValue).compactMap {
      DocumentID($0)
    }
    let wasSynced = locals.contains { $0.sync?.target == name && $0.sync?.content != nil }
    guard startsOver || !ids.isEmpty || !wasSynced else {
      throw ConversionError(
        .readFailed,
        "has no documents, and documents were synced with it: is its disk there? "
          + "If it was emptied on purpose, `fairy library sync --again` copies all")
    }
    let place = try workspace.folder("metadata")
    for name in RemoteDocument.names {
      let missing = ids.filter { id in
        RemoteDocument.names.allSatisfy { place.path.appending("\(id)/\($0)").fileSize == nil }
      }
      guard !missing.isEmpty else { break }
      try target.get(
        missing.map { "\($0)/\(name)" }, in: DocumentCollection.documents.rawValue, to: place.path)
    }
    var all: [DocumentID: Result<RemoteDocument, ConversionError>?] = [:]
    for id in ids { all[id] = .some(remote(id, in: place.folder)) }
    return all
  }

  private func remote(
    _ id: DocumentID, in place: OpenFolder
  ) -> Result<RemoteDocument, ConversionError>? {
    guard let folder = try? place.folder(Array(id.description.utf8)) else { return nil }
    do throws(ConversionError) {
      guard let bytes = try RemoteDocument.bytes(in: folder) else { return nil }
      let remote = try RemoteDocument(parsing: bytes)
      guard remote.metadata.id == id else {
        throw ConversionError(.damagedInput, "is of another document, \(remote.metadata.id)")
      }
      return .success(remote)
    } catch {
      return .failure(error.about(FilePath("\(name)/documents/\(id)/metadata.json")))
    }
  }

  // MARK: One document

  /// What this library knows of the target's copy; `nil` where that is of another target.
  func base(of local: DocumentMetadata, _ remote: RemoteDocument?) -> String? {
    guard let sync = local.sync, sync.target == name else { return nil }
    // A copy that was made, and the program was stopped before it could say so.
    if let begun = sync.begun, begun == remote?.content { return begun }
    return sync.content
  }

  private mutating func sync(
    _ local: DocumentMetadata, _ remote: Result<RemoteDocument, ConversionError>?
  ) throws(ConversionError) {
    guard local.state != .draft else { return }
    guard !isWaiting(local) else {
      return told(SyncOutcome(.waiting, local, local.sync?.failure, nextTry: local.sync?.nextTry))
    }
    if let gone { return try fail(local, gone) }
    var other: DocumentMetadata?
    do throws(ConversionError) {
      other = try sync(local, remote: try usable(remote, of: local))
    } catch {
      try settle(local, error)
    }
    if let other { try sync(other, nil) }
  }

  /// What the target has of a document.
  ///
  /// Servers have been seen to keep an empty file where the connection was cut while it was written. Metadata that an
  /// upload of this library has left like that, or that is to be replaced by the user's wish, is removed: then nothing there
  /// counts, and the document is copied again.
  private func usable(
    _ remote: Result<RemoteDocument, ConversionError>?, of local: DocumentMetadata
  ) throws(ConversionError) -> RemoteDocument? {
    do throws(ConversionError) {
      return try remote?.get()
    } catch  where error.code == .damagedInput {
      let isOwn = local.sync?.target == name && local.sync?.begun != nil
      guard isOwn || startsOver else { throw error }
      let place = "\(DocumentCollection.documents.rawValue)/\(local.id)"
      try target.remove(RemoteDocument.names.map { "\(place)/\($0)" })
      return nil
    }
  }

  private func isWaiting(_ local: DocumentMetadata) -> Bool {
    guard !ignoresPauses, local.state == .syncError, let sync = local.sync, sync.target == name,
      let next = sync.nextTry
    else { return false }
    return next > now
  }

  /// - Returns: a document that was made of the target's version.
  private func sync(
    _ local: DocumentMetadata, remote: RemoteDocument?
  ) throws(ConversionError) -> DocumentMetadata? {
    let base = base(of: local, remote)
    if let remote, base != remote.content, !local.isSame(as: remote.metadata) {
      guard base != nil, isUnchanged(local) else { return try keepBoth(local, remote) }
      try update(local, to: remote)
    } else if remote == nil || local.state != .synced || base != remote?.content {
      try upload(local, over: remote)
    }
    return nil
  }

  /// Whether the document is as the target had it last.
  private func isUnchanged(_ local: DocumentMetadata) -> Bool {
    guard local.state != .synced else { return true }
    guard let sync = local.sync, let revision = sync.revision else { return false }
    return RemoteDocument.content(of: local.outgoing(revision: revision).stored) == sync.content
  }

  /// After a failure: whoever changed the document meanwhile has it synced next time.
  private mutating func settle(
    _ local: DocumentMetadata, _ error: ConversionError
  ) throws(ConversionError) {
    if error.code == .interrupted {
      if try library.document(local.id).metadata().state == .syncing {
        try editor.change(local.id, .abandonSync)
      }
      throw error
    }
    try seeWhetherGone()
    try fail(local, gone ?? error)
  }

  private mutating func seeWhetherGone() throws(ConversionError) {
    do throws(ConversionError) {
      try target.check()
    } catch  where error.code != .interrupted {
      gone = error
    }
  }

  // MARK: Failures

  private func failAll(
    _ locals: [DocumentMetadata], _ error: ConversionError
  ) throws(ConversionError) {
    for local in locals where [.savedLocal, .syncError].contains(local.state) && !isWaiting(local) {
      try fail(local, error)
    }
  }

  private func fail(
    _ local: DocumentMetadata, _ error: ConversionError
  ) throws(ConversionError) {
    let reason = "\(error.file.map { "\($0.lossyText): " } ?? "")\(error.message)"
    let count = (local.sync?.target == name ? local.sync?.failureCount ?? 0 : 0) + 1
    let next = SyncPause.end(after: count, from: now)
    do throws(ConversionError) {
      if try library.document(local.id).metadata().state != .syncing {
        // What is synced already stays so: it is here as it was.
        guard local.state != .synced else { return told(failure(local, reason, nil, error)) }
        try begin(local) { _ in }
      }
      try record(local.id, .failSync) { sync in
        (sync.failure, sync.failureCount, sync.nextTry) = (String(reason.prefix(4000)), count, next)
      }
    } catch  where [.changedMeanwhile, .usage, .inputNotFound].contains(error.code) {
      // Changed or removed meanwhile.
      return told(failure(local, error.message, nil, error))
    }
    told(failure(local, reason, next, error))
  }

  private func failure(
    _ local: DocumentMetadata, _ reason: String, _ next: StoredDate?, _ error: ConversionError
  ) -> SyncOutcome {
    SyncOutcome(.failed, local, reason, nextTry: next, error: error.code)
  }

  // MARK: States

  /// Makes a document one that is being synced.
  @discardableResult
  func begin(
    _ local: DocumentMetadata, _ edit: (inout DocumentChange) throws(ConversionError) -> Void
  ) throws(ConversionError) -> DocumentMetadata {
    try editor.change(local.id, from: local.revision, .beginSync) {
      (change) throws(ConversionError) in
      if change.metadata.sync?.target != self.name {
        change.metadata.sync = DocumentMetadata.Sync(target: self.name)
      }
      try edit(&change)
    }
  }

  /// Changes what is known of the target's copy.
  func record(
    _ id: DocumentID, _ event: DocumentState.Event, _ edit: (inout DocumentMetadata.Sync) -> Void
  ) throws(ConversionError) {
    try editor.change(id, event) { change in
      var sync = change.metadata.sync ?? DocumentMetadata.Sync(target: self.name)
      edit(&sync)
      change.metadata.sync = sync
    }
  }

  /// The target has the document as `content` says.
  func end(
    _ id: DocumentID, content: String, revision: Int
  ) throws(ConversionError) {
    func edit(_ sync: inout DocumentMetadata.Sync) {
      (sync.content, sync.revision, sync.begun) = (content, revision, nil)
      (sync.failure, sync.failureCount, sync.nextTry) = (nil, 0, nil)
    }
    do throws(ConversionError) {
      try record(id, .endSync, edit)
    } catch  where error.code == .usage {
      // It was changed meanwhile: the target has what it was before.
      try record(id, .describe, edit)
    }
  }
}
