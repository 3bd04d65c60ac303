import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Pages that become pictures")
struct RasterizedPagesTests {
  private static let description =
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/'"
    + " pdfaid:conformance='A'><dc:title>Kept</dc:title><pdfaid:part>2</pdfaid:part></rdf:Description>"
    + "</x:xmpmeta>"

  /// - Parameters:
  ///   - drawing: how many lines make it larger than pictures of its pages would be.
  ///   - side: of the square that they lie in, in hundredths of points.
  private static func file(_ drawing: Int = 6000, within side: Int = 60000) -> [UInt8] {
    var noise = Noise(11)
    var file = WrittenPDF(
      catalogue: "/AcroForm << /Fields [20 0 R] >> /StructTreeRoot << /Type /StructTreeRoot >> "
        + "/OCProperties << /OCGs [21 0 R] /D << >> >> /Metadata 22 0 R")
    let lines = (0..<drawing).map { _ in
      let numbers = (0..<4).map { _ in "\(Int.random(in: 0..<side, using: &noise))" }
      return "\(numbers[0]) \(numbers[1]) m \(numbers[2]) \(numbers[3]) l S"
    }
    let content = "0.01 0 0 0.01 0 0 cm\n" + lines.joined(separator: "\n")
    for page in [3, 5] {
      file.addPage(page, "/Annots [20 0 R 23 0 R 24 0 R]", content)
    }
    file.add(20, "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [0 0 9 9] >>")
    file.add(21, "<< /Type /OCG /Name (Layer) >>")
    file.addStream(22, "/Type /Metadata /Subtype /XML", description)
    file.add(23, "<< /Type /Annot /Subtype /Text /Contents (Remark) /Rect [0 0 9 9] >>")
    file.add(24, "<< /Type /Annot /Subtype /Link /Dest [3 0 R /Fit] /Rect [0 0 9 9] >>")
    return file.bytes
  }

  @Test func `What goes is said, and what stays stays`() throws {
    let result = try Compressed(Self.file(within: 5000)) {
      $0.settings["rasterize"] = "true"
    }
    #expect(result.error == nil)
    for word in ["text", "forms", "annotations", "tags", "layers", "PDF/A"] {
      #expect(result.entry(word)?.action == .dropped, "\(word)")
    }
    let file = try PDFFile(InputFile(bytes: result.bytes), limits: .standard)
    #expect(Conformance(of: file) == nil)
    let description = String(
      decoding: try file.root["/Metadata"].data(.generalised) ?? [], as: UTF8.self)
    #expect(description.contains("<dc:title>Kept</dc:title>"))
    #expect(!description.contains("pdfaid:part") && !description.contains("pdfaid:conformance"))
    #expect(try file.page(1)["/Annots"].items.map { $0["/Subtype"].name } == ["/Link"])
  }

  @Test(arguments: ["forms", "annotations", "tags", "layers", "text", "PDF/A"])
  func `It can be refused`(word: String) throws {
    let result = try Compressed(Self.file(within: 5000)) {
      $0.settings["rasterize"] = "true"
      $0.require = [word]
    }
    #expect(result.error?.code == .requirementNotMet)
    #expect(result.bytes.isEmpty)
  }

  @Test func `Pages that would take more stay`() throws {
    let input = Self.file(10)
    let result = try Compressed(input) {
      $0.settings = ["rasterize": "true", "dpi": "300"]
    }
    #expect(result.bytes == input)
    #expect(result.entry("file")?.action == .kept)
    #expect(result.entry("text") == nil)
    #expect(result.outcome.warnings.count == 1)
    #expect(result.outcome.warnings.first?.hasPrefix("pages would take more as pictures") == true)
  }

  /// Nothing was lost.
  @Test(arguments: ["forms", "text"])
  func `Where they stay nothing is refused`(word: String) throws {
    let input = Self.file(10)
    let result = try Compressed(input) {
      $0.settings = ["rasterize": "true", "dpi": "300"]
      $0.require = [word]
    }
    #expect(result.error == nil)
    #expect(result.bytes == input)
    let unknown = try Compressed(input) {
      $0.settings = ["rasterize": "true", "dpi": "300"]
      $0.require = ["word"]
    }
    #expect(unknown.error?.code == .usage)
  }

  @Test func `The receipt of a file that stays has its fonts`() throws {
    var file = WrittenPDF(catalogue: "")
    file.addPage(
      3,
      "/Resources << /Font << /F << /Type /Font /Subtype /TrueType /FontDescriptor 20 0 R >> >> >>",
      "BT /F 9 Tf (a) Tj ET")
    file.add(20, "<< /Type /FontDescriptor /FontFile2 21 0 R >>")
    file.addStream(21, "", "glyphs")
    let result = try Compressed(file.bytes) { $0.settings["rasterize"] = "true" }
    #expect(result.bytes == file.bytes)
    let fonts = result.outcome.receipt?["fonts"]
    #expect(fonts?["count"]?.int == 1)
    #expect(fonts?["bytes"]?.int == 6)
  }

  @Test(arguments: [60000, 200_000])
  func `They become the best that fits`(maximum: Int) throws {
    let result = try Compressed(Self.file()) {
      $0.settings["rasterize"] = "true"
      $0.maximumBytes = maximum
    }
    #expect(result.error == nil)
    #expect(result.bytes.count <= maximum)
    #expect(result.bytes.count > maximum * 9 / 10, "\(result.bytes.count)")
  }

  @Test func `What cannot be reached is said`() throws {
    let result = try Compressed(Self.file()) {
      $0.settings["rasterize"] = "true"
      $0.maximumBytes = 2000
    }
    #expect(result.error?.code == .limitExceeded)
    #expect(result.error?.message.contains("the smallest is about") == true)
    #expect(result.error?.message.contains("--rasterize") == false)
  }
}
