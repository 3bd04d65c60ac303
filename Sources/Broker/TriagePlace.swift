import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A served folder, or a folder in one, whose photos are decided on.
///
/// The journal of the library has the real paths of photos, so that the command line sees the same verdicts; the web process
/// has names that begin with the word of the served folder. This leads from one to the other, and never out of the folder.
struct TriagePlace {
  /// The folder that the user named.
  let served: ServedFolder
  /// Where the folder really is, without links.
  let path: FilePath

  /// - Parameter name: as the web process has it: `Photos/2024`.
  /// - Throws: `inputNotFound` for a folder that is not served, or not there; `readFailed`.
  init(_ name: FilePath, in folders: ServedFolders) throws(ConversionError) {
    let (served, rest) = try folders.place(of: name)
    guard folders.named.contains(where: { $0.word == served.word }) else {
      throw ConversionError(.inputNotFound, "is in no folder that is served", file: name)
    }
    // Opened as everything is, so that neither a link nor `..` leads out.
    _ = try folders.folder(name)
    let place = rest.isEmpty ? served.path : FilePath(bytes: served.path.bytes + [0x2F] + rest)
    guard let real = place?.resolved, real.starts(with: served.path) else {
      throw ConversionError(.inputNotFound, "there is no such folder", file: name)
    }
    (self.served, path) = (served, real)
  }

  /// What the web process calls a file; `nil` for one outside of the served folder.
  func name(of file: FilePath) -> FilePath? { served.name(of: file) }

  /// Where a file really is that the web process names; `nil` where it is not in this folder.
  func path(of name: FilePath) -> FilePath? {
    let word = Array("\(served.word)/".utf8)
    guard name.bytes.starts(with: word),
      let file = FilePath(bytes: served.path.bytes + [0x2F] + name.bytes.dropFirst(word.count)),
      file.starts(with: path), !file.hasParentReference
    else { return nil }
    return file
  }

  /// Whether all files of a photo are in this folder, with no link on the way.
  ///
  /// The web process can write to the journal, so that what stands there is believed of no other place.
  func holds(_ photo: Photo) -> Bool { photo.files.allSatisfy { holds($0.path) } }

  /// Whether all files of a photo were in this folder, and are in a trash that the desktop has for them.
  func holds(_ photo: TrashedPhoto) -> Bool {
    photo.files.allSatisfy { file in
      holds(file.file.path)
        && (file.trash == DesktopTrash.standardHome || isTrash(file.trash, of: file.file.path))
    }
  }

  private func holds(_ file: FilePath) -> Bool {
    let folder = file.removingLastComponent()
    return file.starts(with: path) && !file.hasParentReference && folder.resolved == folder
  }

  /// Whether a folder is a trash at the top of a file system that a file is on: `.Trash-UID` or `.Trash/UID`.
  private func isTrash(_ trash: FilePath, of file: FilePath) -> Bool {
    let user = "\(getuid())"
    let parent = trash.removingLastComponent()
    let top =
      if trash.lastComponent?.string == ".Trash-\(user)" {
        parent
      } else if trash.lastComponent?.string == user, parent.lastComponent?.string == ".Trash" {
        parent.removingLastComponent()
      } else {
        FilePath?.none
      }
    return top.map { file.starts(with: $0) && !trash.hasParentReference } ?? false
  }
}

extension ServedFolder {
  /// What the web process calls a file; `nil` for one outside of the folder.
  func name(of file: FilePath) -> FilePath? {
    var rest = file
    guard !file.hasParentReference, rest.removePrefix(path) else { return nil }
    return FilePath(word).pushing(rest)
  }
}

extension FilePath {
  /// Whether `..` is among its names.
  fileprivate var hasParentReference: Bool { components.contains { $0.kind == .parentDirectory } }
}

extension PhotoFile {
  /// What changes with the file and its content, as listings of folders have it, too.
  var key: String { "\(device)-\(inode)-\(byteCount)-\(modified)" }
}
