import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEG2000Plugin

@Suite struct DecodingTests {
  @Test(
    arguments: [
      PixelFormat.gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .grayAlpha16, .rgb16, .rgba16,
    ])
  func losslessIsExact(format: PixelFormat) throws {
    let file = try encode(format)
    let picture = try read(file)
    #expect(picture.facts.format == format)
    #expect(picture.facts.sampleDepth == format.bitDepth)
    #expect(picture.facts.isLossless)
    #expect(picture.facts.colour == .cicp(.sRGB))
    #expect(
      try decode(file) == planes(of: SyntheticPicture(width: 23, height: 17).buffer(format)))
  }

  @Test(arguments: [(1, 1), (1, 40), (40, 1), (2, 3)])
  func smallPicturesAreCoded(width: Int, height: Int) throws {
    let file = try encode(.rgb8, width: width, height: height)
    #expect(
      try decode(file) == planes(of: SyntheticPicture(width: width, height: height).buffer(.rgb8)))
  }

  @Test func twelveBitsFillTheRange() throws {
    let file = try encode(.gray16) { $0.sampleDepth = 12 }
    #expect(try read(file).facts.sampleDepth == 12)
    let expected = planes(of: SyntheticPicture(width: 23, height: 17).buffer(.gray16))[0].map {
      (($0 >> 4) * 65535 + 2047) / 4095
    }
    #expect(try decode(file) == [expected])
  }

  @Test func lossyIsNear() throws {
    let whole = planes(of: SyntheticPicture(width: 96, height: 64).buffer(.rgb8))[0]
    func error(_ quality: Double) throws -> (bytes: Int, square: Double) {
      let file = try encode(.rgb8, width: 96, height: 64, quality: quality)
      #expect(try !read(file).facts.isLossless)
      let squares = zip(whole, try decode(file)[0]).map { Double(($0 - $1) * ($0 - $1)) }
      return (file.count, squares.reduce(0, +) / Double(squares.count))
    }
    let (best, good, poor) = (try error(1), try error(0.8), try error(0.2))
    // 41 dB of 255.
    #expect(good.square < 6)
    #expect(best.square < good.square && good.square < poor.square)
    #expect(best.bytes > good.bytes && good.bytes > poor.bytes)
  }

  @Test func chromaStaysPlanes() throws {
    let file = TinyJPEG2000.file(
      TinyJPEG2000.s420, depths: [7, 7, 7], boxes: [TinyJPEG2000.colour(18)])
    #expect(try read(file).facts.format == .jfif(.s420))
    #expect(
      try decode(file) == [
        TinyJPEG2000.numbers.map { 10 * $0 }, (0..<6).map { 100 + 9 * $0 },
        (0..<6).map { 200 - 9 * $0 },
      ])
  }

  /// Components of another size that are no chroma are repeated.
  @Test func smallerComponentsAreSpread() throws {
    let file = TinyJPEG2000.file(
      TinyJPEG2000.s420, depths: [7, 7, 7], boxes: [TinyJPEG2000.colour(16)])
    #expect(try read(file).facts.format == .rgb8)
    var expected: [Int] = []
    for number in TinyJPEG2000.numbers {
      let small = number / 12 * 3 + number % 6 / 2
      expected += [10 * number, 100 + 9 * small, 200 - 9 * small]
    }
    #expect(try decode(file) == [expected])
    #expect(try read(file).coded == nil)
  }

  @Test func signedSamplesAreRaised() throws {
    #expect(try decode(TinyJPEG2000.signed) == [TinyJPEG2000.numbers.map { 10 * $0 }])
  }

  @Test func fewBitsFillTheRange() throws {
    let sums = TinyJPEG2000.numbers.map { $0 / 6 + $0 % 6 }
    #expect(try decode(TinyJPEG2000.bit) == [sums.map { $0 % 2 * 255 }])
    #expect(try decode(TinyJPEG2000.twoBits) == [sums.map { $0 % 4 * 85 }])
    let inverted = TinyJPEG2000.file(
      TinyJPEG2000.bit, depths: [0], boxes: [TinyJPEG2000.colour(0)])
    #expect(try decode(inverted) == [sums.map { (1 - $0 % 2) * 255 }])
  }

  @Test func tilesNeedNotBeginWhereThePictureDoes() throws {
    let facts = try read(TinyJPEG2000.tiles).facts
    #expect((facts.width, facts.height, facts.sampleDepth) == (6, 4, 12))
    #expect(facts.coding == "reversible, 4 tiles")
    #expect(
      try decode(TinyJPEG2000.tiles) == [
        TinyJPEG2000.numbers.map { (170 * $0 * 65535 + 2047) / 4095 }
      ])
  }

  @Test func lessIsDecodedWhereItIsEnough() throws {
    let file = try encode(.rgb8, width: 64, height: 48)
    let picture = try read(file)
    func size(_ width: Int, _ height: Int) throws -> [Int] {
      let source = try picture.open(PixelDemand([.rgb8], sufficientSize: (width, height)))
      #expect(try PixelBuffer(collecting: source, in: context()).height == source.height)
      return [source.width, source.height]
    }
    #expect(try size(64, 48) == [64, 48])
    #expect(try size(33, 20) == [64, 48])
    #expect(try size(32, 24) == [32, 24])
    #expect(try size(3, 3) == [4, 3])
    // An odd size stays whole.
    let odd = try read(try encode(.gray8)).open(PixelDemand([.gray8], sufficientSize: (2, 2)))
    #expect(odd.width == 23)
  }
}
