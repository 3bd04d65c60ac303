public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A library of documents in a folder of plain files.
///
/// ```
/// documents/<UUID>/…  trash/<UUID>/…  settings/settings.json  journal.ndjson  index.sqlite
/// ```
///
/// The files are the truth. A folder in `documents` whose name is a UUID and which has a `metadata.json` is a document;
/// nothing else there is touched.
public final class DocumentLibrary: Sendable {
  public let path: FilePath
  let folder: OpenFolder

  /// Opens a library, and makes one where there is none.
  ///
  /// - Throws: `cannotCreateOutput` where it can be neither opened nor made.
  public init(at path: FilePath) throws(ConversionError) {
    self.path = path
    do {
      folder = try Self.folder(at: path)
      _ = try folder.folderMade(DocumentCollection.documents.rawValue)
    } catch {
      throw Self.unopened(path, error)
    }
  }

  private static func folder(at path: FilePath) throws -> OpenFolder {
    do {
      return try OpenFolder(path: path)
    } catch Errno.noSuchFileOrDirectory {
      try path.makeFolders(mode: 0o700)
      return try OpenFolder(path: path)
    }
  }

  private static func unopened(_ path: FilePath, _ error: any Error) -> ConversionError {
    let reason = (error as? ConversionError)?.message ?? "\(error)"
    return ConversionError(
      .cannotCreateOutput,
      "the library cannot be opened: \(reason); --library DIR names another place",
      file: path, cause: error)
  }

  /// What `$XDG_DATA_HOME` and `$HOME` name; `nil` where neither is set.
  public static var standardPath: FilePath? {
    if let data = Environment.path("XDG_DATA_HOME"), data.isAbsolute {
      return data.appending("fairy")
    }
    guard let home = Environment.path("HOME"), !home.isEmpty else { return nil }
    return home.appending(".local/share/fairy")
  }
}

/// The folders of a library in which documents are.
enum DocumentCollection: String {
  case documents, trash

  /// What the name of a folder begins with whose document is just being made.
  static let unfinished = ".new-"
}

extension DocumentLibrary {
  /// All documents, in no order.
  ///
  /// - Parameter isTrash: whether those in the trash are meant.
  /// - Throws: `readFailed` where the folder cannot be listed.
  public func identifiers(inTrash isTrash: Bool = false) throws(ConversionError) -> [DocumentID] {
    let collection = isTrash ? DocumentCollection.trash : .documents
    do {
      return try folder.folder(Array(collection.rawValue.utf8)).items().compactMap {
        DocumentID(String(decoding: $0.name, as: UTF8.self))
      }
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw ConversionError(
        .readFailed, "could not be listed: \(error)", file: path.appending(collection.rawValue),
        cause: error)
    }
  }

  /// A document.
  ///
  /// - Throws: `inputNotFound` where there is none; `damagedInput` where something else than a folder has its name.
  public func document(
    _ id: DocumentID, inTrash isTrash: Bool = false
  ) throws(ConversionError) -> DocumentFolder {
    let collection = isTrash ? DocumentCollection.trash : .documents
    let place = path.appending(collection.rawValue).appending(id.description)
    do {
      let open = try folder.folder(Array(collection.rawValue.utf8)).folder(
        Array(id.description.utf8))
      return DocumentFolder(id, folder: open, path: place)
    } catch .noSuchFileOrDirectory {
      throw ConversionError(.inputNotFound, "there is no document \(id)", file: place)
    } catch  where error.isNoFolder {
      throw ConversionError(
        .damagedInput, "is a link or a file, and no folder of a document; it was left as it is",
        file: place)
    } catch {
      throw ConversionError(.readFailed, "could not be opened: \(error)", file: place, cause: error)
    }
  }

  /// Makes a document: it appears with all of its pages, or not at all.
  ///
  /// - Parameters:
  ///   - id: what its folder will be called.
  ///   - title: what it is called.
  ///   - fill: adds its pages.
  public func create(
    id: DocumentID = DocumentID(), title: String,
    _ fill: (inout DocumentChange) throws(ConversionError) -> Void = { _ throws(ConversionError) in
    }
  ) throws(ConversionError) -> (folder: DocumentFolder, metadata: DocumentMetadata) {
    let documents = try folder.folderMade(DocumentCollection.documents.rawValue)
    let metadata = DocumentMetadata(id: id, title: title)
    let name = DocumentCollection.unfinished + metadata.id.description
    let place = path.appending(DocumentCollection.documents.rawValue).appending(name)
    let new = DocumentFolder(metadata.id, folder: try documents.folderMade(name), path: place)
    do throws(ConversionError) {
      try new.folder.replaceFile(
        DocumentFolder.metadataName, with: Array("\(metadata.record)\n".utf8))
      let filled = try new.change(.edit, fill)
      try documents.take(name, as: metadata.id.description, to: documents)
      return (try document(metadata.id), filled)
    } catch {
      documents.removeTree(name)
      throw error
    }
  }
}

extension OpenFolder {
  /// Moves a folder of this one to another, on the disk, too.
  func take(
    _ name: String, as newName: String, to other: OpenFolder
  ) throws(ConversionError) {
    do {
      try renameKeepingOthers(Array(name.utf8), to: Array(newName.utf8), in: other)
      try other.sync()
      try sync()
    } catch {
      throw Self.unwritten(error)
    }
  }
}
