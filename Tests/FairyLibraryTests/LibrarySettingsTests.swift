import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What the user has chosen stays, and a damaged file is named.
@Suite struct LibrarySettingsTests {
  private let example: Example

  init() throws { example = try Example() }

  private var file: String { "library/settings/settings.json" }

  @Test func withoutAFileAllIsAsItComes() throws {
    #expect(try example.library.settings() == LibrarySettings())
    let title = LibrarySettings().newTitle
    #expect(
      title.wholeMatch(of: /Scan [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}\.[0-9]{2}\.[0-9]{2}/) != nil)
    #expect(!FileManager.default.fileExists(atPath: example.folder.file(file)))
  }

  @Test func whatIsChangedIsThereNextTime() throws {
    let changed = try example.library.changeSettings {
      ($0.titleTemplate, $0.saving, $0.keepsRecent) = ("Beleg %Y", .both, false)
      ($0.documentFolder, $0.imageFolder) = ("/exports/päpers", "/exports/pictures")
      ($0.syncTarget, $0.foldersLeftOut, $0.mailboxes) = (
        "ssh:host:fairy", ["/secret"], ["/mail/a.mbox"]
      )
    }
    #expect(try example.library.settings() == changed)
    #expect(
      String(decoding: try example.folder.bytes(file), as: UTF8.self) == """
        {"version":1,"title":"Beleg %Y","form":{"pageSize":"image","preset":"none","languages":"auto"},"save":"both",\
        "exports":{"pdf":"/exports/päpers","images":"/exports/pictures"},"sync":"ssh:host:fairy",\
        "recent":{"kept":false,"leftOut":["/secret"]},"mailboxes":["/mail/a.mbox"]}

        """)
    #expect(try FolderTree.paths(example.folder.file("library/settings")) == ["settings.json"])
  }

  @Test func whatALaterVersionAddedSurvives() throws {
    let record = LibrarySettings().record.with("mood", .string("good"))
    try example.folder.write(Array(record.description.utf8), to: file)
    try example.library.changeSettings { $0.keepsRecent = false }
    let bytes = try example.folder.bytes(file)
    #expect(try JSONValue(parsing: bytes)["mood"] == .string("good"))
  }

  @Test(arguments: [
    "", "{", "[]", "{\"version\":1}", "{\"version\":1,\"title\":7}",
  ])
  func aDamagedFileIsNamedAndLeft(text: String) throws {
    try example.folder.write(Array(text.utf8), to: file)
    let error = #expect(throws: ConversionError.self) { try example.library.settings() }
    #expect(error?.code == .damagedInput)
    #expect(error?.file == FilePath(example.folder.file(file)))
    #expect(
      errorCode { try example.library.changeSettings { $0.keepsRecent = false } } == .damagedInput)
    #expect(try example.folder.bytes(file) == Array(text.utf8))
  }

  @Test func aLaterVersionIsRefused() throws {
    let record = LibrarySettings().record.with("version", .integer(2))
    #expect(errorCode { _ = try LibrarySettings(record: record) } == .unsupportedContent)
  }

  @Test(arguments: [
    ("title", "\"\""), ("save", "\"all\""), ("exports", "{\"pdf\":\"here\",\"images\":null}"),
    ("sync", "\"\""),
    ("recent", "{\"kept\":1,\"leftOut\":[]}"), ("recent", "{\"kept\":true,\"leftOut\":[\"x\"]}"),
    ("mailboxes", "[1]"), ("form", "{}"),
  ])
  func whatIsImpossibleIsRefused(member: String, value: String) throws {
    let record = LibrarySettings().record.with(member, try JSONValue(parsing: Array(value.utf8)))
    #expect(errorCode { _ = try LibrarySettings(record: record) } == .damagedInput)
  }

  @Test func aPathThatCannotBeKeptIsRefused() throws {
    let odd = try #require(FilePath(bytes: [0x2F, 0xFF]))
    #expect(errorCode { try example.library.changeSettings { $0.documentFolder = odd } } == .usage)
    #expect(
      errorCode { try example.library.changeSettings { $0.documentFolder = "here" } }
        == .damagedInput)
    #expect(try example.library.settings() == LibrarySettings())
  }

  @Test func newDocumentsHaveTheirForm() throws {
    var form = DocumentForm()
    form.preset = "small"
    try example.library.changeSettings { $0.form = form }
    #expect(try example.editor.create(title: "One", of: [example.photo]).form == form)
  }
}
