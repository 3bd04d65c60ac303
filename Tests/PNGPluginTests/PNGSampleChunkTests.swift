import ConverterCore
import PictureModel
import Testing

@testable import PNGPlugin

@Suite("Significant bits and background of PNG files")
struct PNGSampleChunkTests {
  /// A file of one row.
  private static func file(
    _ type: Int, depth: Int, width: Int = 2, _ extra: [PNGChunk], rows: [UInt8]
  ) -> [UInt8] {
    PNGFile(
      [PNGFile.header(width, 1, depth: depth, type: type)] + extra
        + [PNGFile.data(rows), PNGFile.end]
    ).bytes
  }

  private static func samples(_ type: Int) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 1 }

  private static let plte = PNGChunk(type: .palette, bytes: [1, 2, 3, 40, 50, 60, 7, 8, 9])

  private static func compress(
    _ file: [UInt8], _ settings: [String: String] = [:]
  ) throws -> (file: PNGFile, ledger: [LedgerEntry]) {
    let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
    let bytes = try encode(try read(file), settings, in: context)
    return (PNGFile(parsing: bytes), context.ledger)
  }

  struct Case: Sendable {
    let type: Int
    let depth: Int
    let bits: [UInt8]
    let background: [UInt8]
  }

  static let cases = [
    Case(type: 0, depth: 1, bits: [1], background: [0, 1]),
    Case(type: 0, depth: 4, bits: [3], background: [0, 9]),
    Case(type: 0, depth: 8, bits: [7], background: [0, 200]),
    Case(type: 0, depth: 16, bits: [12], background: [0x12, 0x34]),
    Case(type: 2, depth: 8, bits: [5, 6, 5], background: [0, 1, 0, 2, 0, 255]),
    Case(type: 2, depth: 16, bits: [10, 12, 14], background: [1, 2, 3, 4, 5, 6]),
    Case(type: 3, depth: 2, bits: [5, 6, 4], background: [2]),
    Case(type: 3, depth: 8, bits: [8, 8, 8], background: [1]),
    Case(type: 4, depth: 8, bits: [6, 1], background: [0, 17]),
    Case(type: 4, depth: 16, bits: [9, 16], background: [0xFF, 0xFE]),
    Case(type: 6, depth: 8, bits: [5, 5, 5, 1], background: [0, 9, 0, 8, 0, 7]),
    Case(type: 6, depth: 16, bits: [1, 2, 3, 4], background: [9, 8, 7, 6, 5, 4]),
  ]

  /// What is written again in the same way says the same.
  @Test(arguments: cases)
  func same(_ test: Case) throws {
    var generator = Xorshift(seed: 5)
    let colours = (0..<3 << min(test.depth, 8)).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let palette = test.type == 3 ? [PNGChunk(type: .palette, bytes: colours)] : []
    let extra =
      [PNGChunk(type: .significantBits, bytes: test.bits)] + palette
      + [PNGChunk(type: .background, bytes: test.background)]
    let file = PNGFile.random(
      40, 40, depth: test.depth, type: test.type, interlaced: false, extra: extra, using: &generator
    )
    let result = PNGFile(parsing: try encode(try read(file.bytes)))
    #expect(result.chunk(.header) == file.chunk(.header))
    #expect(result.chunk(.significantBits) == test.bits)
    #expect(result.chunk(.background) == test.background)
    let types = result.chunks.map(\.type)
    let data = try #require(types.firstIndex(of: .data))
    #expect(try #require(types.firstIndex(of: .background)) < data)
    if let place = types.firstIndex(of: .palette) {
      #expect(try #require(types.firstIndex(of: .significantBits)) < place)
      #expect(try #require(types.firstIndex(of: .background)) > place)
    }
  }

  /// Three colours become a palette of two bits, in which there is room for a fourth.
  @Test func aPaletteIsFound() throws {
    let file = Self.file(
      2, depth: 8, width: 3,
      [
        PNGChunk(type: .significantBits, bytes: [5, 6, 4]),
        PNGChunk(type: .background, bytes: [0, 10, 0, 20, 0, 30]),
      ], rows: [0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    let (result, ledger) = try Self.compress(file)
    #expect(result.chunk(.header)?.dropFirst(8).prefix(2) == [2, 3])
    #expect(result.chunk(.palette) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 10, 20, 30])
    #expect(result.chunk(.significantBits) == [5, 6, 4])
    #expect(result.chunk(.background) == [3])
    #expect(ledger == [LedgerEntry("palette", .added, why: "it has 3 colours")])
    let again = try read(result.bytes).facts
    #expect(again.background == [2570, 5140, 7710])
    #expect(again.significantBits == SIMD4(5, 6, 4, 0))
  }

  /// A colour of the picture is not added to it; one for which indices would become longer goes.
  @Test func aPaletteHasNoRoom() throws {
    func file(_ background: [UInt8]) -> [UInt8] {
      Self.file(
        2, depth: 8, [PNGChunk(type: .background, bytes: background)],
        rows: [0, 1, 1, 1, 2, 2, 2])
    }
    let known = try Self.compress(file([0, 2, 0, 2, 0, 2]))
    #expect(known.file.chunk(.palette) == [1, 1, 1, 2, 2, 2])
    #expect(known.file.chunk(.background) == [1])
    let other = try Self.compress(file([0, 9, 0, 9, 0, 9]))
    #expect(other.file.chunk(.palette) == [1, 1, 1, 2, 2, 2])
    #expect(other.file.chunk(.background) == nil)
    #expect(
      other.ledger.last
        == LedgerEntry("background", .dropped, why: "it is none of the colours of the palette"))
  }

  /// A transparent colour becomes a channel, of which the chunk has said nothing.
  @Test func opacityIsAdded() throws {
    let file = Self.file(
      0, depth: 4,
      [
        PNGChunk(type: .significantBits, bytes: [3]),
        PNGChunk(type: .transparency, bytes: [0, 5]), PNGChunk(type: .background, bytes: [0, 15]),
      ], rows: [0, 0x5A])
    let result = PNGFile(parsing: try encode(try read(file)))
    #expect(result.chunk(.header)?.dropFirst(8).prefix(2) == [8, 4])
    #expect(result.chunk(.significantBits) == [3, 8])
    #expect(result.chunk(.background) == [0, 255])
  }

  /// The first picture of an animation says it for all, and what is lost is told.
  @Test func animationsKeepThem() throws {
    func picture(_ background: SIMD3<UInt16>) -> Picture {
      var facts = PictureFacts(width: 2, height: 1, format: .rgb8, sampleDepth: 8, coding: "")
      facts.animation = Animation(durations: [1000, 1000], repetitions: 0)
      facts.frames = 2
      facts.background = background
      facts.significantBits = SIMD4(5, 5, 5, 0)
      return Picture(facts) { demand in
        let buffer = PixelBuffer(.rgb8, width: 2, height: 1)
        let row = buffer.planes[0].row(0, as: UInt8.self)
        for x in 0..<6 { row[x] = x / 3 == demand.frame ? 9 : 4 }
        return BufferSource(buffer)
      }
    }
    for (sample, chunk) in [(9, [0]), (4, [1]), (0, nil)] as [(UInt16, [UInt8]?)] {
      let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
      let output = try OutputFile(.memory)
      try PNGWriter().write(
        picture(SIMD3(repeating: 257 * sample)), as: "org.w3.apng", to: output,
        options: try PNGWriterOptions(ConversionOptions()), in: WritingContext(context))
      let file = PNGFile(parsing: output.bytes)
      #expect(file.chunk(.palette) == [9, 9, 9, 4, 4, 4])
      #expect(file.chunk(.background) == chunk)
      #expect(file.chunk(.significantBits) == [5, 5, 5])
      #expect(context.ledger.contains { $0.what == "background" } == (chunk == nil))
    }
  }

  @Test(
    arguments: [
      (0, PNGChunkType.significantBits, [9]), (0, .significantBits, [0]), (0, .significantBits, []),
      (0, .significantBits, [1, 1]), (2, .significantBits, [8, 8]), (0, .background, [1, 0]),
      (0, .background, [0]), (2, .background, [0, 1]), (3, .background, [3]),
      (3, .background, [0, 0]), (6, .significantBits, [8, 8, 8, 9]),
    ] as [(Int, PNGChunkType, [UInt8])])
  func malformed(_ type: Int, _ chunk: PNGChunkType, _ bytes: [UInt8]) throws {
    let palette = type == 3 ? [Self.plte] : []
    let file = Self.file(
      type, depth: 8, palette + [PNGChunk(type: chunk, bytes: bytes)],
      rows: [0] + Array(repeating: 0, count: 2 * Self.samples(type)))
    let context = makeContext()
    let facts = try read(file, in: context).facts
    #expect(facts.significantBits == nil && facts.background == nil)
    #expect(
      context.warnings == ["the \(chunk) chunk was left out: its content breaks the rules of PNG"])
  }
}
