import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import GIFPlugin

@Suite struct ReadingTests {
  @Test func aStillKeepsItsPalette() throws {
    let file = TinyGIF.file(3, 2, [TinyGIF.frame(0, 0, 3, 2, [0, 1, 2, 3, 0, 1])])
    let picture = try read(file)
    #expect(picture.facts.format == .rgb8)
    #expect(picture.facts.palette?.bitDepth == 2)
    #expect(
      picture.facts.palette?.colours == [
        [200, 0, 0, 255], [0, 200, 0, 255], [0, 0, 200, 255], [255, 255, 255, 255],
      ])
    #expect(picture.facts.isLossless)
    #expect(picture.facts.animation == nil)
    #expect(
      try decode(file)
        == TinyGIF.red + TinyGIF.green + TinyGIF.blue + TinyGIF.white + TinyGIF.red + TinyGIF.green)
  }

  @Test func whatIsTransparentIsNoColour() throws {
    let file = TinyGIF.file(
      2, 1, [TinyGIF.control(transparent: 1), TinyGIF.frame(0, 0, 2, 1, [0, 1])])
    #expect(try read(file).facts.palette?.colours[1] == [0, 0, 0, 0])
    #expect(try read(file).facts.format == .rgba8)
    #expect(try decode(file) == TinyGIF.red + TinyGIF.empty)
  }

  /// Pixels that no picture covers are empty, and need an entry of the palette.
  @Test func aSmallPictureLeavesTheCanvasEmpty() throws {
    let file = TinyGIF.file(3, 2, [TinyGIF.frame(1, 1, 1, 1, [2])])
    let expected = [[UInt8]](repeating: TinyGIF.empty, count: 4) + [TinyGIF.blue, TinyGIF.empty]
    #expect(try decode(file) == expected.flatMap { $0 })
    #expect(try read(file).facts.palette?.colours.count == 5)
    #expect(try read(file).facts.palette?.bitDepth == 4)
  }

  /// Of a picture beside the canvas, all is shown that decoders show: the canvas up to its far corner.
  @Test func thePictureMayLieBesideTheCanvas() throws {
    let outside = TinyGIF.file(1, 1, [TinyGIF.frame(1, 1, 1, 1, [0])])
    #expect(
      try decode(outside) == TinyGIF.empty + TinyGIF.empty + TinyGIF.empty + TinyGIF.red)
    let whole = TinyGIF.file(2, 1, [TinyGIF.frame(0, 0, 3, 1, [0, 1, 2])])
    #expect(try read(whole).facts.format == .rgb8)
    #expect(try decode(whole) == TinyGIF.red + TinyGIF.green + TinyGIF.blue)
  }

  @Test func interlacedRowsFindTheirPlace() throws {
    // Rows 0, 8 | 4 | 2, 6 | 1, 3, 5, 7 of nine, whose colours are their number modulo 4.
    let order = [0, 8, 4, 2, 6, 1, 3, 5, 7]
    let file = TinyGIF.file(
      1, 9, [TinyGIF.frame(0, 0, 1, 9, order.map { UInt8($0 % 4) }, isInterlaced: true)])
    let colours = [TinyGIF.red, TinyGIF.green, TinyGIF.blue, TinyGIF.white]
    #expect(try decode(file) == (0..<9).flatMap { colours[$0 % 4] })
    #expect(try read(file).facts.coding == "GIF89a, interlaced")
  }

  @Test(arguments: 1...20)
  func everyInterlacedRowComesOnce(height: Int) {
    let frame = GIFFrame(
      x: 0, y: 0, width: 1, height: height, isInterlaced: true, data: 0..<0, indexBits: 2)
    #expect((0..<height).map { frame.row(ofLine: $0) }.sorted() == Array(0..<height))
  }

  /// Three pixels: all red, then the middle one green with a disposal, then the right one blue.
  @Test(
    arguments: [
      (0, TinyGIF.green), (1, TinyGIF.green), (2, TinyGIF.empty), (3, TinyGIF.red),
      (4, TinyGIF.red), (7, TinyGIF.green),
    ] as [(UInt8, [UInt8])])
  func disposalLeavesWhatItShould(_ disposal: UInt8, _ middle: [UInt8]) throws {
    let file = TinyGIF.file(
      3, 1,
      [
        TinyGIF.loop(0), TinyGIF.control(delay: 7), TinyGIF.frame(0, 0, 3, 1, [0, 0, 0]),
        TinyGIF.control(disposal: disposal, delay: 1), TinyGIF.frame(1, 0, 1, 1, [1]),
        TinyGIF.control(delay: 65535), TinyGIF.frame(2, 0, 1, 1, [2]),
      ])
    let picture = try read(file)
    #expect(
      picture.facts.animation
        == Animation(durations: [70_000, 10_000, 655_350_000], repetitions: 0))
    #expect(picture.facts.frames == 3)
    #expect(picture.facts.companions.isEmpty)
    #expect(picture.facts.palette == nil)
    #expect(picture.facts.format == (disposal == 2 ? .rgba8 : .rgb8))
    let red = TinyGIF.red
    #expect(try pixels(of: picture, frame: 0) == red + red + red)
    #expect(try pixels(of: picture, frame: 1) == red + TinyGIF.green + red)
    #expect(try pixels(of: picture, frame: 2) == red + middle + TinyGIF.blue)
    // Earlier ones may be asked for again, and the last at once.
    #expect(try pixels(of: picture, frame: 1) == red + TinyGIF.green + red)
    #expect(try decode(file, frame: 2) == red + middle + TinyGIF.blue)
  }

  @Test func aPictureStaysWhileTheNextIsMade() throws {
    let file = TinyGIF.file(
      1, 1,
      [TinyGIF.frame(0, 0, 1, 1, [0]), TinyGIF.frame(0, 0, 1, 1, [1])])
    let picture = try read(file)
    var demand = PixelDemand([.rgb8])
    let first = try picture.open(demand)
    demand.frame = 1
    let second = try picture.open(demand)
    let band = try #require(try first.nextBand())
    #expect(band.plane(0).row(0, as: UInt8.self)[0] == 200)
    #expect(try #require(try second.nextBand()).plane(0).row(0, as: UInt8.self)[0] == 0)
  }

  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (65535, 65536)] as [(Int?, Int)])
  func repetitionsAreCounted(_ count: Int?, _ expected: Int) throws {
    let frame = TinyGIF.frame(0, 0, 1, 1, [0])
    let file = TinyGIF.file(1, 1, [count.map { TinyGIF.loop($0) } ?? [], frame, frame])
    #expect(try read(file).facts.animation?.repetitions == expected)
  }

  @Test func ownColoursGoBeforeShared() throws {
    let own: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    let frame = TinyGIF.frame(0, 0, 1, 1, [3], own: own)
    #expect(try decode(TinyGIF.file(1, 1, [frame])) == [10, 11, 12, 255])
    #expect(try decode(TinyGIF.file(1, 1, colours: nil, [frame])) == [10, 11, 12, 255])
  }

  @Test func textsAreComments() throws {
    let comment: [UInt8] = [0x21, 0xFE, 3] + Array("Hé".utf8) + [1, 0x21, 0]
    let latin: [UInt8] = [0x21, 0xFE, 1, 0xE9, 0]
    let file = TinyGIF.file(1, 1, [comment, latin, TinyGIF.frame(0, 0, 1, 1, [0])])
    #expect(
      try read(file).facts.metadata.texts == [
        .init(keyword: "Comment", text: "Hé!"), .init(keyword: "Comment", text: "é"),
      ])
  }

  /// XMP stands there without blocks, or, by mistake, in them.
  @Test func packetsAreFound() throws {
    let packet = Array("<x:xmpmeta/>".utf8)
    let start: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
    let frame = TinyGIF.frame(0, 0, 1, 1, [0])
    for body in [packet + GIFExtension.packetEnd, [12] + packet] {
      let file = TinyGIF.file(1, 1, [start + body + [0], frame])
      #expect(try read(file).facts.metadata.xmp == packet)
    }
  }

  @Test func aProfileMustBeForRGB() throws {
    let profile = try #require(ICCProfile(.displayP3)).bytes
    var gray = profile
    gray.replaceSubrange(16..<20, with: Array("GRAY".utf8))
    func file(_ profile: [UInt8]) -> [UInt8] {
      var facts = PictureFacts(width: 1, height: 1, format: .rgb8, sampleDepth: 8, coding: "")
      facts.colour = .icc(profile)
      return TinyGIF.file(1, 1, [GIFBlocks.metadata(facts), TinyGIF.frame(0, 0, 1, 1, [0])])
    }
    #expect(try read(file(profile)).facts.colour == .icc(profile))
    let context = context()
    #expect(try read(file(gray), in: context).facts.colour == .unspecified)
    #expect(context.ledger.map(\.what) == ["icc"])
  }

  @Test func surplusIsForgiven() throws {
    let frame = TinyGIF.frame(0, 0, 1, 1, [0])
    let file = TinyGIF.file(1, 1, [[0, 0], frame, [0], [0x21, 0x77, 1, 9, 0]])
    let context = context()
    #expect(try decode(file + [1, 2, 3], in: context) == TinyGIF.red)
    #expect(context.warnings == ["3 bytes after the end of the picture were ignored"])
  }

  /// A file without the size of its canvas has that of its picture.
  @Test func theCanvasMayHaveNoSize() throws {
    let file = TinyGIF.file(0, 0, [TinyGIF.frame(1, 0, 1, 1, [0])])
    #expect(try decode(file) == TinyGIF.empty + TinyGIF.red)
  }

  /// The first picture makes the canvas larger, as it does for Pillow and vips; later ones are cut off.
  @Test(arguments: [1, 2])
  func theFirstPictureMakesTheCanvasLarger(count: Int) throws {
    let frames = [TinyGIF.frame(1, 0, 2, 1, [1, 2]), TinyGIF.frame(2, 0, 2, 1, [3, 0])]
    let context = context()
    let picture = try read(TinyGIF.file(2, 1, Array(frames.prefix(count))), in: context)
    #expect([picture.facts.width, picture.facts.height] == [3, 1])
    #expect(
      try pixels(of: picture, frame: 0, in: context) == TinyGIF.empty + TinyGIF.green + TinyGIF.blue
    )
    if count == 2 {
      #expect(
        try pixels(of: picture, frame: 1, in: context)
          == TinyGIF.empty + TinyGIF.green + TinyGIF.white)
    }
    let larger = "its canvas of 2×1 pixels was made larger for the first picture, 3×1"
    let cut = "1 of its 2 pictures reach beyond the canvas, and are cut off at its edges"
    #expect(context.warnings == (count == 1 ? [larger] : [larger, cut]))
  }

  /// Indices of two bits, in which 3 is the greatest.
  @Test func indicesWithoutColoursAreShadesOfGray() throws {
    let file = TinyGIF.file(4, 1, colours: nil, [TinyGIF.frame(0, 0, 4, 1, [0, 1, 2, 3])])
    let context = context()
    let shades: [UInt8] = [0, 85, 170, 255]
    #expect(try decode(file, in: context) == shades.flatMap { [$0, $0, $0, 255] })
    #expect(context.warnings == ["it has no colours: its indices are shown as shades of gray"])
  }

  @Test func onePictureMayHaveNoColours() throws {
    let file = TinyGIF.file(
      1, 1, colours: nil,
      [TinyGIF.frame(0, 0, 1, 1, [2], own: TinyGIF.colours), TinyGIF.frame(0, 0, 1, 1, [1])])
    let context = context()
    let picture = try read(file, in: context)
    #expect(try pixels(of: picture, frame: 0, in: context) == TinyGIF.blue)
    #expect(try pixels(of: picture, frame: 1, in: context) == [85, 85, 85, 255])
    #expect(
      context.warnings == [
        "1 of its 2 pictures have no colours: their indices are shown as shades of gray"
      ])
  }
}
