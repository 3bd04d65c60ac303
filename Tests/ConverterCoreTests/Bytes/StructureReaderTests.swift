import ConverterCore
import Testing

/// The readers of boxes, of RIFF chunks and of TIFF directories, which more than one format shares.
@Suite struct StructureReaderTests {
  // MARK: Boxes

  /// A header: size, name, and the size of 64 bits where there is one.
  private static func box(_ size: UInt32, _ long: UInt64? = nil) -> [UInt8] {
    let name = Array("moov".utf8)
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    return bytes(size) + name + (long.map { bytes($0) } ?? [])
  }

  @Test(
    arguments: [
      (box(8), 8, 8), (box(100), 100, 8),
      // To the end of what holds it.
      (box(0), 20, 8),
      (box(1, 16), 16, 16), (box(1, .max), .max, 16),
      // Too small for its own header, which is for the caller to say.
      (box(7), 7, 8), (box(1, 3), 3, 16),
    ] as [([UInt8], UInt64, Int)])
  func boxSizes(bytes: [UInt8], size: UInt64, header: Int) throws {
    let found = try BoxHeader(bytes.span, room: 20)
    #expect(found.type == "moov")
    #expect(found.size == size)
    #expect(found.byteCount == header)
    for count in 0..<header {
      let cut = Array(bytes[..<count])
      #expect(throws: EndOfBytes.self) { try BoxHeader(cut.span, room: 20) }
    }
  }

  @Test(arguments: [-1, 1, 9, .max])
  func boxesOutside(offset: Int) {
    let bytes = Self.box(8)
    #expect(throws: EndOfBytes.self) { try BoxHeader(bytes.span, at: offset, room: 8) }
  }

