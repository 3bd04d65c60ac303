import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

@Suite("Bad PNG files")
struct PNGBadInputTests {
  /// A file that must be refused, and the words.
  struct Refusal: CustomTestStringConvertible {
    var testDescription: String
    var code = ConversionError.Code.damagedInput
    var message: String
    var bytes: [UInt8]

    init(
      _ name: String, _ bytes: [UInt8], _ code: ConversionError.Code = .damagedInput,
      _ message: String
    ) {
      testDescription = name
      self.bytes = bytes
      self.code = code
      self.message = message
    }

    func check() {
      let error = #expect(throws: ConversionError.self) { try decode(bytes) }
      #expect(error?.code == code)
      #expect(error?.message == message)
    }
  }

  @Test("Bad files are refused", arguments: badFiles)
  func file(refusal: Refusal) {
    refusal.check()
  }

  /// What the bad files of the corpus are, of fewer bytes.
  static let badFiles: [Refusal] = [
    Refusal(
      "a line end that became another", [0x89, 0x50, 0x4E, 0x47, 0x0A] + PNGFile.small.bytes[6...],
      .damagedInput, "the PNG signature is damaged, as happens when a file is transferred as text"),
    Refusal(
      "a header that its checksum does not fit",
      // The last byte of the header before its checksum.
      PNGFile.small.bytes[..<28] + [1] + PNGFile.small.bytes[29...], .damagedInput,
      "the checksum of the IHDR chunk is wrong: the file is damaged"),
    Refusal(
      "no data", PNGFile([PNGFile.header(1, 1), PNGFile.end]).bytes, .damagedInput,
      "the file has no picture data: there is no IDAT chunk"),
    Refusal(
      "colour type 9",
      PNGFile([PNGFile.header(1, 1, type: 9), PNGFile.data([0, 0]), PNGFile.end]).bytes,
      .damagedInput, "the header names colour type 9: PNG knows 0, 2, 3, 4 and 6"),
    Refusal(
      "cut off in its data",
      Array(
        PNGFile([
          PNGFile.header(1, 1), PNGChunk(type: .data, bytes: Array(repeating: 0, count: 100)),
        ]).bytes.prefix(33 + 48)), .damagedInput,
      "the file is cut off: the IDAT chunk at byte 33 has 112 bytes, the file ends after 48 of them"
    ),
  ]

  @Test(
    "Bad files of other programs are refused",
    arguments: Sample.present(
      [
        (
          "fixtures/bad/truncated.png",
          "the file is cut off: the IDAT chunk at byte 33 has 1016 bytes, the file ends after 497 of them"
        ),
        (
          "images/png/pngsuite/xs1n0g01.png",
          "the PNG signature is damaged, as happens when a file is transferred as text"
        ),
        (
          "images/png/pngsuite/xhdn0g08.png",
          "the checksum of the IHDR chunk is wrong: the file is damaged"
        ),
        (
          "images/png/pngsuite/xdtn0g01.png",
          "the file has no picture data: there is no IDAT chunk"
        ),
        (
          "images/png/pngsuite/xc9n2c08.png",
          "the header names colour type 9: PNG knows 0, 2, 3, 4 and 6"
        ),
        (
          "images/png/graph-truncated.png",
          "the file is cut off: the IDAT chunk at byte 33 has 32780 bytes, the file ends after 9967 of them"
        ),
      ], name: \.0))
  func files(name: String, message: String) throws {
    Refusal(name, try Sample(name).bytes(), .damagedInput, message).check()
  }

  @Test("Headers against the rules are refused", arguments: badHeaders)
  func header(refusal: Refusal) {
    refusal.check()
  }

