import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport

/// A library, a folder of photos, and a trash beside them.
struct TriageExample {
  let folder: ScratchFolder
  let library: DocumentLibrary
  let trash: DesktopTrash

  init() throws {
    folder = try ScratchFolder()
    library = try DocumentLibrary(at: FilePath(folder.file("library")))
    trash = DesktopTrash(home: FilePath(folder.file("Trash")))
  }

  /// The state as a program sees it that is just started.
  var triage: Triage { get throws { try Triage(library) } }

  /// Writes a photo: its name is in its bytes.
  @discardableResult
  func photo(_ name: String, _ text: String? = nil) throws -> Photo {
    let path = try folder.write(Array("photo \(text ?? name)".utf8), to: "photos/\(name)")
    return try PhotoFolder.photo(at: FilePath(path))
  }

  /// The folder of photos.
  func photos(making isMade: Bool = false) throws -> FilePath {
    let path = folder.file("photos")
    if isMade {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    return try PhotoFolder.resolved(FilePath(path))
  }

  /// What is in a folder, by name.
  func names(_ place: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file(place))) ?? []).sorted()
  }

  func text(_ place: String) throws -> String {
    String(decoding: try folder.bytes(place), as: UTF8.self)
  }
}
