import TestSupport
import Testing

/// What the files are called that a document is taken apart into.
@Suite struct PartNameTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String..., input: [UInt8] = []) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path, input: input)
  }

  private func write(_ pdf: SmallPDF, to name: String) throws {
    try scratch.write(pdf.bytes, to: name)
  }

  @Test func aNameMayHaveDots() throws {
    try write(SmallPDF(pages: 3), to: "v1.2 report.pdf")
    #expect(try run("split", "v1.2 report.pdf", "--every", "2", "-o", "o/").status == 0)
    #expect(
      scratch.names == ["o", "o/v1.2 report-1-2.pdf", "o/v1.2 report-3.pdf", "v1.2 report.pdf"])
    #expect(try run("split", "v1.2 report.pdf", "--every", "2", "-o", "a.1.pdf").status == 0)
    #expect(scratch.names.prefix(2) == ["a.1-1-2.pdf", "a.1-3.pdf"])
  }

  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func picturesOfANameWithDots() throws {
    try write(SmallPDF(pages: 2), to: "v1.2 report.pdf")
    let result = try run(
      "convert", "v1.2 report.pdf", "--to", "png", "--dpi", "20", "-o", "o/")
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names.prefix(3) == ["o", "o/v1.2 report-1.png", "o/v1.2 report-2.png"])
  }

  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func picturesAreCalledByTheNumbersOfTheirPages() throws {
    try write(SmallPDF(pages: 10), to: "p.pdf")
    let result = try run(
      "convert", "p.pdf", "--to", "png", "--dpi", "20", "--pages", "7,3,3", "-o", "o/")
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names == ["o", "o/p-03-2.png", "o/p-03.png", "o/p-07.png", "p.pdf"])
  }

  @Test func partsOfStandardInputHaveAnExtension() throws {
    let result = try run("split", "-", "--each", "-o", "o/", input: SmallPDF(pages: 2).bytes)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names == ["o", "o/stdin-1.pdf", "o/stdin-2.pdf"])
  }

  /// The first of two headings on a page names the part; one without a title, and what comes before all
  /// headings, are called by their page, with as many digits as others.
  @Test func headings() throws {
    try write(
      SmallPDF(
        pages: 10,
        headings: [("Begin", 2), ("Again", 2), ("", 5), ("End", 8)]), to: "h.pdf")
    #expect(try run("split", "h.pdf", "--at-outline", "-o", "o/").status == 0)
    #expect(
      scratch.names == [
        "h.pdf", "o", "o/h-01.pdf", "o/h-03-Begin.pdf", "o/h-06.pdf", "o/h-09-End.pdf",
      ])
  }

  @Test func onePartIsNamedByItsPagesButWhereAFileIsNamed() throws {
    try write(SmallPDF(pages: 4), to: "p.pdf")
    #expect(try run("split", "p.pdf", "--pages", "1-3").status == 0)
    #expect(try run("split", "p.pdf", "--pages", "1-3", "-o", "o/").status == 0)
    #expect(try run("split", "p.pdf", "--pages", "1-3", "-o", "q.pdf").status == 0)
    #expect(scratch.names == ["o", "o/p-1-3.pdf", "p-1-3.pdf", "p.pdf", "q.pdf"])
  }

  @Test func thePartInPlaceOfItsDocument() throws {
    try write(SmallPDF(pages: 4), to: "p.pdf")
    let before = try scratch.bytes("p.pdf")
    let refused = try run("split", "p.pdf", "--pages", "1-3", "-o", "p.pdf")
    #expect(refused.status == 73)
    #expect(refused.error.contains("would be replaced by its own result"), "\(refused.error)")
    #expect(scratch.names == ["p.pdf"])
    #expect(try scratch.bytes("p.pdf") == before)
    let renamed = try run(
      "split", "p.pdf", "--pages", "1-3", "-o", "p.pdf", "--on-conflict", "rename")
    #expect(renamed.status == 0)
    #expect(scratch.names == ["p-2.pdf", "p.pdf"])
    let replaced = try run(
      "split", "p.pdf", "--pages", "1-3", "-o", "p.pdf", "--on-conflict", "overwrite")
    #expect(replaced.status == 0)
    #expect(replaced.error == "fairy: p.pdf: warning: the input itself is replaced\n")
    #expect(scratch.names == ["p-2.pdf", "p.pdf"])
    #expect(try scratch.bytes("p.pdf") == scratch.bytes("p-2.pdf"))
  }

  @Test func aNumberAgainstConflictsStandsBehindThePages() throws {
    try write(SmallPDF(pages: 2), to: "p.pdf")
    for _ in 0..<2 {
      #expect(try run("split", "p.pdf", "--on-conflict", "rename").status == 0)
    }
    #expect(scratch.names == ["p-1-2.pdf", "p-1.pdf", "p-2-2.pdf", "p-2.pdf", "p.pdf"])
  }

  @Test func anOddExtensionIsSaid() throws {
    try write(SmallPDF(pages: 2), to: "p.pdf")
    let result = try run("split", "p.pdf", "--pages", "1", "-o", "z.docx")
    #expect(result.status == 0)
    #expect(
      result.error == "fairy: p.pdf: warning: the output is named .docx but holds a PDF document\n")
    #expect(try run("split", "p.pdf").error == "")
  }
}
