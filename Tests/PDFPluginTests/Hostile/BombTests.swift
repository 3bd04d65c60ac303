import ConverterCore
import Deflate
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// A few bytes that stand for very many.
@Suite struct BombTests {
  private static let plain = 40_000_000
  private static let deflated: [UInt8] = {
    (try? DeflateHandle(level: 9).zlibStream(
      of: [UInt8](repeating: UInt8(ascii: " "), count: plain)))
      ?? []
  }()

  private static func file(
    content: String = "50 0 R", catalogue: String = "", _ entries: String = "/Filter /FlateDecode",
    _ bytes: [UInt8] = deflated
  ) -> WrittenPDF {
    var file = WrittenPDF(catalogue: catalogue)
    file.addPage(3, "/Contents \(content)", "0 0 9 9 re f")
    file.add(50, entries, stream: bytes)
    return file
  }

  /// What is refused has to be known before it is expanded.
  @Test func nothingExpandsBeyondWhatIsAskedFor() throws {
    let stream = try Self.file().file().object(PDFObject.ID(number: 50, generation: 0))
    #expect(try stream.expanded(atMost: Self.plain)?.count == Self.plain)
    #expect(try stream.expanded(atMost: Self.plain - 1) == nil)
    #expect(try stream.expanded(atMost: 0) == nil)
  }

  @Test func filtersWithinFilters() throws {
    let twice = try DeflateHandle(level: 9).zlibStream(of: Self.deflated)
    let stream = try Self.file(content: "", "/Filter [/FlateDecode /FlateDecode]", twice).file()
      .object(PDFObject.ID(number: 50, generation: 0))
    #expect(try stream.expanded(atMost: Self.plain)?.count == Self.plain)
    #expect(try stream.expanded(atMost: 1 << 20) == nil)
    #expect(
      try Self.file("/Filter [/DCTDecode]").file()
        .object(PDFObject.ID(number: 50, generation: 0)).expanded(atMost: 1 << 30) == nil)
  }

  @Test(arguments: ["50 0 R", "[50 0 R]", "[4 0 R null 50 0 R 4 0 R]"])
  func contentHasALimit(content: String) throws {
    let file = Self.file(content: content)
    var limits = Limits.standard
    let context = ConversionContext(registry: Registry(), limits: limits)
    #expect(try (file.file().page(0).pageContent(in: context)?.count ?? 0) >= Self.plain)
    limits.memory = 8 * Self.plain - 8
    let little = ConversionContext(registry: Registry(), limits: limits)
    #expect(try file.file().page(0).pageContent(in: little) == nil)
  }

  /// A thousand times the same megabytes.
  @Test func partsOfContentAreCountedTogether() throws {
    let file = Self.file(content: "[\(String(repeating: "50 0 R ", count: 1000))]")
    let context = ConversionContext(registry: Registry())
    #expect(try file.file().page(0).pageContent(in: context) == nil)
    #expect(EveryVerb.run(file.bytes) == nil)
  }

  @Test(arguments: [
    "/Metadata 50 0 R", "/Names << /EmbeddedFiles << /Names [(a) << /EF << /F 50 0 R >> >>] >> >>",
    "/AcroForm << /XFA 50 0 R /Fields [] >>",
  ])
  func streamsBesideContentStay(catalogue: String) throws {
    let file = Self.file(content: "4 0 R", catalogue: catalogue)
    #expect(EveryVerb.run(file.bytes) == nil)
    #expect(Conformance(of: try file.file()) == nil)
  }

  @Test(arguments: [
    "/Predictor 15 /Columns 536870911", "/Predictor 2 /Columns 9223372036854775807 /Colors 32",
    "/Predictor 12 /Columns -1", "/Predictor 12 /Columns 0", "/Predictor 2147483648",
    "/Predictor 15 /Colors 9223372036854775807 /BitsPerComponent 9223372036854775807",
  ])
  func predictorsOfAnyWidth(parameters: String) throws {
    let file = Self.file("/Filter /FlateDecode /DecodeParms << \(parameters) >>")
    let stream = try file.file().object(PDFObject.ID(number: 50, generation: 0))
    #expect(try stream.expanded(atMost: 1 << 26) == nil)
  }

  @Test(arguments: ["/FlateDecode", "/LZWDecode", "/ASCIIHexDecode", "/RunLengthDecode", "/Crypt"])
  func aThousandFilters(name: String) throws {
    let names = String(repeating: "\(name) ", count: 1000)
    let file = Self.file("/Filter [\(names)]", [UInt8](repeating: 128, count: 4096))
    let stream = try file.file().object(PDFObject.ID(number: 50, generation: 0))
    #expect(try stream.expanded(atMost: 1 << 20) == nil)
    #expect(EveryVerb.run(file.bytes) == nil)
  }
}