  static let badHeaders: [Refusal] = [
    Refusal(
      "width 0", header([0, 5, 8, 0, 0, 0, 0]), .damagedInput,
      "the header gives a size of 0×5: a side cannot be 0"),
    Refusal(
      "height 0", header([5, 0, 8, 0, 0, 0, 0]), .damagedInput,
      "the header gives a size of 5×0: a side cannot be 0"),
    Refusal(
      "width over 2³¹−1", header([1 << 31, 1, 8, 0, 0, 0, 0]), .damagedInput,
      "the header gives a size of 2147483648×1: a side cannot be over 2³¹−1"),
    Refusal(
      "3 bits", header([1, 1, 3, 0, 0, 0, 0]), .damagedInput,
      "the header gives 3 bits a sample: colour type 0 cannot have them"),
    Refusal(
      "16-bit palette", header([1, 1, 16, 3, 0, 0, 0]), .damagedInput,
      "the header gives 16 bits a sample: colour type 3 cannot have them"),
    Refusal(
      "compression 1", header([1, 1, 8, 0, 1, 0, 0]), .damagedInput,
      "the header names compression 1 and filter 0: PNG knows 0 alone"),
    Refusal(
      "interlace 2", header([1, 1, 8, 0, 0, 0, 2]), .damagedInput,
      "the header names interlace method 2: PNG knows 0 and 1"),
    Refusal(
      "12 bytes", PNGFile([PNGChunk(type: .header, bytes: Array(repeating: 1, count: 12))]).bytes,
      .damagedInput, "the IHDR chunk holds 12 bytes, it must hold 13"),
    Refusal(
      "huge", header([2_000_000_000, 2_000_000_000, 16, 6, 0, 0, 0]), .limitExceeded,
      "a picture of 2000000000×2000000000 needs 4000000000000000000 pixels, the limit is "
        + "536870912; raise it with --limit pixels=4000000000000000000"),
  ]

  private static func header(_ fields: [Int]) -> [UInt8] {
    let bytes = fields[0].bigEndianBytes + fields[1].bigEndianBytes + fields[2...].map(UInt8.init)
    return PNGFile([
      PNGChunk(type: .header, bytes: bytes), PNGFile.data([0, 0]), PNGFile.end,
    ]).bytes
  }

  @Test("Chunks against the rules are refused", arguments: badChunks)
  func chunks(refusal: Refusal) {
    refusal.check()
  }

  static let badChunks: [Refusal] = [
    Refusal("empty", [], .damagedInput, "the file is empty"),
    Refusal(
      "three bytes", [0x89, 0x50, 0x4E], .damagedInput,
      "the file ends after 3 bytes, inside the PNG signature"),
    Refusal(
      "no PNG", Array("GIF89a, certainly".utf8), .damagedInput,
      "the file does not begin with the PNG signature"),
    Refusal(
      "no header", PNGFile([PNGFile.data([0]), PNGFile.end]).bytes, .damagedInput,
      "the first chunk is IDAT, it must be IHDR"),
    Refusal(
      "two headers",
      PNGFile([PNGFile.header(1, 1), PNGFile.header(1, 1), PNGFile.end]).bytes, .damagedInput,
      "there is a second IHDR chunk at byte 33"),
    Refusal(
      "unknown critical chunk",
      PNGFile.small.inserting([PNGChunk(type: PNGChunkType("NEWc"), bytes: [])]).bytes,
      .unsupportedContent,
      "the file has a critical chunk of type NEWc, without which it cannot be decoded, and fairy "
        + "does not know that type"),
    Refusal(
      "no letters",
      PNGFile([
        PNGFile.header(1, 1), PNGChunk(type: PNGChunkType(rawValue: 1), bytes: []), PNGFile.end,
      ]).bytes, .damagedInput,
      "what stands at byte 33 is not a chunk: its type is not four letters"),
    Refusal(
      "length over 2³¹−1", PNGFile.small.bytes.prefix(33) + [0xFF, 0, 0, 0] + Array("IDAT".utf8),
      .damagedInput, "the IDAT chunk at byte 33 gives a length over 2³¹−1"),
    Refusal(
      "no palette",
      PNGFile([PNGFile.header(1, 1, type: 3), PNGFile.data([0, 0]), PNGFile.end]).bytes,
      .damagedInput, "the picture is indexed but has no palette before its data"),
    Refusal(
      "palette of 4 bytes",
      PNGFile.small.inserting([PNGChunk(type: .palette, bytes: [1, 2, 3, 4])]).bytes,
      .damagedInput,
      "the PLTE chunk holds 4 bytes: a palette has 1 to 256 colours of 3 bytes"),
    Refusal(
      "late palette",
      PNGFile([
        PNGFile.header(1, 1), PNGFile.data([0, 0]), PNGChunk(type: .palette, bytes: [1, 2, 3]),
        PNGFile.end,
      ]).bytes, .damagedInput, "the PLTE chunk comes after the picture data"),
    Refusal(
      "torn data",
      PNGFile([
        PNGFile.header(1, 1), PNGFile.data([0, 0]), PNGChunk(type: .text, bytes: [65, 0]),
        PNGFile.data([0, 0]), PNGFile.end,
      ]).bytes, .damagedInput,
      "the picture data are torn apart: there is another chunk between IDAT chunks before byte 69"),
    Refusal(
      "no end", PNGFile([PNGFile.header(1, 1), PNGFile.data([0, 0])]).bytes, .damagedInput,
      "the file is cut off: it ends without an IEND chunk"),
    Refusal(
      "rows missing",
      PNGFile([PNGFile.header(1, 9), PNGFile.data([0, 0]), PNGFile.end]).bytes, .damagedInput,
      "the picture data end too early (in or after row 0)"),
    Refusal(
      "no zlib stream",
      PNGFile([
        PNGFile.header(1, 1), PNGChunk(type: .data, bytes: [1, 2, 3, 4]), PNGFile.end,
      ]).bytes, .damagedInput,
      "the picture data are damaged (in or after row 0): they break the rules of their compression"),
    Refusal(
      "endless data",
      PNGFile([
        PNGFile.header(1, 1), PNGFile.data([0, 0]),
        PNGChunk(type: .data, bytes: Array(repeating: 0, count: 1 << 20)), PNGFile.end,
      ]).bytes, .damagedInput,
      "there are 1048586 bytes of picture data, far more than a picture of 1×1 can need"),
    Refusal(
      "unknown filter",
      PNGFile([PNGFile.header(1, 1), PNGFile.data([5, 0]), PNGFile.end]).bytes, .damagedInput,
      "the picture data are damaged (in or after row 0): a row has a filter that PNG does not know"),
  ]

