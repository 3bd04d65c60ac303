import ConverterCore
import FairyLibrary
import LibraryTestSupport
import SystemPackage
import TestSupport

/// A library in a folder of its own, with a photo to make documents of.
struct Example {
  let folder: ScratchFolder
  let library: DocumentLibrary
  let editor: LibraryEditor
  let photo: FilePath

  init() throws {
    folder = try ScratchFolder()
    library = try DocumentLibrary(at: FilePath(folder.file("library")))
    editor = try LibraryEditor(library, maker: DrawnPages())
    photo = FilePath(
      try folder.write(Array(DrawnPages.text("photo").utf8), to: "IMG_0001.HEIC"))
  }

  /// Each file of a document, and what is in it.
  func files(of id: DocumentID) throws -> [String] {
    try FolderTree.lines(folder.file("library/documents/\(id)"), times: false)
  }

  func paths(of id: DocumentID) throws -> [String] {
    try FolderTree.paths(folder.file("library/documents/\(id)"))
  }
}
