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

  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func aPictureOfOnePageOfSeveralHasItsNumber() throws {
    try write(SmallPDF(pages: 10), to: "p.pdf")
    try write(SmallPDF(), to: "one.pdf")
    let words = ["convert", "p.pdf", "--to", "png", "--dpi", "20", "--pages"]
    for more in [["2"], ["3", "-o", "o/"], ["4", "-o", "q.png"]] {
      #expect(try Program.run(Program.fairy, words + more, in: scratch.path).status == 0)
    }
    #expect(try run("convert", "one.pdf", "--to", "png", "--dpi", "20", "-o", "o/").status == 0)
    #expect(
      scratch.names == ["o", "o/one.png", "o/p-03.png", "one.pdf", "p-02.png", "p.pdf", "q.png"])
  }

  /// What stands where no output goes is in nobody's way.
  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func picturesOfPagesMindTheirOwnNamesAlone() throws {
    try write(SmallPDF(pages: 2), to: "p.pdf")
    try scratch.write([1], to: "p.png")
    #expect(try run("convert", "p.pdf", "--to", "png", "--dpi", "20").status == 0)
    #expect(scratch.names == ["p-1.png", "p-2.png", "p.pdf", "p.png"])
    let again = try run("convert", "p.pdf", "--to", "png", "--dpi", "20")
    #expect(again.status == 73)
    #expect(again.error.hasPrefix("fairy: p-1.png: exists already"), "\(again.error)")
  }

  /// The second of four pages is gone, and the others keep their numbers.
  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func lostPagesAreCounted() throws {
    let text = String(decoding: SmallPDF(pages: 4).bytes, as: UTF8.self)
    try scratch.write(
      Array(text.replacing("101 0 obj", with: "101 0 obx").utf8), to: "p.pdf")
    #expect(try run("split", "p.pdf", "--each", "-o", "each/").status == 0)
    #expect(try run("split", "p.pdf", "--every", "2", "-o", "two/").status == 0)
    #expect(try run("convert", "p.pdf", "--to", "png", "--dpi", "20", "-o", "png/").status == 0)
    let chosen = try run(
      "convert", "p.pdf", "--to", "png", "--dpi", "20", "--pages", "2-3", "-o", "one/")
    #expect(chosen.status == 0, "\(chosen.error)")
    #expect(
      scratch.names == [
        "each", "each/p-1.pdf", "each/p-3.pdf", "each/p-4.pdf", "one", "one/p-3.png", "p.pdf",
        "png", "png/p-1.png", "png/p-3.png", "png/p-4.png", "two", "two/p-1-3.pdf", "two/p-4.pdf",
      ])
    let lost = try run("split", "p.pdf", "--pages", "2", "-o", "lost/")
    #expect(lost.status == 65)
    #expect(lost.error.contains("has lost all pages that --pages 2 chooses"), "\(lost.error)")
    #expect(try run("split", "p.pdf", "--pages", "5").status == 64)
  }

  @Test func onePartGoesToStandardOutput() throws {
    let pdf = SmallPDF(pages: 3)
    for words in [["--pages", "1-2"], ["--every", "10"], ["--pages", "2"]] {
      let result = try Program.run(
        Program.fairy, ["split", "-", "-o", "-"] + words, in: scratch.path, input: pdf.bytes)
      #expect(result.status == 0, "\(result.error)")
      #expect(result.output.starts(with: Array("%PDF-".utf8)))
    }
    let several = try run("split", "-", "-o", "-", input: pdf.bytes)
    #expect(several.status == 64)
    #expect(several.output.isEmpty)
    #expect(several.error.contains("there are several files to write"), "\(several.error)")
  }

  @Test func whatIsSkippedIsNamedAsItIs() throws {
    try write(SmallPDF(pages: 3), to: "p.pdf")
    #expect(try run("split", "p.pdf", "-o", "o/").status == 0)
    for words in [[], ["--dry-run"]] {
      let result = try Program.run(
        Program.fairy, ["split", "p.pdf", "-o", "o/", "--on-conflict", "skip"] + words,
        in: scratch.path)
      #expect(result.text == "p.pdf  skipped: o/p-1.pdf and 2 more exist\n")
    }
    _ = try Program.shell("rm o/p-2.pdf", in: scratch.path)
    let rest = try run("split", "p.pdf", "-o", "o/", "--on-conflict", "skip")
    #expect(rest.text.hasPrefix("p.pdf → o/p-2.pdf  "), "\(rest.text)")
    #expect(
      rest.error == "fairy: p.pdf: warning: o/p-1.pdf and 1 more exist: they stay as they are\n")
  }

  @Test func anotherTypesExtensionIsRefused() throws {
    try write(SmallPDF(pages: 2), to: "p.pdf")
    for verb in ["split", "compress"] {
      let result = try run(verb, "p.pdf", "--pages", "1", "-o", "z.docx")
      #expect(result.status == 64)
      #expect(
        result.error
          == "fairy: p.pdf: is a PDF document and stays one, so the result is not named .docx\n")
      let picture = try run(verb, "p.pdf", "--pages", "1", "-o", "z.png")
      #expect(picture.error.contains("; fairy convert --to png makes it another"))
      // Of no type, and of none at all.
      #expect(try run(verb, "p.pdf", "--pages", "1", "-o", "z.2026").status == 0)
      _ = try Program.shell("rm z.2026", in: scratch.path)
    }
    #expect(scratch.names == ["p.pdf"])
    #expect(try run("split", "p.pdf").error == "")
  }
}
