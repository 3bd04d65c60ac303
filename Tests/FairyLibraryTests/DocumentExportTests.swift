import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import Scanning
import SystemPackage
import TestSupport
import Testing

/// Which files an export makes, and what it does before it makes any.
@Suite struct DocumentExportTests {
  private let example: Example

  init() throws { example = try Example() }

  private var papers: FilePath { FilePath(example.folder.file("out/papers")) }
  private var pictures: FilePath { FilePath(example.folder.file("out/pictures")) }

  private func export(_ way: SaveWay, _ id: DocumentID) throws -> [String] {
    let export = try DocumentExport(way, documentFolder: papers, imageFolder: pictures)
    let start = example.folder.path.utf8.count + 1
    return try export.run(try example.library.document(id)).map {
      String($0.string.dropFirst(start))
    }
  }

  private func saved(_ title: String) throws -> DocumentID {
    let made = try example.editor.create(title: title, of: [example.photo, example.photo])
    try example.editor.edit(made.id) { (session) throws(ConversionError) in
      try session.setFilter(.bw, of: 2)
    }
    return try example.editor.save(made.id).id
  }

  @Test(arguments: [
    (SaveWay.pdf, ["out/papers/Bill.pdf"]),
    (.images, ["out/pictures/Bill-001.jpg", "out/pictures/Bill-002.png"]),
    (.both, ["out/papers/Bill.pdf", "out/pictures/Bill-001.jpg", "out/pictures/Bill-002.png"]),
  ])
  func eachWayMakesItsFiles(way: SaveWay, files: [String]) throws {
    let id = try saved("Bill")
    #expect(try export(way, id) == files)
    let made = try FolderTree.paths(example.folder.file("out")).filter { $0.contains(".") }
    #expect(made.map { "out/\($0)" } == files)
    let document = try example.library.document(id)
    let metadata = try document.metadata()
    for file in files {
      let source =
        file.hasSuffix("pdf")
        ? document.path(of: .pdf, metadata)
        : document.path(of: metadata.pages[file.contains("001") ? 0 : 1].picture ?? "", in: .pages)
      #expect(
        try example.folder.bytes(file)
          == [UInt8](Data(contentsOf: URL(fileURLWithPath: source.string))))
    }
  }

  @Test func filesThatAreThereStay() throws {
    let id = try saved("Bill")
    try example.folder.write([1], to: "out/pictures/Bill-002.png")
    #expect(
      try export(.both, id) == [
        "out/papers/Bill-2.pdf", "out/pictures/Bill-2-001.jpg", "out/pictures/Bill-2-002.png",
      ])
    #expect(try example.folder.bytes("out/pictures/Bill-002.png") == [1])
    #expect(try export(.pdf, id) == ["out/papers/Bill.pdf"])
  }

  @Test func foldersAreMadeAgain() throws {
    let id = try saved("Bill")
    _ = try export(.both, id)
    try FileManager.default.removeItem(atPath: example.folder.file("out"))
    #expect(try export(.pdf, id) == ["out/papers/Bill.pdf"])
    #expect(try FolderTree.paths(example.folder.file("out")) == ["papers", "papers/Bill.pdf"])
  }

  @Test func whatCannotBeWrittenIsKnownBefore() throws {
    let id = try saved("Bill")
    try example.folder.write([1], to: "out/pictures")
    #expect(errorCode { _ = try export(.both, id) } == .cannotCreateOutput)
    #expect(try FolderTree.paths(example.folder.file("out")) == ["papers", "pictures"])
    #expect(errorCode { _ = try export(.none, id) } == .usage)
  }

  @Test func aDraftHasPicturesAndNoPDF() throws {
    let draft = try example.editor.create(title: "Draft", of: [example.photo])
    #expect(errorCode { _ = try export(.pdf, draft.id) } == .usage)
    #expect(errorCode { _ = try export(.both, draft.id) } == .usage)
    #expect(try export(.images, draft.id) == ["out/pictures/Draft-001.jpg"])
    let empty = try example.editor.create(title: "Empty", of: [])
    #expect(errorCode { _ = try export(.images, empty.id) } == .usage)
  }

  @Test(arguments: [
    ("Bill", "Bill"), ("a/b", "a-b"), ("../x", "-x"), ("...", "document"), ("", "document"),
    ("a\nb\u{1B}", "a b "),
    ("  Straße 4", "Straße 4"), (".hidden", "hidden"),
  ])
  func titlesBecomeNames(title: String, name: String) {
    #expect(DocumentExport.fileName(of: title) == name)
  }

  @Test func longTitlesAreCutBetweenCharacters() {
    let name = DocumentExport.fileName(of: String(repeating: "ß", count: 300))
    #expect(name == String(repeating: "ß", count: 100))
  }
}
