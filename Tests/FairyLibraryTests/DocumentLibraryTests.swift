import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// Documents among others, in the trash, and where something is wrong.
@Suite struct DocumentLibraryTests {
  private let example: Example

  init() throws { example = try Example() }

  @Test func theTrashBringsBack() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let before = try example.files(of: made.id)
    try example.editor.trash(made.id)
    #expect(try example.library.identifiers() == [])
    #expect(try example.library.identifiers(inTrash: true) == [made.id])
    #expect(errorCode { _ = try example.library.document(made.id) } == .inputNotFound)
    #expect(errorCode { try example.editor.trash(made.id) } == .inputNotFound)
    try example.editor.restore(made.id)
    #expect(try example.library.identifiers() == [made.id])
    #expect(try example.files(of: made.id) == before)
  }

  @Test func whatIsNoDocumentIsLeftAlone() throws {
    try example.folder.write([1], to: "library/documents/notes.txt")
    try example.folder.write([1], to: "library/documents/0/metadata.json")
    let id = DocumentID()
    try FileManager.default.createSymbolicLink(
      atPath: example.folder.file("library/documents/\(id)"), withDestinationPath: "/etc")
    let made = try example.editor.create(title: "One", of: [example.photo])
    #expect(Set(try example.library.identifiers()) == [id, made.id])
    #expect(errorCode { _ = try example.library.document(id) } == .damagedInput)
    var damaged: [ConversionError] = []
    let index = try example.library.reindexed { damaged.append($0) }
    var titles: [String] = []
    try index.items(.document) { titles.append($0.title) }
    #expect(titles == ["One"])
    #expect(damaged.map(\.code) == [.damagedInput])
    #expect(damaged[0].file == example.library.path.appending("documents/\(id)"))
  }

  @Test(arguments: ["", "{", "{}", "[]", "{\"version\":1}", "\u{FF}"])
  func damagedMetadataHurtNoOther(text: String) throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let other = try example.editor.create(title: "Two", of: [example.photo])
    try example.folder.write(Array(text.utf8), to: "library/documents/\(made.id)/metadata.json")
    let before = try example.files(of: made.id)
    #expect(errorCode { try example.editor.describe(made.id) { $0.title = "x" } } == .damagedInput)
    #expect(try example.editor.describe(other.id) { $0.title = "Three" }.title == "Three")
    #expect(try example.files(of: made.id) == before)
  }

  @Test func metadataOfAnotherDocumentAreRefused() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let other = try example.editor.create(title: "Two", of: [example.photo])
    let bytes = try example.folder.bytes("library/documents/\(other.id)/metadata.json")
    try example.folder.write(bytes, to: "library/documents/\(made.id)/metadata.json")
    let error = #expect(throws: ConversionError.self) {
      try example.library.document(made.id).metadata()
    }
    #expect(error?.code == .damagedInput)
    #expect(error?.file == example.library.path.appending("documents/\(made.id)/metadata.json"))
  }

  @Test func whatCannotBeMadeIsSaid() throws {
    let place = FilePath(try example.folder.write([1], to: "file"))
    let error = #expect(throws: ConversionError.self) { try DocumentLibrary(at: place) }
    #expect(error?.code == .cannotCreateOutput)
    #expect(error?.file == place)
    #expect(
      errorCode { _ = try DocumentLibrary(at: place.appending("library")) } == .cannotCreateOutput)
  }

  @Test func aNewDocumentThatFailsLeavesNothing() throws {
    let missing = FilePath(example.folder.file("missing.jpg"))
    #expect(errorCode { try example.editor.create(title: "x", of: [missing]) } == .inputNotFound)
    #expect(
      errorCode {
        _ = try example.library.create(title: "x") { (change) throws(ConversionError) in
          _ = try change.copyOriginal(try InputFile(path: example.photo), named: "a.jpg")
          throw ConversionError(.decoderCrashed, "it crashed")
        }
      } == .decoderCrashed)
    #expect(try FolderTree.paths(example.folder.file("library/documents")) == [])
  }
}