  @Test func boxThatNoFileIsLargeEnoughFor() throws {
    var reader = FieldReader(Self.box(1, .max), subject: "the file")
    let error = #expect(throws: ConversionError.self) { try reader.boxHeader() }
    #expect(error?.code == .damagedInput)
    #expect(
      error?.message
        == "the file holds the number 18446744073709551615, which no file is large enough for")
    #expect(reader.offset == 0)
  }

  // MARK: Fields

  @Test func fields() throws {
    var reader = FieldReader(
      [9, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFD, 0x41, 0x42, 0, 0x43, 9], in: 1..<12,
      subject: "the test")
    #expect(try reader.int8() == -1)
    #expect(try reader.int16() == -2)
    #expect(try reader.int32() == -3)
    #expect(reader.string() == "AB")
    #expect(reader.string() == "C")
    #expect(reader.isAtEnd)
    #expect(try reader.integer(0) == 0)
    let error = #expect(throws: ConversionError.self) { try reader.uint8() }
    #expect(error?.message == "the test ends too early")
  }

  @Test(arguments: [-1, 4, .max, .min])
  func fieldsOutside(count: Int) {
    // A byte follows the part that may be read.
    var reader = FieldReader([1, 2, 3, 4, 5], in: 1..<4, subject: "the test")
    #expect(throws: ConversionError.self) { try reader.skip(count) }
    #expect(throws: ConversionError.self) { try reader.take(count) }
    #expect(throws: ConversionError.self) { try reader.integer(count) }
    #expect(reader.offset == 1)
  }

  @Test func boxOfAPart() throws {
    // The header's end lies behind the part, within the bytes.
    var reader = FieldReader(Self.box(1, 16), in: 0..<12, subject: "the part")
    #expect(throws: ConversionError.self) { try reader.boxHeader() }
    #expect(reader.offset == 0)
  }

  // MARK: RIFF

  private static func chunk(_ name: String, _ size: Int, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + body
  }

  /// The chunks of bytes, and the message where they are damaged.
  private static func chunks(
    _ bytes: [UInt8], to end: Int? = nil
  ) throws -> (found: [RIFFChunk], message: String?) {
    var cursor = RIFFCursor(InputFile(bytes: bytes), in: 0..<(end ?? bytes.count))
    var found: [RIFFChunk] = []
    do throws(ConversionError) {
      while let chunk = try cursor.next() { found.append(chunk) }
    } catch {
      #expect(error.code == .damagedInput)
      return (found, error.message)
    }
    return (found, nil)
  }

  @Test func oddSizes() throws {
    // A byte of padding behind an odd size counts for the place of the next chunk only.
    let bytes =
      Self.chunk("ODD ", 3, [1, 2, 3, 0]) + Self.chunk("NONE", 0, []) + Self.chunk("LAST", 1, [7])
    let (found, message) = try Self.chunks(bytes)
    #expect(
      found == [
        RIFFChunk(type: "ODD ", body: 8..<11), RIFFChunk(type: "NONE", body: 20..<20),
        RIFFChunk(type: "LAST", body: 28..<29),
      ])
    #expect(found.map(\.start) == [0, 12, 20])
    #expect(message == nil)
  }

  @Test(arguments: [3, 100, Int(UInt32.max)])
  func sizesBeyondTheEnd(size: Int) throws {
    // Two bytes follow; one more lies behind what holds the chunks.
    let bytes = Self.chunk("NONE", 0, []) + Self.chunk("LONG", size, [1, 2, 3])
    let (found, message) = try Self.chunks(bytes, to: bytes.count - 1)
    #expect(found == [RIFFChunk(type: "NONE", body: 8..<8)])
    #expect(
      message == "the LONG chunk at byte 8 has \(size) bytes, more than what holds it")
  }

  @Test(arguments: 0..<8)
  func remainsOfAChunk(count: Int) throws {
    let bytes = Array(Self.chunk("LAST", 0, []).prefix(count))
    let (found, message) = try Self.chunks(bytes)
    #expect(found.isEmpty)
    #expect(message == nil)
  }

  @Test func beginningOfAChunk() throws {
    let bytes = Self.chunk("HEAD", 3, [1, 2, 3, 9])
    var cursor = RIFFCursor(InputFile(bytes: bytes), in: 0..<bytes.count)
    let chunk = try #require(try cursor.next())
    #expect(try cursor.head(of: chunk, 2) == [1, 2])
    #expect(try cursor.head(of: chunk, 100) == [1, 2, 3])
    #expect(try cursor.next() == nil)
  }

  // MARK: TIFF

  private static let classic: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
  private static let big: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]

  // The macros take no spans.
  private static func header(_ bytes: [UInt8]) -> TIFFHeader? { TIFFHeader(bytes.span) }

  private static func entry(_ bytes: [UInt8], at start: Int, of header: TIFFHeader) -> TIFFEntry? {
    TIFFEntry(bytes.span, at: start, of: header)
  }

  @Test func headers() throws {
    let classic = try #require(Self.header(Self.classic))
    #expect(classic.order == .big)
    #expect(!classic.isBig)
    #expect(classic.firstDirectory == 8)
    #expect([classic.countWidth, classic.entrySize, classic.offsetWidth] == [2, 12, 4])
    let big = try #require(Self.header(Self.big))
    #expect(big.order == .little)
    #expect(big.isBig)
    #expect(big.firstDirectory == 16)
    #expect([big.countWidth, big.entrySize, big.offsetWidth] == [8, 20, 8])
    let bare = TIFFHeader(order: .big)
    #expect([bare.countWidth, bare.entrySize, bare.offsetWidth] == [2, 12, 4])
    #expect(bare.firstDirectory == nil)
    // Without the place of the directory it is one still; no file has 2⁶³ bytes.
    let cut = Array(Self.big[..<15])
    #expect(try #require(Self.header(cut)).firstDirectory == nil)
    let far = Self.big[..<15] + [0x80]
    #expect(try #require(Self.header(Array(far))).firstDirectory == nil)
  }

  @Test(
    arguments: [
      [], [0x49, 0x49, 42], [0x49, 0x4D, 42, 0], [0x4D, 0x4D, 42, 0], [0x49, 0x49, 44, 0],
      [0x4A, 0x4A, 42, 0],
    ] as [[UInt8]])
  func otherHeaders(bytes: [UInt8]) { #expect(Self.header(bytes) == nil) }

  @Test func entries() throws {
    let header = try #require(Self.header(Self.classic))
    let entry: [UInt8] = [1, 0, 0, 3, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF]
    let bytes = [9] + entry + entry
    let found = TIFFEntry.all(in: bytes.span, at: 1, most: 5, of: header)
    #expect(found.count == 2)
    #expect(found[1].tag == 256)
    #expect(found[1].type == 3)
    #expect(found[1].count == 2)
    #expect(found[1].place == 21)
    #expect(found[1].offset == 0xFFFF_FFFF)
    #expect(TIFFEntry.all(in: bytes.span, at: 1, most: 1, of: header).count == 1)
    // A part of an entry is none.
    let cut = Array(bytes.dropLast())
    #expect(TIFFEntry.all(in: cut.span, at: 1, most: 5, of: header).count == 1)
    for start in [-1, 14, 25, 26, .max] {
      #expect(TIFFEntry.all(in: bytes.span, at: start, most: 5, of: header).isEmpty)
      #expect(Self.entry(bytes, at: start, of: header) == nil)
    }
    for most in [0, -1, .min] {
      #expect(TIFFEntry.all(in: bytes.span, at: 1, most: most, of: header).isEmpty)
    }
    #expect(TIFFEntry.all(in: bytes.span, at: 1, most: .max, of: header).count == 2)
  }

  @Test func entriesOfBigFiles() throws {
    let header = try #require(Self.header(Self.big))
    let entry: [UInt8] =
      [0, 1, 4, 0] + [UInt8](repeating: 0xFF, count: 8) + [5, 0, 0, 0, 0, 0, 0, 0]
    let found = try #require(Self.entry(entry, at: 0, of: header))
    #expect(found.tag == 256)
    #expect(found.type == 4)
    // More than any file holds.
    #expect(found.count == nil)
    #expect(found.place == 12)
    #expect(found.offset == 5)
  }
}