  @Test("Damaged picture data are found by their checksum")
  func checksum() {
    var bytes = PNGFile.small.bytes
    bytes[bytes.count - PNGFile.end.serialized.count - 1] ^= 1
    Refusal(
      "", bytes, .damagedInput,
      "the picture data are damaged (in or after row 0): the checksum of a chunk is wrong"
    ).check()
  }

  @Test("An interlaced picture is refused before it fills the memory")
  func memory() throws {
    var limits = Limits.standard
    limits.memory = 1_000_000
    let file = PNGFile([
      PNGFile.header(2000, 2000, interlaced: true), PNGFile.data([0]), PNGFile.end,
    ]).bytes
    let error = #expect(throws: ConversionError.self) { try decode(file, in: makeContext(limits)) }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message
        == "an interlaced picture of 2000×2000 needs 4130126 bytes, the limit is 1000000; raise it "
        + "with --limit memory=4130126")
  }

  @Test("A very wide picture is refused before it fills the memory")
  func wide() throws {
    let file = PNGFile([
      PNGFile.header(500_000_000, 1, depth: 16, type: 6), PNGFile.data([0]), PNGFile.end,
    ]).bytes
    let error = #expect(throws: ConversionError.self) { try decode(file) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.hasSuffix("raise it with --limit memory=24000000378") == true)
  }

  @Test("Bytes after the end are ignored and mentioned")
  func trailingBytes() throws {
    let context = makeContext()
    let picture = try decode(PNGFile.small.bytes + [1, 2, 3], in: context)
    #expect(picture.bytes == [0, 0, 0, 0])
    #expect(context.warnings == ["3 bytes after the end of the picture were ignored"])
  }

  @Test("A tRNS chunk that does not fit is ignored")
  func transparency() throws {
    let context = makeContext()
    let file = PNGFile.small.inserting([PNGChunk(type: .transparency, bytes: [1, 2, 3])])
    #expect(try decode(file.bytes, in: context).format == .gray8)
    #expect(
      context.warnings == ["the tRNS chunk at byte 33 does not fit the picture and was ignored"])
  }

  @Test("Reading stops when the conversion is cancelled")
  func cancellation() throws {
    let cancellation = Cancellation()
    let context = ConversionContext(registry: Registry(), cancellation: cancellation)
    let picture = try read(PNGFile.small.bytes, in: context)
    cancellation.cancel()
    let error = #expect(throws: ConversionError.self) { try DecodedPicture(picture) }
    #expect(error?.code == .interrupted)
  }
}
