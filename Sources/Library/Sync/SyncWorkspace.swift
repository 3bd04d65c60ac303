import ConverterCore
import SystemPackage

/// Where a sync puts what comes from a target: a folder in `settings`, which nothing else uses, and the lock that says that
/// somebody is syncing.
final class SyncWorkspace {
  private static let name = "incoming"

  /// The folder `settings`, locked.
  let settings: OpenFolder
  let path: FilePath

  /// - Throws: `changedMeanwhile` where another program is syncing; `writeFailed`.
  init(of library: DocumentLibrary) throws(ConversionError) {
    settings = try library.folder.folderMade(DocumentLibrary.settingsFolder).locked(
      .seconds(1), orElse: "another program is syncing the library; try again when that has ended")
    path = library.path.appending(DocumentLibrary.settingsFolder).appending(Self.name)
    // Of a sync that was stopped.
    settings.removeTree(Self.name)
    _ = try settings.folderMade(Self.name)
  }

  deinit { settings.removeTree(Self.name) }

  /// A new folder in it.
  func folder(_ name: String) throws(ConversionError) -> (folder: OpenFolder, path: FilePath) {
    do {
      let workspace = try settings.folder(Array(Self.name.utf8))
      workspace.removeTree(name)
      return (try workspace.folderMade(name), path.appending(name))
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }

  /// Makes a folder of it the folder of a document.
  func adopt(_ name: String, as id: DocumentID, in library: DocumentLibrary) throws(ConversionError)
  {
    do {
      let workspace = try settings.folder(Array(Self.name.utf8))
      let documents = try library.folder.folderMade(DocumentCollection.documents.rawValue)
      try workspace.renameKeepingOthers(
        Array(name.utf8), to: Array(id.description.utf8), in: documents)
      try documents.sync()
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }
}

/// A document as a target has it.
struct RemoteDocument {
  let metadata: DocumentMetadata
  /// A digest of its `metadata.json`.
  let content: String

  init(parsing bytes: [UInt8]) throws(ConversionError) {
    metadata = try DocumentMetadata(record: try JSONValue(parsing: bytes))
    content = Self.content(of: bytes)
  }

  static func content(of bytes: [UInt8]) -> String { MD5.hexadecimal(of: bytes[...]) }

  /// The names that its metadata may have at a target.
  static let names = [DocumentFolder.metadataName, newName]
  /// What they are called before they have their name. Some targets cannot give it in one step: where nothing else is there,
  /// and all of these are, they count.
  static let newName = "\(DocumentFolder.metadataName).new"

  /// The bytes of the metadata that count, of those that came into a folder; `nil` where none do.
  static func bytes(in folder: OpenFolder) throws(ConversionError) -> [UInt8]? {
    func bytes(_ name: String) throws(ConversionError) -> [UInt8]? {
      guard (try? folder.size(of: name)) != .some(nil) else { return nil }
      return try folder.bytes(of: name, most: DocumentFolder.mostMetadata)
    }
    if let bytes = try bytes(DocumentFolder.metadataName) { return bytes }
    guard let new = try bytes(newName), (try? RemoteDocument(parsing: new)) != nil else {
      return nil
    }
    return new
  }
}

extension DocumentMetadata {
  /// As a target gets them: nothing in it is of this machine.
  func outgoing(revision: Int) -> DocumentMetadata {
    var outgoing = self
    (outgoing.revision, outgoing.state, outgoing.sync) = (revision, .savedLocal, nil)
    return outgoing
  }

  /// The bytes of the file.
  var stored: [UInt8] { Array("\(record)\n".utf8) }

  /// Whether the document is the same, whoever has it and however often it was changed.
  func isSame(as other: DocumentMetadata) -> Bool {
    var other = other.outgoing(revision: revision)
    other.modified = modified
    return other == outgoing(revision: revision)
  }

  /// As another document.
  func renamed(_ id: DocumentID, title: String) throws(ConversionError) -> DocumentMetadata {
    let members = (record.members ?? []).map { member in
      switch member.key {
      case "id": JSONValue.Member("id", .string(id.description))
      case "title": JSONValue.Member("title", .string(title))
      default: member
      }
    }
    return try DocumentMetadata(record: .object(members))
  }

  /// Its numbered files with their folders, relative to its folder.
  var numberedFiles: [(files: DocumentFiles, name: String)] {
    DocumentFiles.allCases.flatMap { files in
      // Several pages may be of one original.
      Set(names(of: files)).sorted().map { (files, $0) }
    }
  }
}

extension DocumentProduct {
  /// Its name relative to the folder of a document.
  ///
  /// - Parameter revision: the one that is not in its place yet; `nil` for the place.
  func path(_ revision: Int? = nil) -> String {
    (folder.map { $0 + "/" } ?? "") + (revision.map(newName) ?? rawValue)
  }
}
