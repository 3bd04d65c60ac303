import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

@Suite("Writing PNG")
struct PNGWriterTests {
  @Test(
    "PNG to PNG keeps pixels, colour type, depth and palette",
    arguments: smallPictures + otherPictures, [false, true])
  func exact(sample: Sample, interlaced: Bool) throws {
    let file = try sample.bytes()
    var expected = try #require(Reference(file))
    expected.isInterlaced = interlaced
    // What was one transparent colour is an alpha channel now.
    if sample.name.contains("tbbn2c16") { expected.colourType = 6 }
    let written = try encode(read(file), ["interlace": "\(interlaced)"])
    #expect(Reference(written) == expected)
  }

  @Test(
    "Every layout comes back as it was", arguments: PNGPixelsTests.layouts, [false, true])
  func layout(layout: PNGPixelsTests.Layout, interlaced: Bool) throws {
    var generator = Xorshift(seed: UInt64(layout.type * 100 + layout.depth + 3))
    for (width, height) in [(1, 1), (5, 3), (9, 17), (301, 99)] {
      var extra: [PNGChunk] = []
      if layout.type == 3 {
        extra = [PNGPixelsTests.palette(depth: layout.depth, using: &generator)]
      }
      let file = PNGFile.random(
        width, height, depth: layout.depth, type: layout.type, interlaced: interlaced,
        extra: extra, using: &generator
      ).bytes
      let written = try encode(read(file), ["interlace": "\(interlaced)"])
      #expect(Reference(written) == Reference(file))
    }
  }

  @Test(
    "Options change the file and not the pixels",
    arguments: PNGWriterOptions.descriptors.filter { $0.key != "preset" })
  func options(descriptor: OptionDescriptor) throws {
    var generator = Xorshift(seed: 21)
    let file = PNGFile.random(
      64, 64, depth: 8, type: 2, interlaced: false, using: &generator
    ).bytes
    let picture = try decode(file)
    let values: [String] =
      switch descriptor.values {
      case .flag: ["true", "false"]
      case .choice(let words): words
      case .integer(let range): range.map(String.init)
      case .integerOr(let range, let words): range.map(String.init) + words
      case .characterOr(let words): words
      case .text: []
      }
    for value in values {
      let written = try encode(picture.picture(), [descriptor.key: value])
      #expect(try decode(written) == picture, "\(descriptor.key)=\(value)")
    }
  }

  @Test("Rows are filtered as the option says", arguments: PNGRowFilter.allCases)
  func filter(filter: PNGRowFilter) throws {
    let picture = DecodedPicture(
      width: 4, height: 3, format: .gray8, bytes: [9, 8, 7, 6, 1, 2, 3, 4, 3, 1, 4, 1])
    let file = PNGFile(parsing: try encode(picture.picture(), ["filter": filter.rawValue]))
    let rows = try Zlib.expand((file.chunk(.data) ?? [])[...], limit: 100)
    let number: UInt8 =
      switch filter {
      case .none: 0
      case .sub: 1
      case .up: 2
      case .average: 3
      case .paeth: 4
      }
    #expect(rows.count == 15)
    #expect([rows[5], rows[10]] == [number, number])
  }

  @Test(
    "Values out of range are refused",
    arguments: [("compression", "10"), ("filter", "best"), ("interlace", "yes")])
  func badOptions(key: String, value: String) {
    var options = ConversionOptions()
    options.settings = [key: value]
    let error = #expect(throws: ConversionError.self) { try PNGWriterOptions(options) }
    #expect(error?.code == .usage)
  }

  @Test("Settings of other parts of the route are no concern of the writer")
  func foreignSettings() throws {
    var options = ConversionOptions()
    options.settings = ["linear": "true"]
    #expect(try PNGWriterOptions(options).compression == 4)
  }

  @Test("A palette with translucent colours is written with tRNS, cut after the last of them")
  func palette() throws {
    let colours: [SIMD4<UInt8>] = [
      SIMD4(1, 2, 3, 255), SIMD4(4, 5, 6, 9), SIMD4(7, 8, 9, 255), SIMD4(7, 8, 9, 255),
    ]
    let pixels = DecodedPicture(
      width: 3, height: 1, format: .rgba8, bytes: [7, 8, 9, 255, 4, 5, 6, 9, 1, 2, 3, 255])
    let file = try encode(pixels.picture { $0.palette = .init(colours: colours, bitDepth: 2) })
    let chunks = PNGFile(parsing: file)
    #expect(chunks.chunk(.palette) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9])
    #expect(chunks.chunk(.transparency) == [255, 9])
    #expect(try decode(file) == pixels)
  }

  @Test("A palette that the pixels cannot have is not used")
  func unfitPalette() throws {
    let pixels = DecodedPicture(width: 1, height: 1, format: .rgb8, bytes: [1, 2, 3])
    let translucent = PictureFacts.Palette(colours: [SIMD4(1, 2, 3, 9)], bitDepth: 8)
    #expect(Reference(try encode(pixels.picture { $0.palette = translucent }))?.colourType == 2)
    let tooMany = PictureFacts.Palette(
      colours: Array(repeating: SIMD4(1, 2, 3, 255), count: 3), bitDepth: 1)
    #expect(Reference(try encode(pixels.picture { $0.palette = tooMany }))?.colourType == 2)
  }

  @Test("An index beyond the palette cannot be written")
  func indexBeyondPalette() throws {
    let file = PNGFile([
      PNGFile.header(1, 1, depth: 8, type: 3), PNGChunk(type: .palette, bytes: [1, 2, 3]),
      PNGFile.data([0, 1]), PNGFile.end,
    ]).bytes
    #expect(try decode(file).bytes == [0, 0, 0])
    let error = #expect(throws: ConversionError.self) { try encode(read(file)) }
    #expect(error?.code == .damagedInput)
    #expect(
      error?.message
        == "the picture has pixels with an index beyond its palette, which PNG does not allow")
  }

  @Test("Planar and CMYK pictures are asked for as RGB or gray")
  func demand() {
    func format(_ format: PixelFormat) -> PixelFormat {
      PixelFormat(
        writtenFor: PictureFacts(
          width: 1, height: 1, format: format, sampleDepth: format.bitDepth, coding: ""))
    }
    #expect(format(.jfif(.s420)) == .rgb8)
    #expect(format(.jfif(.monochrome)) == .gray8)
    #expect(format(.cmyk8) == .rgb8)
    #expect(
      format(PixelFormat(.ycbcr(.s420, .bt2020, .limited), alpha: .straight, bitDepth: 10))
        == .rgba16)
    #expect(format(PixelFormat(.rgb, alpha: .premultiplied)) == .rgba8)
  }

  @Test("An error of the source passes through")
  func sourceFailure() throws {
    let pixels = DecodedPicture(width: 1, height: 1, format: .gray8, bytes: [9])
    let failing = Picture(pixels.picture().facts) { _ throws(ConversionError) in
      throw ConversionError(.readFailed, "could not be read")
    }
    let error = #expect(throws: ConversionError.self) { try encode(failing) }
    #expect(error?.code == .readFailed)
  }
}
