import TestSupport
import Testing

@testable import FairyCommandLine

/// `fairy scan --draft`
@Suite struct ScanDraftTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    for number in 1...2 { try folder.scratch.write(SheetPicture.page(number), to: "\(number).pgm") }
  }

  @Test(arguments: [
    ("scan --draft", "scan --draft new"), ("scan --draft a.jpg", "scan --draft new a.jpg"),
    ("scan --draft -o x a.jpg", "scan --draft new -o x a.jpg"),
    ("scan --draft 3 a.jpg", "scan --draft 3 a.jpg"),
    ("scan --draft 3f2a9c1e a.jpg", "scan --draft 3f2a9c1e a.jpg"),
    ("scan --draft 3f2a9c1e-5b07 a.jpg", "scan --draft 3f2a9c1e-5b07 a.jpg"),
    ("scan --draft=Receipts a.jpg", "scan --draft=Receipts a.jpg"),
    ("scan -- --draft", "scan -- --draft"), ("convert --draft", "convert --draft"),
  ])
  func words(typed: String, understood: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    #expect(DraftFlag.completed(words(typed)) == words(understood))
  }

  @Test func aDraftIsMadeAndAddedTo() throws {
    let made = try folder.fairy(
      "scan", "--draft", "1.pgm", "--no-crop", "--filter", "gray", "--json")
    #expect(made.status == 0, "\(made.error)")
    let lines = try made.objects()
    #expect(lines.count == 2)
    #expect(lines.first?["input"] as? String == "1.pgm")
    #expect(lines.first?["page"] as? Int == 1)
    #expect(lines.first?["filter"] as? String == "gray")
    #expect(lines.last?["state"] as? String == "draft")
    let added = try folder.fairy("scan", "--draft", "1", "2.pgm", "--no-crop", "--json").objects()
    #expect(added.first?["page"] as? Int == 2)
    #expect(added.last?["pages"] as? Int == 2)
    #expect(added.last?["id"] as? String == lines.last?["id"] as? String)
    #expect(!folder.scratch.names.contains { $0.hasSuffix(".pdf") })
  }

  @Test(arguments: [
    ["-o", "x.pdf"], ["--save", "both"], ["--preset", "small"], ["--deskew"], ["--ocr", "fast"],
    ["--dry-run"], ["--separator"], ["--set", "dpi=300"],
  ])
  func whatIsAboutAPDFIsRefused(words: [String]) throws {
    let result = try Program.run(
      Program.fairy, ["scan", "1.pgm", "--draft"] + words, in: folder.scratch.path,
      environment: ["FAIRY_LIBRARY": folder.scratch.file("library")])
    #expect(result.status == 64)
    #expect(result.error.contains("--draft makes no PDF, and -"), "\(result.error)")
  }

  @Test func aDocumentThatIsNotThereIsNamed() throws {
    #expect(try folder.fairy("scan", "--draft", "7", "1.pgm").status == 66)
    #expect(try folder.fairy("scan", "1.pgm", "--library", "x").status == 64)
  }
}
