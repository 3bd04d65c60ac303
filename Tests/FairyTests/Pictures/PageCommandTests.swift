import TestSupport
import Testing

/// Files of several pages, and what commands make of them. `pages.tiff` has three.
@Suite struct PageCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("pages.tiff"), as: "pages.tiff")
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  /// What `open` says of a model.
  private func facts(_ name: String, _ model: String) throws -> [String: Any] {
    let result = try run("open", name, "--json")
    #expect(result.status == 0, "\(result.error)")
    return try #require(try result.objects().first?[model] as? [String: Any])
  }

  @Test func aFilePerPageWhereOneIsHeld() throws {
    #expect(try run("convert", "pages.tiff", "--to", "jpeg").status == 0)
    #expect(scratch.names == ["pages-1.jpg", "pages-2.jpg", "pages-3.jpg", "pages.tiff"])
    #expect(try facts("pages-2.jpg", "picture")["width"] as? Int == 33)
    #expect(try facts("pages-3.jpg", "picture")["colour"] as? String == "CMYK")
  }

  @Test func pagesAreChosen() throws {
    #expect(
      try run("convert", "pages.tiff", "--to", "png", "--pages", "2", "-o", "b.png").status == 0)
    #expect(try facts("b.png", "picture")["bitDepth"] as? Int == 16)
    #expect(
      try run("convert", "pages.tiff", "--to", "tiff", "--pages", "3,1", "-o", "c.tiff").status == 0
    )
    let chosen = try facts("c.tiff", "picture")
    #expect(chosen["pages"] as? Int == 2)
    #expect(chosen["colour"] as? String == "CMYK")
    #expect(try run("convert", "pages.tiff", "--to", "png", "--pages", "4").status != 0)
  }

  @Test(arguments: ["tiff", "pdf"])
  func allPagesStayTogether(target: String) throws {
    #expect(try run("convert", "pages.tiff", "--to", target, "-o", "all.\(target)").status == 0)
    let facts = try facts("all.\(target)", target == "pdf" ? "document" : "picture")
    #expect(facts["pages"] as? Int == 3)
    // Pages of one file need no headings.
    #expect(facts["outline"] == nil)
  }

  @Test func pagesOfPDFBecomeOneFile() throws {
    #expect(try run("convert", "pages.tiff", "--to", "pdf").status == 0)
    #expect(
      try run("convert", "pages.pdf", "--to", "tiff", "--dpi", "72", "-o", "d.tif").status == 0)
    let facts = try facts("d.tif", "picture")
    #expect(facts["pages"] as? Int == 3)
    #expect(facts["width"] as? Int == 36)
  }

  @Test func resizeIsOfEveryPage() throws {
    #expect(
      try run("convert", "pages.tiff", "--to", "tiff", "--resize", "50%", "-o", "h.tiff").status
        == 0)
    #expect(try run("convert", "h.tiff", "--to", "png").status == 0)
    #expect(try facts("h-1.png", "picture")["width"] as? Int == 24)
    #expect(try facts("h-3.png", "picture")["width"] as? Int == 20)
  }

  @Test func filesAreJoinedAndTakenApart() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    #expect(try run("merge", "pages.tiff", "a.png", "-o", "m.tiff").status == 0)
    #expect(try facts("m.tiff", "picture")["pages"] as? Int == 4)
    #expect(try run("split", "m.tiff", "-o", "parts/").status == 0)
    #expect(
      scratch.names.filter { $0.hasPrefix("parts/") } == [
        "parts/m-1.tiff", "parts/m-2.tiff", "parts/m-3.tiff", "parts/m-4.tiff",
      ])
    #expect(try run("merge", "pages.tiff", "a.png", "-o", "m.pdf").status == 0)
    let document = try facts("m.pdf", "document")
    #expect(document["pages"] as? Int == 4)
    // A heading a file, not a page.
    #expect((document["outline"] as? [Any])?.count == 2)
  }
}
