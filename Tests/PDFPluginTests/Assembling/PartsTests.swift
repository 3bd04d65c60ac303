import ConverterCore
import PagedDocumentModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Parts that several threads write at once")
struct PartsTests {
  private static let pages = 23

  private func book() -> [UInt8] {
    let pages = (0..<Self.pages).map { index in
      "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [\(10 + (index + 1) % Self.pages) 0 R /Fit] >>]"
    }
    return TinyPDF("/Names << /Dests << /Names [(a) [12 0 R /Fit]] >> >>", pages: pages).bytes
  }

  private func split(threads: Int, in scratch: ScratchFolder) throws -> Outcome {
    var registry = Registry()
    try PDFPlugin.register(in: &registry)
    try scratch.write(book(), to: "book.pdf")
    var request = Request(
      input: .file(FilePath(scratch.file("book.pdf"))),
      target: try ContentType.named("pdf", in: .complete),
      output: .file(FilePath(scratch.file("part.pdf"))), options: ConversionOptions())
    request.purpose = .split(.every(2))
    return Converter(registry: registry).convert(request, threads: threads)
  }

  @Test(arguments: [2, 3, 16])
  func `They are the same as one after the other`(threads: Int) throws {
    let (alone, together) = (try ScratchFolder(), try ScratchFolder())
    let expected = try split(threads: 1, in: alone)
    let outcome = try split(threads: threads, in: together)
    #expect(outcome.outputs.count == 12)
    #expect(outcome.outputs.map(\.lastComponent) == expected.outputs.map(\.lastComponent))
    #expect(outcome.ledger == expected.ledger)
    #expect(together.names == alone.names)
    for name in alone.names { #expect(try together.bytes(name) == alone.bytes(name)) }
    let last = try PDFReader.pages(of: together.bytes("part-23.pdf"))
    #expect(last == 1)
  }
}

extension PDFReader {
  /// How many pages a file has.
  static func pages(of bytes: [UInt8]) throws -> Int {
    try PDFFile(InputFile(bytes: bytes), limits: .standard).pageCount
  }
}
