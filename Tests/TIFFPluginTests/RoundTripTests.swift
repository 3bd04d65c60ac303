import ConverterCore
import PictureModel
import TIFFStructure
import TestSupport
import Testing

@testable import TIFFPlugin

@Suite struct RoundTripTests {
  static let formats: [PixelFormat] = [
    .gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .grayAlpha16, .rgb16, .rgba16, .cmyk8,
    PixelFormat(.cmyk, bitDepth: 16), PixelFormat(.rgb, alpha: .premultiplied),
  ]

  @Test(arguments: formats, ["none", "packbits", "lzw", "deflate", "zstd"])
  func losslessIsExact(format: PixelFormat, compression: String) throws {
    let file = try encode(picture(format), ["compression": compression])
    let again = try read(file)
    #expect(again.facts.format == format)
    #expect(again.facts.sampleDepth == format.bitDepth)
    #expect(again.facts.isLossless)
    #expect(try decode(file) == samples(SyntheticPicture(width: 23, height: 37).buffer(format)))
  }

  /// Many strips, coded on several threads, are in their order.
  @Test(arguments: [1, 4], [false, true])
  func stripsAreInOrder(threads: Int, isBig: Bool) throws {
    let large = picture(.rgb16, width: 500, height: 401)
    let file = try encode(large, ["bigtiff": "\(isBig)"], threads: threads)
    #expect(try TIFFFile(InputFile(bytes: file)).isBig == isBig)
    let directory = try TIFFFile(InputFile(bytes: file))
    let first = try directory.directory(at: directory.firstDirectory)
    #expect(try first.integers(TIFFTag.stripOffsets).count == 6)
    #expect(try decode(file) == samples(large))
    #expect(file == (try encode(large, ["bigtiff": "\(isBig)"], threads: 1)))
  }

  @Test(arguments: [(1, 1), (1, 40), (40, 1), (2, 3), (17, 16)])
  func smallPicturesAreCoded(width: Int, height: Int) throws {
    let small = picture(.rgb8, width: width, height: height)
    #expect(try decode(encode(small)) == samples(small))
  }

  /// Black and white become Group 4 by themselves.
  @Test(arguments: [[0, 255], [255, 0]])
  func blackAndWhiteIsFax(colours: [Int]) throws {
    let buffer = PixelBuffer(.gray8, width: 21, height: 9)
    for y in 0..<9 {
      for x in 0..<21 {
        buffer.planes[0].row(y, as: UInt8.self)[x] = (x * y + x / 3) % 5 < 2 ? 0 : 255
      }
    }
    var facts = PictureFacts(width: 21, height: 9, format: .gray8, sampleDepth: 1, coding: "")
    facts.palette = .init(
      colours: colours.map { SIMD4(UInt8($0), UInt8($0), UInt8($0), 255) }, bitDepth: 1)
    let bilevel = Picture(facts) { _ in BufferSource(buffer) }
    for (compression, name) in [
      ("auto", "Group 4 fax"), ("g4", "Group 4 fax"), ("lzw", "LZW"), ("none", "uncompressed"),
    ] {
      let file = try encode(bilevel, ["compression": compression])
      let again = try read(file)
      #expect(again.facts.coding == name)
      #expect(again.facts.palette?.bitDepth == 1)
      #expect(again.facts.sampleDepth == 1)
      #expect(try decode(file) == samples(buffer))
    }
  }

  @Test(arguments: [3, 16, 17, 200])
  func palettesAreKept(count: Int) throws {
    let colours = (0..<count).map { SIMD4(UInt8($0), UInt8(255 - $0), UInt8($0 / 2), 255) }
    let buffer = PixelBuffer(.rgb8, width: 19, height: 5)
    for y in 0..<5 {
      for x in 0..<19 {
        let colour = colours[(x + 19 * y) % count]
        for channel in 0..<3 {
          buffer.planes[0].row(y, as: UInt8.self)[3 * x + channel] = colour[channel]
        }
      }
    }
    var facts = PictureFacts(width: 19, height: 5, format: .rgb8, sampleDepth: 8, coding: "")
    facts.palette = .init(colours: colours, bitDepth: 8)
    let file = try encode(Picture(facts) { _ in BufferSource(buffer) })
    let palette = try #require(try read(file).facts.palette)
    #expect(palette.bitDepth == (count <= 16 ? 4 : 8))
    #expect(Array(palette.colours.prefix(count)) == colours)
    #expect(try decode(file) == samples(buffer))
  }

