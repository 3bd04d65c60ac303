import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("What is not pictures becomes smaller")
struct StructureTests {
  /// Two pages that draw an image each.
  private func twoImages(_ first: [UInt8], _ second: [UInt8]) -> WrittenPDF {
    var file = WrittenPDF()
    for (page, data) in [(3, first), (6, second)] {
      file.addPage(
        page, "/Resources << /XObject << /Im \(page + 2) 0 R >> >>", "q 100 0 0 100 0 0 cm /Im Do Q"
      )
      file.add(
        page + 2,
        "/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceGray",
        stream: data)
    }
    return file
  }

  private func noise(_ count: Int) -> [UInt8] {
    var noise = Noise(7)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
  }

  @Test func `Images of the same bytes become one`() throws {
    let data = noise(256)
    let result = try Compressed(twoImages(data, data).bytes)
    // Contents are alike, too.
    #expect(result.structure("streamsMerged") == 2)
    #expect(result.images.count == 1)
  }

  @Test(arguments: [0, 100, 255])
  func `Images that differ in one byte stay two`(place: Int) throws {
    let data = noise(256)
    var other = data
    other[place] ^= 1
    let result = try Compressed(twoImages(data, other).bytes)
    #expect(result.structure("streamsMerged") == 1)
    #expect(result.images.count == 2)
  }

  @Test func `What fields look like is not shared`() throws {
    var file = WrittenPDF(catalogue: "/AcroForm << /Fields [5 0 R 6 0 R] >>")
    file.addPage(3, "/Annots [5 0 R 6 0 R]", "0 0 m 1 1 l S")
    for (field, form) in [(5, 7), (6, 8)] {
      file.add(
        field,
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (f\(field)) /Rect [0 0 9 9] /AP << /N \(form) 0 R >> >>"
      )
      file.addForm(form, "", "0 0 m 9 9 l S % the same in both")
    }
    let result = try Compressed(file.bytes)
    #expect(result.structure("streamsMerged") == 0)
  }

  @Test func `Private data, thumbnails and unused images go`() throws {
    var file = WrittenPDF()
    file.addPage(
      3,
      "/PieceInfo << /Maker << /Private 6 0 R >> >> /Thumb 7 0 R /Resources << /XObject << /No 8 0 R >> >>",
      "0 0 m 100 100 l S")
    file.addStream(6, "", "what a program keeps for itself")
    file.addImage(7, width: 9, height: 9)
    file.addImage(8, width: 9, height: 9)
    let result = try Compressed(file.bytes)
    #expect(result.entry("private-data")?.action == .dropped)
    #expect(result.entry("thumbnails")?.action == .dropped)
    #expect(result.structure("objectsDropped") == 3)
    #expect(result.images.isEmpty)
  }

  @Test(arguments: ["", "/Filter /ASCIIHexDecode"])
  func `Content is compressed and stays what it was`(filter: String) throws {
    let content = String(repeating: "0 0 m 100 100 l S\n", count: 200)
    var file = WrittenPDF()
    file.addPage(3, "", "")
    let hex = content.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    file.addStream(4, filter, filter.isEmpty ? content : hex.joined() + ">")
    let result = try Compressed(file.bytes)
    #expect(result.bytes.count < 700)
    let written = try PDFFile(InputFile(bytes: result.bytes), limits: .standard)
    #expect(try written.page(0)["/Contents"].data(.generalised) == Array(content.utf8))
    #expect(try written.page(0)["/Contents"]["/Filter"].name == "/FlateDecode")
  }

  @Test func `Descriptions of programs that read bytes stay plain`() throws {
    var file = WrittenPDF(catalogue: "/Metadata 6 0 R")
    file.addPage(3, "", "0 0 m 1 1 l S")
    let xmp = "<x:xmpmeta>" + String(repeating: " ", count: 500) + "</x:xmpmeta>"
    file.addStream(6, "/Type /Metadata /Subtype /XML", xmp)
    let result = try Compressed(file.bytes)
    let written = try PDFFile(InputFile(bytes: result.bytes), limits: .standard)
    #expect(try written.root["/Metadata"].data(.none) == Array(xmp.utf8))
  }

  @Test(arguments: [(1, false), (2, true)])
  func `Only PDF/A-1 goes without compressed objects`(part: Int, isCompressed: Bool) throws {
    var file = WrittenPDF(catalogue: "/Metadata 6 0 R")
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    file.addStream(
      6, "/Type /Metadata /Subtype /XML", "<rdf pdfaid:part=\"\(part)\" pdfaid:conformance=\"B\"/>")
    let result = try Compressed(file.bytes)
    #expect(result.entry("PDF/A")?.action == .kept)
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(text.contains("/ObjStm") == isCompressed)
    #expect(text.contains("/XRef") == isCompressed)
  }

  @Test func `Loops of references and deep nesting come to an end`() throws {
    var file = WrittenPDF(catalogue: "/Loop 6 0 R")
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    file.add(6, "[ 6 0 R 7 0 R ]")
    file.add(7, "<< /Self 7 0 R /Back 6 0 R /Deep 100 0 R >>")
    for number in 100..<20100 { file.add(number, "[ \(number + 1) 0 R ]") }
    file.add(20100, "[ 6 0 R ]")
    let result = try Compressed(file.bytes)
    #expect(result.error == nil)
    #expect(result.structure("objectsDropped") == 0)
  }

  @Test func `What would not become smaller is the input itself`() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "S")
    let once = try Compressed(file.bytes)
    let twice = try Compressed(once.bytes)
    #expect(twice.bytes == once.bytes)
    #expect(twice.entry("file")?.action == .kept)
    let totals = twice.outcome.receipt?["totals"]
    #expect(totals?["bytesOut"]?.int == once.bytes.count)
    #expect(totals?["bytesIn"]?.int == once.bytes.count)
    #expect(totals?["pages"]?.int == 1)
  }
}
