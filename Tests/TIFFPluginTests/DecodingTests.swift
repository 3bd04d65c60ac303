import ConverterCore
import PictureModel
import TIFFStructure
import TestSupport
import Testing

@testable import TIFFPlugin

/// What samples become, whose every bit is known.
@Suite struct DecodingTests {
  @Test(arguments: [false, true], [false, true])
  func byteOrdersAndOffsets(isBigEndian: Bool, isBig: Bool) throws {
    var file = TinyTIFF(isBigEndian: isBigEndian, isBig: isBig)
    #expect(try decode(file.bytes) == [0, 50, 100, 150, 200, 250])
    file.bits = 16
    let words = [0, 1, 255, 256, 40000, 65535]
    file.data = words.flatMap { file.builder.number($0, 2) }
    #expect(try read(file.bytes).facts.format == .gray16)
    #expect(try decode(file.bytes) == words)
  }

  @Test func whiteMayBeZero() throws {
    #expect(
      try decode(TinyTIFF(photometric: 0).bytes) == [255, 205, 155, 105, 55, 5])
  }

  @Test(
    arguments: [
      (1, [0b1010_0000, 0b0110_0000], [255, 0, 255, 0, 255, 255]),
      (2, [0b0001_1011, 0b1110_0100], [0, 85, 170, 255, 170, 85]),
      (4, [0x0F, 0x70, 0x12, 0x30], [0, 255, 119, 17, 34, 51]),
      (3, [0b000_111_01, 0b1_0000000, 0b001_100_11, 0b0_0000000], [0, 255, 109, 36, 146, 219]),
    ])
  func fewBitsFillTheRange(bits: Int, rows: [Int], expected: [Int]) throws {
    let file = TinyTIFF(bits: bits, data: rows.map { UInt8($0) })
    let picture = try read(file.bytes)
    #expect(picture.facts.sampleDepth == bits)
    #expect((picture.facts.palette?.bitDepth) == (bits == 3 ? nil : bits))
    #expect(try decode(file.bytes) == expected)
  }

  /// Twelve bits a sample, three bytes for two of them; each row begins with a byte.
  @Test func twelveBits() throws {
    let file = TinyTIFF(
      width: 2, bits: 12, data: [0x00, 0x0F, 0xFF, 0x80, 0x00, 0x01])
    #expect(try decode(file.bytes) == [0, 65535, 32776, 16])
  }

  @Test func thirtyTwoBits() throws {
    var file = TinyTIFF(width: 2, height: 1, bits: 32)
    file.data = [0, 0, 0, 0, 255, 255, 255, 255]
    #expect(try decode(file.bytes) == [0, 65535])
    file.more = { [$0.short(TIFFTag.sampleFormat, 2)] }
    file.data = [0, 0, 0, 0x80, 255, 255, 255, 0x7F]
    #expect(try decode(file.bytes) == [0, 65535])
  }

  @Test func signedBytesAreRaised() throws {
    var file = TinyTIFF(data: [0x80, 0xFF, 0, 1, 0x7F, 0x40])
    file.more = { [$0.short(TIFFTag.sampleFormat, 2)] }
    #expect(try decode(file.bytes) == [0, 127, 128, 129, 255, 192])
  }

  @Test func floatsBecomeWords() throws {
    let numbers: [Float] = [0, 0.5, 1, 0.25, .nan, .infinity]
    var file = TinyTIFF(bits: 32)
    file.data = numbers.flatMap { number in file.builder.number(Int(number.bitPattern), 4) }
    file.more = { [$0.short(TIFFTag.sampleFormat, 3)] }
    #expect(try read(file.bytes).facts.sampleDepth == 32)
    #expect(try decode(file.bytes) == [0, 32768, 65535, 16384, 0, 65535])
    // The file says what is black and white.
    file.more = { builder in
      [
        builder.short(TIFFTag.sampleFormat, 3),
        builder.bytes(TIFFTag.smallestSample, 11, [0, 0, 0x40, 0xC0]).one,
        builder.bytes(TIFFTag.largestSample, 11, [0, 0, 0xE0, 0x40]).one,
      ]
    }
    #expect(try decode(file.bytes) == [19661, 22937, 26214, 21299, 0, 65535])
  }

  @Test(
    arguments: [
      (0x0000, 0), (0x3C00, 1), (0x3800, 0.5), (0xC000, -2), (0x7BFF, 65504),
      (0x0001, 5.9604644775390625e-08),
    ])
  func halvesAreNumbers(bits: Int, number: Double) {
    #expect(SampleReader.half(UInt16(bits)) == number)
  }

  @Test func float24IsANumber() {
    #expect(SampleReader.float24(0x3F0000) == 1)
    #expect(SampleReader.float24(0xBE8000) == -0.75)
    #expect(SampleReader.half(0x7C00) == .infinity)
    #expect(SampleReader.half(0xFC01).isNaN)
  }

  @Test func coloursComeByPlanes() throws {
    let planes: [UInt8] = [1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]
    let file = TinyTIFF(width: 2, samples: 3, photometric: 2, data: planes, planes: 3)
    #expect(try decode(file.bytes) == [1, 11, 21, 2, 12, 22, 3, 13, 23, 4, 14, 24])
  }

  @Test func indicesHaveColours() throws {
    var file = TinyTIFF(width: 2, bits: 4, photometric: 3, data: [0x10, 0x2F])
    let reds = (0..<16).map { $0 * 4096 + 255 }
    file.more = {
      [$0.short(TIFFTag.colourMap, reds + reds.reversed() + Array(repeating: 65535, count: 16))]
    }
    let palette = try #require(try read(file.bytes).facts.palette)
    #expect(palette.bitDepth == 4)
    #expect(palette.colours[2] == [32, 208, 255, 255])
    #expect(try decode(file.bytes) == [16, 224, 255, 0, 240, 255, 32, 208, 255, 240, 0, 255])
    // Bytes where words belong.
    file.more = { [$0.short(TIFFTag.colourMap, (0..<48).map { $0 })] }
    #expect(try decode(file.bytes) == [1, 17, 33, 0, 16, 32, 2, 18, 34, 15, 31, 47])
  }

  @Test(
    arguments: [
      (1, PixelFormat(.rgb, alpha: .premultiplied)), (2, .rgba8), (999, .rgba8), (0, .rgb8),
    ])
  func fourthSampleIsWhatTheFileSays(kind: Int, format: PixelFormat) throws {
    var file = TinyTIFF(width: 1, height: 1, samples: 4, photometric: 2, data: [10, 20, 30, 40])
    file.more = { [$0.short(TIFFTag.extraSamples, kind)] }
    #expect(try read(file.bytes).facts.format == format)
    #expect(try decode(file.bytes) == (format == .rgb8 ? [10, 20, 30] : [10, 20, 30, 40]))
    file.more = { _ in [] }
    #expect(try read(file.bytes).facts.format == .rgba8)
  }

  @Test func inksStayInks() throws {
    let file = TinyTIFF(width: 1, height: 1, samples: 4, photometric: 5, data: [0, 1, 254, 255])
    #expect(try read(file.bytes).facts.format == .cmyk8)
    #expect(try decode(file.bytes) == [0, 1, 254, 255])
  }

  /// The white, the black and a middle gray of CIE L*a*b*, and a red.
  @Test(arguments: [(8, [255, 0, 0]), (9, [255, 128, 128])])
  func labBecomesSRGB(photometric: Int, white: [Int]) throws {
    let zero = UInt8(white[1])
    let red: [UInt8] = photometric == 8 ? [138, 81, 70] : [138, 209, 198]
    var file = TinyTIFF(width: 4, height: 1, samples: 3, photometric: photometric)
    file.data = [255, zero, zero, 0, zero, zero, 137, zero, zero] + red
    let context = context()
    let result = try decode(file.bytes, in: context)
    #expect(Array(result.prefix(9)) == [255, 255, 255, 0, 0, 0, 128, 128, 128])
    #expect(abs(result[9] - 255) <= 2 && result[10] <= 12 && result[11] <= 12)
    #expect(context.warnings.isEmpty)
    let facts = try read(file.bytes).facts
    #expect(facts.colour == .cicp(.sRGB))
    #expect(
      facts.colourCaveat
        == "its colours are CIE L*a*b*: they become sRGB, and those beyond it are cut off")
  }

  @Test(arguments: Orientation.allCases)
  func orientationIsApplied(orientation: Orientation) throws {
    var file = TinyTIFF()
    file.more = { [$0.short(TIFFTag.orientation, orientation.rawValue)] }
    let expected: [Int] =
      switch orientation {
      case .upright: [0, 50, 100, 150, 200, 250]
      case .mirrored: [100, 50, 0, 250, 200, 150]
      case .rotated180: [250, 200, 150, 100, 50, 0]
      case .flipped: [150, 200, 250, 0, 50, 100]
      case .transposed: [0, 150, 50, 200, 100, 250]
      case .rotated90: [150, 0, 200, 50, 250, 100]
      case .transversed: [250, 100, 200, 50, 150, 0]
      case .rotated270: [100, 250, 50, 200, 0, 150]
      }
    #expect(try read(file.bytes).facts.storedOrientation == orientation)
    #expect(try decode(file.bytes) == expected)
  }

  @Test func pagesFollowEachOther() throws {
    var small = TinyTIFF(width: 1, height: 1, data: [9])
    small.more = { [$0.long(TIFFTag.newSubfileType, 1)] }
    var mask = small
    mask.more = { [$0.long(TIFFTag.newSubfileType, 4)] }
    let pages = (0..<11).map { TinyTIFF(width: 2, height: 1, data: [UInt8($0), 7]) }
    let file = try read(TinyTIFF.file([small] + pages + [mask]))
    #expect(
      file.parts.map(\.name) == ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"])
    #expect(try samples(file) == [0, 7])
    #expect(try samples(file.parts[10].open()) == [10, 7])
    #expect(
      file.facts.companions == [
        .init(.thumbnail, width: 1, height: 1),
        .init(.auxiliary, width: 1, height: 1, detail: "transparency mask"),
      ])
    #expect(try read(TinyTIFF().bytes).parts.isEmpty)
  }

  /// A file of smaller copies alone has a picture all the same.
  @Test func onlyCopyIsThePicture() throws {
    var small = TinyTIFF()
    small.more = { [$0.long(TIFFTag.newSubfileType, 1)] }
    #expect(try decode(small.bytes) == [0, 50, 100, 150, 200, 250])
  }
}

extension DirectoryBuilder.Field {
  /// The same as one value of its type.
  var one: DirectoryBuilder.Field {
    DirectoryBuilder.Field(tag: tag, type: type, count: 1, value: value)
  }
}
