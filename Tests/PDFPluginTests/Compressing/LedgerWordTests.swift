import ConverterCore
import PagedDocumentModel
import PictureModel
import TestSupport
import Testing

@testable import PDFPlugin

@Suite("Words that a document may be required to keep")
struct LedgerWordTests {
  /// Words that are notes alone, of which nothing can be lost: pages are noted by transforms, and a file is kept.
  private static let known = Set(
    ["file"] + PDFWriter().ledgerWords + PDFTextWriter().ledgerWords + PageBridge().ledgerWords
      + PageTransform().ledgerWords)

  @Test func `All that is noted can be required`() throws {
    let root = #filePath.split(separator: "/").dropLast(4)
    let folder = "/" + root.joined(separator: "/") + "/Sources/Plugins/PDF"
    let run = try Program.run(
      "/usr/bin/grep", ["-rhozE", #"\.note\(\s*"[^"]+""#, "--include=*.swift", folder])
    let words = run.text.split(separator: "\"").enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(words.count > 20)
    #expect(Set(words).subtracting(Self.known) == [])
  }

  @Test(arguments: ["outline", "forms", "links", "threads", "tags", "text", "attachments"])
  func `They are known to compress`(word: String) throws {
    var file = WrittenPDF()
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    let result = try Compressed(file.bytes) { $0.require = [word] }
    #expect(result.error == nil)
    #expect(!result.bytes.isEmpty)
  }

  /// Neither text nor pictures have an outline or a form, whichever pages they are of.
  @Test(arguments: [("txt", "layout"), ("png", "text")])
  func `Chosen pages lose what all pages do`(type: String, word: String) throws {
    let bytes = TinyPDF(
      "/Outlines << /First 30 0 R /Last 30 0 R >> /Names << /EmbeddedFiles << /Names [(a) 31 0 R] >> >>"
        + " /OCProperties << /OCGs [32 0 R] /D << >> >> /AcroForm << /Fields [] /XFA (x) >>",
      pages: [TinyPDF.font, ""],
      [
        50: TinyPDF.text,
        30: "<< /Title (One) /Parent 1 0 R /Dest [11 0 R /Fit] >>",
        31: "<< /Type /Filespec /F (a) >>", 32: "<< /Type /OCG /Name (Layer) >>",
      ]
    ).bytes
    let all = try Made([bytes], to: type)
    let lost = all.outcome.ledger.filter { $0.action == .dropped }.map(\.what)
    #expect(Set(lost) == [word, "attachments", "outline"])
    let some = try Made([bytes], to: type) {
      $0.pages = try? PageRanges(parsing: "1")
      $0.reading.pages = $0.pages
    }
    #expect(some.code == nil)
    #expect(
      Set(some.outcome.ledger.map(\.what))
        == Set(all.outcome.ledger.map(\.what)).union(["pages"]))
    for required in [word, "pages", "crop"] {
      let refused = try Made([bytes], to: type) {
        $0.pages = try? PageRanges(parsing: "1")
        $0.reading.pages = $0.pages
        $0.require = [required]
      }
      #expect(refused.code == (required == "crop" ? nil : .requirementNotMet))
    }
  }

  @Test func `Others are not`() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "0 0 m 100 100 l S")
    let result = try Compressed(file.bytes) { $0.require = ["outlines"] }
    #expect(result.error?.code == .usage)
    #expect(result.error?.message.contains("outline, outputIntents, pages") == true)
  }

  /// Files that are joined or taken apart keep their pictures, whatever becomes of their descriptions.
  @Test func `Descriptions go without the pictures`() throws {
    var said = ConversionOptions()
    said.metadata = .none
    let options = try PDFWriterOptions(said)
    let merging = try #require(options.compression(isWhole: false, for: .merge([])))
    #expect(merging.metadata == .none)
    #expect(merging.level == nil)
    #expect(options.compression(isWhole: true, for: .compress)?.level != nil)
  }
}
