import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

/// Small pictures that are good: fixtures, and of the corpus those of PngSuite.
let smallPictures = Sample.files(
  fixtures: [
    "gray.png", "gray-alpha.png", "indexed.png", "interlaced.png", "rgb.png", "rgb-16bit.png",
    "rgba.png",
  ],
  corpus: pngSuite.map { "images/png/pngsuite/\($0).png" })

private let pngSuite = [
  "basn0g01", "basn0g16", "basn2c08", "basn2c16", "basn3p01", "basn3p04", "basn4a16", "basn6a08",
  "basn6a16", "basi2c08", "basi6a16", "tbbn2c16", "tp1n3p08", "tm3n3p02", "g25n3p04", "s03i3p01",
  "s39n3p04", "oi9n2c16", "ctzn0g04", "ctjn0g04", "exif2c08", "cdun2c08",
]

/// Other good pictures: an animation, one with a profile, a page.
let otherPictures = Sample.files(
  fixtures: ["others/parts.apng", "others/profile.png", "others/page.png"],
  corpus: [
    "images/png/apng-ball.png", "images/png/p3-icc-offs.png", "ocr/linn-twocolumn.png",
  ])

@Suite("PNG pixels")
struct PNGPixelsTests {
  /// A colour type with one of its depths.
  struct Layout: CustomTestStringConvertible {
    var type: Int
    var depth: Int
    var format: PixelFormat
    var testDescription: String { "type \(type), \(depth) bits" }
  }

  static let layouts: [Layout] =
    [1, 2, 4, 8].flatMap {
      [Layout(type: 0, depth: $0, format: .gray8), Layout(type: 3, depth: $0, format: .rgb8)]
    } + [
      Layout(type: 0, depth: 16, format: .gray16), Layout(type: 2, depth: 8, format: .rgb8),
      Layout(type: 2, depth: 16, format: .rgb16), Layout(type: 4, depth: 8, format: .grayAlpha8),
      Layout(type: 4, depth: 16, format: .grayAlpha16),
      Layout(type: 6, depth: 8, format: .rgba8), Layout(type: 6, depth: 16, format: .rgba16),
    ]

  @Test(
    "Small pictures decode as libpng decodes them", arguments: smallPictures)
  func small(sample: Sample) throws {
    let file = try sample.bytes()
    let reference = try #require(Reference(file))
    let picture = try decode(file)
    #expect((picture.width, picture.height) == (reference.width, reference.height))
    #expect(picture.bytes == reference.pixels)
  }

  @Test(
    "Larger pictures decode as libpng decodes them", arguments: otherPictures)
  func larger(sample: Sample) throws {
    let file = try sample.bytes()
    let reference = try #require(Reference(file))
    let picture = try decode(file)
    #expect((picture.width, picture.height) == (reference.width, reference.height))
    #expect(picture.bytes == reference.pixels)
  }

  @Test(
    "Every colour type, depth and size decodes as libpng decodes it", arguments: layouts,
    [false, true])
  func layout(layout: Layout, interlaced: Bool) throws {
    var generator = Xorshift(seed: UInt64(layout.type * 100 + layout.depth))
    for (width, height) in [(1, 1), (2, 3), (5, 5), (7, 1), (1, 9), (9, 8), (33, 37), (301, 99)] {
      var extra: [PNGChunk] = []
      if layout.type == 3 { extra = [Self.palette(depth: layout.depth, using: &generator)] }
      let file = PNGFile.random(
        width, height, depth: layout.depth, type: layout.type, interlaced: interlaced,
        extra: extra, using: &generator
      ).bytes
      let reference = try #require(Reference(file))
      let picture = try read(file)
      #expect(picture.facts.format == layout.format)
      #expect(picture.facts.sampleDepth == (layout.type == 3 ? 8 : layout.depth))
      #expect(
        try DecodedPicture(picture)
          == DecodedPicture(
            width: width, height: height, format: layout.format, bytes: reference.pixels))
    }
  }

  @Test(
    "A transparent colour becomes alpha", arguments: layouts.filter { $0.type < 4 }, [false, true])
  func transparency(layout: Layout, interlaced: Bool) throws {
    var generator = Xorshift(seed: UInt64(layout.type * 100 + layout.depth + 7))
    var extra: [PNGChunk] = []
    switch layout.type {
    case 0: extra = [PNGChunk(type: .transparency, bytes: [0, 1])]
    case 2: extra = [PNGChunk(type: .transparency, bytes: [0, 1, 0, 2, 0, 3])]
    default:
      extra = [
        Self.palette(depth: layout.depth, using: &generator),
        PNGChunk(type: .transparency, bytes: [7, 130]),
      ]
    }
    let file = PNGFile.random(
      40, 23, depth: layout.depth, type: layout.type, interlaced: interlaced, extra: extra,
      using: &generator
    ).bytes
    let reference = try #require(Reference(file))
    let picture = try decode(file)
    #expect(picture.format.alpha == .straight)
    #expect(picture.bytes == reference.pixels)
  }

  @Test("A tall picture comes in bands")
  func bands() throws {
    var generator = Xorshift(seed: 5)
    let file = PNGFile.random(
      1000, 999, depth: 8, type: 2, interlaced: false, using: &generator
    ).bytes
    let source = try read(file).open(PixelDemand([.rgb8]))
    let first = try #require(try source.nextBand())
    #expect(first.height == 160)
    #expect(try decode(file).bytes == Reference(file)?.pixels)
  }

  @Test("An indexed picture keeps its colours in the facts")
  func palette() throws {
    let file = PNGFile([
      PNGFile.header(1, 1, depth: 2, type: 3),
      PNGChunk(type: .palette, bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      PNGChunk(type: .transparency, bytes: [255, 40]),
      PNGFile.data([0, 0x40]), PNGFile.end,
    ])
    let picture = try read(file.bytes)
    #expect(
      picture.facts.palette
        == .init(
          colours: [SIMD4(1, 2, 3, 255), SIMD4(4, 5, 6, 40), SIMD4(7, 8, 9, 255)], bitDepth: 2))
    #expect(try DecodedPicture(picture).bytes == [4, 5, 6, 40])
  }

  static func palette(depth: Int, using generator: inout Xorshift) -> PNGChunk {
    PNGChunk(
      type: .palette,
      bytes: (0..<3 << depth).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
