import TestSupport
import Testing

@testable import FairyCommandLine

/// `fairy recent`
@Suite struct RecentCommandTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    for name in ["a.csv", "private/b.csv", "c.csv"] {
      try folder.scratch.write(Array("x,y\n1,2\n".utf8), to: name)
    }
  }

  private func recent() throws -> [[String: Any]] {
    try folder.fairy("recent", "--json").objects()
  }

  @Test func whatIsOpenedIsRemembered() throws {
    for name in ["a.csv", "c.csv"] { #expect(try folder.fairy("open", name).status == 0) }
    let files = try recent()
    #expect(files.map { ($0["path"] as? String)?.hasSuffix("/c.csv") } == [true, false])
    #expect(files.first?["bytes"] as? Int == 8)
    #expect(files.first?["type"] as? String == "public.comma-separated-values-text")
    #expect(files.first?["there"] as? Bool == true)
    #expect(try folder.fairy("recent").text.hasPrefix("just now  "))
    #expect(try folder.fairy("recent", "--clear").status == 0)
    #expect(try recent().isEmpty)
  }

  @Test func nothingElseAddsToIt() throws {
    #expect(try folder.fairy("convert", "-r", "private", "--to", "json", "-o", "out/").status == 0)
    #expect(try folder.fairy("info", "a.csv").status == 0)
    #expect(try folder.fairy("open", "-", input: Array("x,y\n".utf8)).status == 0)
    #expect(try folder.fairy("open", "missing.csv").status == 66)
    #expect(try recent().isEmpty)
  }

  @Test func theSettingsDecide() throws {
    try folder.writeSettings(leftOut: ["private"])
    for name in ["private/b.csv", "a.csv"] { #expect(try folder.fairy("open", name).status == 0) }
    #expect(try recent().count == 1)
    try folder.writeSettings(kept: false)
    #expect(try folder.fairy("open", "c.csv").status == 0)
    #expect(try recent().count == 1)
  }

  @Test func aListThatCannotBeWrittenHidesNothing() throws {
    let shown = try folder.fairy("open", "a.csv").text
    try folder.scratch.write([], to: "no-folder")
    let result = try Program.run(
      Program.fairy, ["open", "a.csv"], in: folder.scratch.path,
      environment: ["FAIRY_LIBRARY": folder.scratch.file("no-folder/library")])
    #expect(result.status == 0)
    #expect(result.text == shown)
    #expect(result.error.isEmpty)
  }

  @Test func moments() {
    let now = 1_795_000_000
    #expect(RelativeDate.words(now, now: now) == "just now")
    #expect(RelativeDate.words(now - 60, now: now) == "1 minute ago")
    #expect(RelativeDate.words(now - 3599, now: now) == "59 minutes ago")
    #expect(RelativeDate.words(now - 3 * 86_400, now: now) == "3 days ago")
    #expect(RelativeDate.words(now - 86_400, now: now).hasPrefix("yesterday "))
    #expect(RelativeDate.words(now - 30 * 86_400, now: now).hasPrefix("2026-"))
  }
}
