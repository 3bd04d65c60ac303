import TestSupport
import Testing

/// `fairy search` beyond the library itself.
@Suite struct SearchCommandTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    try folder.scratch.write(Array(MailCommandTests.mailbox.utf8), to: "m.mbox")
    try folder.writeSettings(mailboxes: ["m.mbox"])
  }

  private var environment: [String: String] { ["XDG_CACHE_HOME": folder.scratch.file("cache")] }

  private func search(_ words: String...) throws -> Program.Result {
    try Program.run(
      Program.fairy, ["search"] + words, in: folder.scratch.path,
      environment: environment.merging(["FAIRY_LIBRARY": folder.scratch.file("library")]) { $1 })
  }

  private func makeIndex() throws {
    let made = try folder.fairy("open", "m.mbox", "--index", "--json", environment: environment)
    #expect(made.status == 0, "\(made.error)")
  }

  @Test func mailIsFound() throws {
    try makeIndex()
    let found = try search("numbers", "--json").objects()
    #expect(found.map { $0["kind"] as? String } == ["mail"])
    #expect(found.first?["title"] as? String == "Re: numbers")
    #expect((found.first?["id"] as? String)?.hasSuffix("/m.mbox#2") == true)
    #expect(found.first?["modified"] as? String == "2024-01-02T11:30:00Z")
    // Words of the text alone are shown where they stand.
    let table = try search("tabl", "--json").objects()
    #expect(table.first?["snippet"] as? String == "See the table.")
    #expect(try search("numbers -table", "--json").objects().isEmpty)
  }

  @Test func newestFirstOverAllKinds() throws {
    try makeIndex()
    let lines = """
      {"kind":"recognition","time":"2026-11-22T21:16:36Z","note":1,"photo":{"path":"/p/a.jpg","device":1,"inode":2,"bytes":3,"modified":4},"text":"Bob was here","language":"eng","group":"other","reason":"few words"}

      """
    try folder.scratch.write(Array(lines.utf8), to: "library/journal.ndjson")
    let found = try search("bob", "--newest", "--json").objects()
    #expect(found.map { $0["kind"] as? String } == ["note", "mail", "mail", "mail"])
    #expect(
      found.dropFirst().map { ($0["id"] as? String)?.last } == ["3", "2", "1"])
  }

  @Test func aMailboxWithoutAnIndexIsNamed() throws {
    let result = try search("numbers")
    #expect(result.status == 0)
    #expect(result.text.isEmpty)
    #expect(result.error.contains("m.mbox: has no index as it is now, and was not searched"))
  }

  @Test func aMailboxThatIsGoneFails() throws {
    try folder.writeSettings(mailboxes: ["gone.mbox"])
    #expect(try search("numbers").status == 66)
  }
}
