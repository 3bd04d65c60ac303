import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Which pages get words, and which of those that are there go first.
@Suite("Pages that get words") struct LayerChoiceTests {
  private static let resources =
    "/MediaBox [0 0 200 100] /Resources << /XObject << /I 9 0 R >>"
    + " /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
  /// Over all of the page but its lowest fifth.
  private static let picture = WrittenPDF.ink("I", 10, 30, 180, 60)

  private func text(_ render: Int, _ x: Int, _ y: Int, _ words: String) -> String {
    "BT \(render) Tr /F 10 Tf \(x) \(y) Td (\(words)) Tj ET"
  }

  private func file(_ contents: String...) -> [UInt8] {
    var file = WrittenPDF()
    for (index, content) in contents.enumerated() {
      file.addPage(20 + 2 * index, Self.resources, content)
    }
    file.addInk(9)
    return file.bytes
  }

  @Test func pagesOfOneFileAreEachLookedAt() throws {
    let result = try Layered(
      file(
        Self.picture, text(0, 20, 50, "Visible"), "\(text(3, 20, 10, "Below")) \(Self.picture)",
        "\(text(3, 70, 55, "Read before")) \(Self.picture)", ""))
    #expect(result.error == nil)
    // The third has words beside its picture, the fourth in it; the last one is empty.
    #expect(
      try result.text() == [["ink1"], ["Visible"], ["ink1", "Below"], ["Read before"], []])
    let new = try result.file()
    for page in [1, 3, 4] {
      #expect(try !new.page(page)["/Resources"]["/Font"].has("/FairyWords"))
    }
    #expect(result.ledger == ["words changed recognised, which may be wrong, on 2 of 5 pages"])
  }

  @Test func filesThatHaveAllWordsStayAsTheyAre() throws {
    let result = try Layered(file(text(0, 20, 50, "Visible")))
    #expect(result.error == nil)
    #expect(try result.text() == [["Visible"]])
    #expect(result.ledger.isEmpty)
    #expect(result.outcome.unused.contains { $0.option == "text-layer" })
  }

  /// What is not seen goes, be it in a form, and what is seen stays by the same bytes.
  @Test func redoneLayers() throws {
    let seen = "\(text(0, 20, 10, "Stamp")) \(Self.picture)"
    var file = WrittenPDF()
    file.addPage(20, Self.resources, "\(text(3, 70, 55, "Read before")) \(seen)")
    file.addPage(22, Self.resources, seen)
    file.addPage(
      24, "/MediaBox [0 0 200 100] /Resources << /XObject << /I 9 0 R /O 10 0 R >> >>",
      "/O Do \(Self.picture)")
    file.addInk(9)
    file.addForm(
      10, "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
      text(3, 70, 55, "Read before"))
    let result = try Layered(file.bytes, "redo")
    #expect(result.error == nil)
    #expect(try result.text() == [["ink1", "Stamp"], ["ink1", "Stamp"], ["ink1"]])
    let new = try result.file()
    for page in 0..<2 {
      let drawn = try #require(try new.page(page)["/Contents"].items.last?.data(.generalised))
      #expect(String(decoding: drawn, as: UTF8.self).hasSuffix(seen))
    }
  }

  /// A layer of this program's own is taken out with its font's name, and comes once.
  @Test func layersOfItsOwn() throws {
    let first = try Layered(file(Self.picture))
    let second = try Layered(first.bytes, "redo")
    #expect(try second.text() == [["ink1"]])
    let shown = try second.file().page(0)["/Contents"].items.map { part in
      String(decoding: try part.data(.generalised) ?? [], as: UTF8.self).split(separator: ">Tj")
        .count - 1
    }
    #expect(shown == [1, 0])
    #expect(second.bytes.count < first.bytes.count + 200)
  }
}
