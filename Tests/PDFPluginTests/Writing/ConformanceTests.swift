import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Files that follow PDF/A")
struct ConformanceTests {
  private static func file(claiming words: String) -> [UInt8] {
    let xmp = "<x:xmpmeta><rdf:Description \(words)</rdf:Description></x:xmpmeta>"
    return TinyPDF(
      "/Metadata 70 0 R", pages: ["", ""],
      [
        70:
          "<< /Type /Metadata /Subtype /XML /Length \(xmp.utf8.count) >>\nstream\n\(xmp)\nendstream"
      ]
    ).bytes
  }
  private static let one = file(
    claiming: "><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>")
  private static let two = file(claiming: "pdfaid:part=\"2\" pdfaid:conformance='B'>")
  private static let plain = TinyPDF("", pages: [""]).bytes

  private func text(_ made: Made, _ index: Int = 0) -> String {
    String(decoding: made.files[index], as: UTF8.self)
  }

  @Test func `Parts and turned pages of PDF A 1 have no object streams`() throws {
    let parts = try Made([Self.one], purpose: .split(.every(1)))
    #expect(parts.files.count == 2)
    let turned = try Made([Self.one]) { $0.settings["rotate"] = "90" }
    for (made, index) in [(parts, 0), (parts, 1), (turned, 0)] {
      #expect(!text(made, index).contains("/ObjStm"))
      #expect(!text(made, index).contains("/XRef"))
      #expect(Conformance(of: try made.file(index))?.part == 1)
      #expect(made.ledger.contains { $0.hasPrefix("PDF/A kept") })
    }
    #expect(text(try Made([Self.two], purpose: .split(.every(1)))).contains("/ObjStm"))
  }

  @Test func `Only what all files follow is said of the result`() throws {
    let same = try Made([Self.one, Self.one])
    #expect(Conformance(of: try same.file())?.part == 1)
    #expect(!text(same).contains("/ObjStm"))
    for files in [[Self.one, Self.plain], [Self.two, Self.one], [Self.one, Self.two]] {
      let made = try Made(files)
      #expect(Conformance(of: try made.file()) == nil)
      #expect(
        made.ledger.contains("PDF/A dropped not all files follow the same part of it"))
      #expect(try made.file().root["/Metadata"].isStream)
    }
    let plainFirst = try Made([Self.plain, Self.one])
    #expect(plainFirst.ledger.contains { $0.hasPrefix("PDF/A dropped") })
  }

  @Test(arguments: [
    ("<a pdfaid:part=\"1\" b=\"2\"/>", "<a b=\"2\"/>"),
    ("<a><pdfaid:part>1</pdfaid:part>x<pdfaid:amd/></a>", "<a>x</a>"),
    ("<a pdfaid:schema='1' xmlns:pdfaid=\"u\">", "<a pdfaid:schema='1' xmlns:pdfaid=\"u\">"),
    ("<pdfaid:part>1", "<pdfaid:part>1"), (" pdfaid:part=", " pdfaid:part="),
    ("pdfaid:part", "pdfaid:part"),
    ("", ""),
  ])
  func `The words of the claim are taken out`(before: String, after: String) {
    #expect(Conformance.without(.archiving, Array(before.utf8)) == Array(after.utf8))
  }
}
