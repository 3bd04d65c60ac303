import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import BMPPlugin

@Suite struct ReadingTests {
  /// Rows from the bottom: blue, green, red, filled up; then white, black, gray.
  private let plain: [UInt8] =
    [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9] + [255, 255, 255, 0, 0, 0, 7, 7, 7, 9, 9, 9]
  private let plainRows = [
    [255, 255, 255, 0, 0, 0, 7, 7, 7], [0, 0, 255, 0, 255, 0, 255, 0, 0],
  ]

  @Test(arguments: [12, 16, 24, 36, 40, 52, 56, 64, 108, 124])
  func everyHeaderIsRead(size: Int) throws {
    let file = TinyBMP(size: size, pixels: plain).bytes
    #expect(try decode(file) == plainRows.flatMap { $0 })
    let facts = try read(file).facts
    #expect(facts.format == .rgb8)
    #expect(facts.isLossless)
    #expect(facts.palette == nil)
    guard size >= 40 else { return }
    let density = try #require(facts.metadata.dotsPerInch)
    #expect(abs(density.x - 72.009) < 0.01)
    #expect(abs(density.y - 143.99) < 0.01)
  }

  @Test(arguments: [13, 15, 65, 80, 125, 0, 1 << 30])
  func otherHeadersAreNot(size: Int) {
    var file = TinyBMP(pixels: plain).bytes
    file.replaceSubrange(14..<18, with: TinyBMP().number(size, 4))
    #expect(errorCode { _ = try read(file) } == .unsupportedContent)
  }

  @Test func rowsMayRunDown() throws {
    let file = TinyBMP(height: -2, pixels: plain).bytes
    #expect(try decode(file) == plainRows.reversed().flatMap { $0 })
  }

  @Test func pixelsMayBeElsewhere() throws {
    let file = TinyBMP(pixels: [1, 2, 3, 4] + plain, offset: 58).bytes
    #expect(try decode(file) == plainRows.flatMap { $0 })
    // An offset into the header says nothing.
    #expect(try decode(TinyBMP(pixels: plain, offset: 0).bytes) == plainRows.flatMap { $0 })
  }

  private static let four: [UInt8] = [10, 20, 30, 0, 40, 50, 60, 0, 70, 80, 90, 0, 1, 2, 3, 0]

  /// The same four indices at every depth.
  @Test(
    arguments: [
      (1, [0b0110_0000]), (2, [0b0001_1011]), (4, [0x01, 0x23]), (8, [0, 1, 2, 3]),
    ] as [(Int, [UInt8])])
  func indicesBecomeColours(_ bits: Int, _ row: [UInt8]) throws {
    let colours = bits == 1 ? Array(Self.four.prefix(8)) : Self.four
    let file = TinyBMP(
      width: 4, height: 1, bits: bits, colours: colours, coloursUsed: colours.count / 4,
      pixels: row + [UInt8](repeating: 0, count: 4 - row.count)
    ).bytes
    let first = [30, 20, 10]
    let second = [60, 50, 40]
    let expected =
      bits == 1 ? first + second + second + first : first + second + [90, 80, 70] + [3, 2, 1]
    #expect(try decode(file) == expected)
    let palette = try #require(try read(file).facts.palette)
    #expect(palette.bitDepth == bits)
    #expect(palette.colours.count == colours.count / 4)
    #expect(palette.colours[0] == [30, 20, 10, 255])
  }

  @Test func coreHeadersHaveThreeBytesAColour() throws {
    let file = TinyBMP(
      width: 2, height: 1, bits: 1, size: 12, colours: [1, 2, 3, 4, 5, 6], pixels: [0x40, 0, 0, 0]
    ).bytes
    #expect(try decode(file) == [3, 2, 1, 6, 5, 4])
  }

  @Test func grayColoursMakeAGrayPicture() throws {
    let file = TinyBMP(
      width: 2, height: 1, bits: 1, colours: [9, 9, 9, 0, 77, 77, 77, 0], pixels: [0x40, 0, 0, 0]
    ).bytes
    #expect(try read(file).facts.format == .gray8)
    #expect(try decode(file) == [9, 77])
  }

  /// What an index behind the palette is, nobody says; it is no reason to read beyond.
  @Test func indicesWithoutAColourAreBlack() throws {
    let file = TinyBMP(
      width: 2, height: 1, bits: 8, colours: [1, 2, 3, 0], coloursUsed: 1, pixels: [0, 200, 0, 0]
    ).bytes
    #expect(try decode(file) == [3, 2, 1, 0, 0, 0])
  }

  /// Whoever writes indices finds it among the colours.
  @Test(arguments: [(8, [0, 200, 0, 0]), (4, [0x0F, 0, 0, 0]), (2, [0x30, 0, 0, 0])])
  func whatIndicesWithoutAColourAreIsInThePalette(bits: Int, row: [UInt8]) throws {
    let file = TinyBMP(
      width: 2, height: 1, bits: bits, colours: [1, 2, 3, 0], coloursUsed: 1, pixels: row
    ).bytes
    let picture = try read(file)
    #expect(picture.facts.palette?.colours == [[3, 2, 1, 255], [0, 0, 0, 255]])
    #expect(try decode(encode(picture)) == [3, 2, 1, 0, 0, 0])
  }