  @Test(arguments: [2, 4])
  func fewGraysAreKept(bits: Int) throws {
    let white = 1 << bits - 1
    let buffer = PixelBuffer(.gray8, width: 13, height: 4)
    for y in 0..<4 {
      for x in 0..<13 {
        buffer.planes[0].row(y, as: UInt8.self)[x] = UInt8((x + y) % (white + 1) * 255 / white)
      }
    }
    var facts = PictureFacts(width: 13, height: 4, format: .gray8, sampleDepth: bits, coding: "")
    facts.palette = .init(
      colours: (0...white).map { SIMD4(repeating: UInt8($0 * 255 / white)) }, bitDepth: bits)
    facts.palette?.colours = (0...white).map { step in
      let gray = UInt8(step * 255 / white)
      return SIMD4(gray, gray, gray, 255)
    }
    let file = try encode(Picture(facts) { _ in BufferSource(buffer) })
    #expect(try read(file).facts.sampleDepth == bits)
    #expect(try read(file).facts.palette?.colours == facts.palette?.colours)
    #expect(try decode(file) == samples(buffer))
  }

  @Test func qualityMakesItJPEG() throws {
    let photo = picture(.rgb8, width: 150, height: 100)
    let whole = samples(SyntheticPicture(width: 150, height: 100).buffer(.rgb8))
    func error(_ quality: Double) throws -> (bytes: Int, mean: Double) {
      let file = try encode(photo, quality: quality)
      let again = try read(file)
      #expect(again.facts.coding == "JPEG")
      #expect(!again.facts.isLossless)
      let differences = zip(whole, try decode(file)).map { Double(abs($0 - $1)) }
      return (file.count, differences.reduce(0, +) / Double(differences.count))
    }
    let (good, poor) = (try error(0.9), try error(0.2))
    #expect(good.mean < 2 && poor.mean < 8)
    #expect(good.bytes > poor.bytes && good.mean < poor.mean)
    // What JPEG cannot hold stays whole.
    #expect(try read(encode(picture(.rgba8), quality: 0.5)).facts.isLossless)
    #expect(try read(encode(picture(.rgb16), quality: 0.5)).facts.isLossless)
    #expect(try read(encode(picture(.gray8), quality: 0.5)).facts.coding == "JPEG")
    let inks = try read(encode(picture(.cmyk8), quality: 0.5))
    #expect(inks.facts.format == .cmyk8)
    #expect(inks.facts.coding == "JPEG, CMYK")
  }

  @Test func faxTakesBlackAndWhiteAlone() {
    #expect(
      errorCode { _ = try encode(picture(.rgb8), ["compression": "g4"]) } == .unsupportedContent)
  }

  /// All pages come into one file, each in its own form.
  @Test func pagesAreWritten() throws {
    let pages = [
      picture(.rgb8), picture(.gray16, width: 5, height: 4), picture(.rgba8, width: 40, height: 3),
    ]
    var document = pages[0]
    document.parts = pages.enumerated().map { index, page in
      Sibling(name: "\(index + 1)") { () throws(ConversionError) in page }
    }
    let file = try encode(document)
    let again = try read(file)
    #expect(again.parts.map(\.name) == ["1", "2", "3"])
    #expect(try samples(again) == samples(pages[0]))
    for (part, page) in zip(again.parts, pages) {
      let part = try part.open()
      #expect(part.facts.format == page.facts.format)
      #expect(try samples(part) == samples(page))
    }
  }
}
