import TestSupport
import Testing

/// `fairy notes`
@Suite struct NotesCommandTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    try folder.writeJournal()
  }

  @Test func listed() throws {
    let result = try folder.fairy("notes", "list")
    #expect(
      result.text == """
        2  sign.jpg · other · 2026-11-23 · No parking
        1  receipt.jpg · receipt · 2026-11-22 · Bakery Miller

        """, "\(result.error)")
    let receipts = try folder.fairy("notes", "list", "--group", "receipt", "--json").objects()
    #expect(receipts.map { $0["id"] as? String } == ["1"])
    #expect(receipts.first?["photo"] as? String == "/p/receipt.jpg")
    #expect(receipts.first?["text"] as? String == "Bakery Miller\nTotal 12.50")
  }

  @Test func shownAloneToBeCopied() throws {
    let result = try folder.fairy("notes", "show", "1")
    #expect(result.text == "Bakery Miller\nTotal 12.50\n")
    #expect(result.error.contains("it says so; language: eng; photo: /p/receipt.jpg"))
    #expect(try folder.fairy("notes", "show", "3").status == 66)
  }

  @Test func correctedByText() throws {
    let result = try folder.fairy("notes", "edit", "2", "--text", "No stopping")
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.fairy("notes", "show", "2").text == "No stopping\n")
    #expect(try folder.fairy("notes", "show", "2", "--recognized").text == "No parking\n")
    let found = try folder.fairy("search", "stopping", "--json").objects()
    #expect(found.map { $0["kind"] as? String } == ["note"])
    #expect(try folder.fairy("notes", "edit", "2", "--recognized").status == 0)
    #expect(try folder.fairy("notes", "show", "2").text == "No parking\n")
  }

  @Test func correctedFromStandardInput() throws {
    let result = try folder.fairy("notes", "edit", "2", "--stdin", input: Array("one\ntwo\n".utf8))
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.fairy("notes", "show", "2").text == "one\ntwo\n")
    #expect(try folder.fairy("notes", "edit", "2", "--stdin", input: [0xFF]).status == 65)
    #expect(try folder.fairy("notes", "edit", "2", "--stdin", "--text", "x").status == 64)
  }

  @Test func correctedInAnEditor() throws {
    let editors = ["VISUAL": "", "EDITOR": "sed -i s/parking/waiting/"]
    let result = try folder.fairy("notes", "edit", "2", environment: editors)
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.fairy("notes", "show", "2").text == "No waiting\n")
    let failed = try folder.fairy("notes", "edit", "2", environment: ["VISUAL": "exit 3; true"])
    #expect(failed.status == 130)
    #expect(failed.error.contains("ended with status 3, and nothing was changed"))
    #expect(try folder.fairy("notes", "show", "2").text == "No waiting\n")
  }

  @Test func exportedToOneFile() throws {
    for form in ["txt", "md", "json"] {
      #expect(try folder.fairy("notes", "export", "-o", "all.\(form)").status == 0)
      #expect(try folder.fairy("notes", "export", "-o", "all.\(form)").status == 73)
    }
    func text(_ name: String) throws -> String {
      String(decoding: try folder.scratch.bytes(name), as: UTF8.self)
    }
    #expect(try text("all.txt") == "No parking\n\nBakery Miller\nTotal 12.50\n")
    #expect(try text("all.md").contains("# receipt\\.jpg\n\n2026-11-22T21:16:36Z, eng, receipt\n"))
    #expect(try text("all.json").hasPrefix("[{\"id\":\"2\","))
    #expect(try folder.fairy("notes", "export", "-o", "all.pdf").status == 64)
    #expect(try folder.fairy("notes", "export", "2").text == "No parking\n")
  }

  @Test func exportedToAFileEach() throws {
    for _ in 1...2 {
      #expect(try folder.fairy("notes", "export", "-o", "out/", "--as", "md").status == 0)
    }
    #expect(
      folder.scratch.names.filter { $0.hasPrefix("out/") }.sorted() == [
        "out/receipt.jpg-2.md", "out/receipt.jpg.md", "out/sign.jpg-2.md", "out/sign.jpg.md",
      ])
  }

  @Test func removed() throws {
    #expect(try folder.fairy("notes", "remove", "1", "9").status == 66)
    #expect(try folder.fairy("notes", "list").lines.count == 2)
    #expect(try folder.fairy("notes", "remove", "1").text.hasPrefix("removed 1  receipt.jpg"))
    #expect(try folder.fairy("notes", "list").lines.count == 1)
    let reindexed = try folder.fairy("library", "reindex", "--json").objects()
    #expect(reindexed.first?["notes"] as? Int == 1)
  }
}