  /// Runs count as well, and a palette that has black needs no other.
  @Test func aPaletteGrowsWhereItMust() throws {
    let runs: [UInt8] = [1, 0, 1, 9, 0, 1]
    func colours(_ stored: [UInt8]) throws -> Int? {
      try read(
        TinyBMP(
          width: 2, height: 1, bits: 8, compression: 1, colours: stored,
          coloursUsed: stored.count / 4, pixels: runs
        ).bytes
      ).facts.palette?.colours.count
    }
    #expect(try colours([1, 2, 3, 0]) == 2)
    #expect(try colours([1, 2, 3, 0, 0, 0, 0, 0]) == 2)
    #expect(try colours((0..<10).flatMap { [UInt8($0 + 1), 0, 0, 0] }) == 10)
  }

  @Test func blackAndWhiteHasOneBit() throws {
    func depth(_ colours: [UInt8]) throws -> Int {
      try read(
        TinyBMP(width: 2, height: 1, bits: 1, colours: colours, pixels: [0x40, 0, 0, 0]).bytes
      ).facts.sampleDepth
    }
    #expect(try depth([0, 0, 0, 0, 255, 255, 255, 0]) == 1)
    #expect(try depth([255, 255, 255, 0, 0, 0, 0, 0]) == 1)
    #expect(try depth([0, 0, 0, 0, 255, 255, 254, 0]) == 8)
  }

  @Test func sixteenBitsAreFiveEach() throws {
    // Red, green, blue of 5 bits, and the highest one, which does not count.
    let file = TinyBMP(
      width: 4, height: 1, bits: 16, pixels: [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0x10, 0xC2]
    ).bytes
    #expect(try decode(file) == [255, 0, 0, 0, 255, 0, 0, 0, 255, 132, 132, 132])
  }

  @Test(arguments: [40, 52, 56, 108, 124])
  func masksSayWhereSamplesAre(size: Int) throws {
    let file = TinyBMP(
      width: 2, height: 1, bits: 16, compression: 3, size: size, masks: [0xF800, 0x07E0, 0x001F],
      pixels: [0x00, 0xF8, 0xE0, 0x07]
    ).bytes
    #expect(try decode(file) == [255, 0, 0, 0, 255, 0])
    #expect(try read(file).facts.format == .rgb8)
  }

  @Test func opacityHasAMask() throws {
    let masks = [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000]
    for (size, compression) in [(40, 6), (56, 3), (124, 3)] {
      let file = TinyBMP(
        width: 1, height: 1, bits: 32, compression: compression, size: size, masks: masks,
        pixels: [1, 2, 3, 4]
      ).bytes
      #expect(try decode(file) == [1, 2, 3, 4])
      #expect(try read(file).facts.format == .rgba8)
    }
    // Without one the fourth byte means nothing.
    let file = TinyBMP(width: 1, height: 1, bits: 32, pixels: [1, 2, 3, 4]).bytes
    #expect(try decode(file) == [3, 2, 1])
  }

  @Test func deepSamplesStayDeep() throws {
    let masks = [0x3FF0_0000, 0x000F_FC00, 0x0000_03FF]
    let word = 1023 << 20 | 512 << 10 | 1
    let file = TinyBMP(
      width: 1, height: 1, bits: 32, compression: 3, masks: masks, pixels: TinyBMP().number(word, 4)
    ).bytes
    #expect(try read(file).facts.format == .rgb16)
    #expect(try read(file).facts.sampleDepth == 10)
    #expect(try decode(file) == [65535, 32800, 64])
  }

  @Test func missingMasksAreNothing() throws {
    let file = TinyBMP(
      width: 1, height: 1, bits: 32, compression: 3, masks: [0, 0xFF00, 0], pixels: [1, 2, 3, 4]
    ).bytes
    #expect(try decode(file) == [0, 2, 0])
    let torn = TinyBMP(
      width: 1, height: 1, bits: 32, compression: 3, masks: [0xF0F, 0, 0], pixels: [1, 2, 3, 4])
    #expect(errorCode { _ = try read(torn.bytes) } == .unsupportedContent)
  }

  @Test func wrappedPicturesAreReadAsWhatTheyAre() throws {
    for (name, compression) in [("gray.jpg", 4), ("rgb.png", 5)] {
      let inner = try Places.fixtureBytes(name)
      let file = TinyBMP(
        width: 40, height: 30, bits: 0, compression: compression, size: 108, pixels: inner
      ).bytes
      let picture = try read(file)
      #expect(picture.facts.format == (compression == 4 ? .gray8 : .rgb8))
      #expect(picture.facts.width == (compression == 4 ? 40 : 96))
      _ = try decode(file)
    }
  }
}
