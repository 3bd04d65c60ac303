import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What was opened is remembered as the settings say, and not for ever.
@Suite struct RecentFilesTests {
  private let example: TriageExample
  private let recent: RecentFiles

  init() throws {
    example = try TriageExample()
    recent = RecentFiles(of: example.library)
  }

  private func path(_ name: String) -> FilePath { FilePath("/nowhere/\(name)") }

  private func open(_ name: String, at seconds: Int = 0) throws {
    let file = RecentFile(
      .file(path(name)), type: "public.jpeg", byteCount: 12,
      opened: try #require(StoredDate(seconds: seconds)))
    try recent.remember(file)
  }

  private func paths() throws -> [String] {
    try recent.all().map { $0.input.path?.string ?? "" }
  }

  @Test func theLastComesFirstAndEachOnce() throws {
    #expect(try recent.all().isEmpty)
    for (index, name) in ["a", "b", "a", "c"].enumerated() { try open(name, at: index) }
    #expect(try paths() == ["/nowhere/c", "/nowhere/a", "/nowhere/b"])
    let first = try #require(try recent.all().first)
    #expect(first.type == "public.jpeg")
    #expect(first.byteCount == 12)
    #expect(first.opened == StoredDate(seconds: 3))
  }

  @Test func filesInArchivesAndOddNamesAreKept() throws {
    let archive = RecentFile(
      Request.Input(parsing: Array("/nowhere/a.zip//b/c.jpg".utf8)), type: nil, byteCount: nil)
    let odd = RecentFile(
      .file(try #require(FilePath(bytes: Array("/nowhere/".utf8) + [0xFF]))), type: nil,
      byteCount: nil)
    for file in [archive, odd] { try recent.remember(file) }
    #expect(try recent.all().map(\.input) == [odd.input, archive.input])
  }

  @Test func theSettingsDecide() throws {
    try example.library.changeSettings { $0.foldersLeftOut = ["/nowhere/private"] }
    for name in ["private/a", "private/b/c", "privately", "d"] { try open(name) }
    #expect(try paths() == ["/nowhere/d", "/nowhere/privately"])
    try example.library.changeSettings { $0.keepsRecent = false }
    try open("e")
    #expect(try paths() == ["/nowhere/d", "/nowhere/privately"])
  }

  @Test func aFolderIsLeftOutByItsLinkToo() throws {
    let photo = try example.photo("a.jpg").main.path
    let link = example.folder.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: example.folder.file("photos"))
    try example.library.changeSettings { $0.foldersLeftOut = [FilePath(link)] }
    try recent.remember(RecentFile(.file(photo), type: nil, byteCount: nil))
    try recent.remember(RecentFile(.file(FilePath("\(link)/a.jpg")), type: nil, byteCount: nil))
    #expect(try recent.all().isEmpty)
  }

  @Test func allIsForgotten() throws {
    try recent.clear()
    try open("a")
    try recent.clear()
    #expect(try recent.all().isEmpty)
    #expect(!example.names("library").contains("recent.ndjson"))
  }

  @Test func aDamagedLineHurtsNoOther() throws {
    try open("a")
    let old = try example.folder.bytes("library/recent.ndjson")
    let damaged = """
      {"path":"/torn
      []
      {"path":"b","opened":"2026-11-22T21:16:36Z"}

      """
    try example.folder.write(old + Array(damaged.utf8), to: "library/recent.ndjson")
    try open("c")
    #expect(try paths() == ["/nowhere/c", "/nowhere/a"])
  }

  @Test func theListIsShort() throws {
    for number in 1...2000 { try open("a file whose name is not short, \(number)", at: number) }
    #expect(try recent.all().count == 200)
    #expect(try paths().first == "/nowhere/a file whose name is not short, 2000")
    #expect(try example.folder.bytes("library/recent.ndjson").count < 1 << 17)
    #expect(!example.names("library").contains("recent.ndjson.new"))
  }

  @Test func nobodyElseReadsIt() throws {
    try open("a")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: example.folder.file("library/recent.ndjson"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
