import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import BMPPlugin

@Suite struct DamageTests {
  private static let file = TinyBMP(
    width: 3, height: 2, bits: 8, colours: [1, 2, 3, 0, 4, 5, 6, 0], coloursUsed: 2,
    pixels: [0, 1, 0, 0, 1, 0, 1, 0]
  ).bytes

  /// The byte that fills the last row up may be missing.
  @Test func noPrefixIsTakenForTheWhole() throws {
    let whole = try decode(Self.file)
    for count in 0..<Self.file.count - 1 {
      #expect(errorCode { _ = try decode(Array(Self.file.prefix(count))) } == .damagedInput)
    }
    #expect(try decode(Array(Self.file.dropLast())) == whole)
  }

  @Test(arguments: 14..<file.count)
  func anyByteMayBeWrong(place: Int) throws {
    var limits = Limits.standard
    limits.pixels = 1 << 20
    for value: UInt8 in [0, 1, 2, 3, 4, 5, 6, 0x7F, 0x80, 0xFF] {
      var bytes = Self.file
      bytes[place] = value
      let code = errorCode { _ = try decode(bytes, limits: limits) }
      #expect(
        [nil, .damagedInput, .unsupportedContent, .limitExceeded].contains(code), "\(place)")
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (Int(Int32.min), 1)])
  func sizesAreThere(width: Int, height: Int) {
    let file = TinyBMP(width: width, height: height, pixels: [0, 0, 0, 0]).bytes
    #expect(errorCode { _ = try read(file) } == .damagedInput)
  }

  @Test func hugeSizesAreRefused() {
    let file = TinyBMP(width: Int(Int32.max), height: Int(Int32.min), pixels: [0, 0, 0, 0]).bytes
    #expect(errorCode { _ = try read(file) } == .limitExceeded)
    let large = TinyBMP(width: 10_000, height: 10_000, pixels: [0, 0, 0, 0]).bytes
    #expect(errorCode { _ = try read(large) } == .damagedInput)
  }

  @Test(arguments: [(24, 1), (8, 2), (4, 1), (3, 0), (0, 0), (24, 3), (8, 3), (24, 7), (64, 0)])
  func depthAndCodingGoTogether(_ bits: Int, _ compression: Int) throws {
    let file = TinyBMP(
      bits: bits, compression: compression, pixels: [UInt8](repeating: 0, count: 99))
    let code = try #require(errorCode { _ = try read(file.bytes) })
    #expect([.damagedInput, .unsupportedContent].contains(code))
  }

  /// Rows of 8 GB, 2³⁰ of them, for those who raised all limits.
  @Test func noSizeOverflows() {
    var limits = Limits.standard
    limits.pixels = .max
    for height in [1 << 30, (1 << 30) + 1, Int(Int32.max)] {
      let file = TinyBMP(
        width: Int(Int32.max), height: height, bits: 32, pixels: [0, 0, 0, 0]
      ).bytes
      #expect(errorCode { _ = try read(file, limits: limits) } == .damagedInput)
    }
  }

  @Test func memoryIsBounded() throws {
    var limits = Limits.standard
    limits.memory = 1000
    let file = TinyBMP(
      width: 100, height: 100, bits: 8, compression: 1, colours: [1, 2, 3, 0], coloursUsed: 1,
      pixels: [0, 1]
    ).bytes
    #expect(errorCode { _ = try decode(file, limits: limits) } == .limitExceeded)
  }
}
