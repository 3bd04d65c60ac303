import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEG2000Plugin

/// What the boxes around a codestream say of it.
@Suite struct BoxTests {
  private let palette = JP2Boxes.box(
    "pclr",
    // Four colours of three columns of 8 bits.
    JP2Boxes.number(4, 2) + [3, 7, 7, 7] + [1, 2, 3, 10, 20, 30, 100, 110, 120, 255, 254, 253])
  private let mapping = JP2Boxes.box("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2])

  private func definitions(_ all: [(channel: Int, kind: Int, association: Int)]) -> [UInt8] {
    var content = JP2Boxes.number(all.count, 2)
    for one in all {
      content += JP2Boxes.number(one.channel, 2)
      content += JP2Boxes.number(one.kind, 2)
      content += JP2Boxes.number(one.association, 2)
    }
    return JP2Boxes.box("cdef", content)
  }

  @Test func palettesAreApplied() throws {
    let file = TinyJPEG2000.file(
      TinyJPEG2000.twoBits, depths: [1], boxes: [TinyJPEG2000.colour(16), palette, mapping])
    let colours = [[1, 2, 3], [10, 20, 30], [100, 110, 120], [255, 254, 253]]
    var expected: [Int] = []
    for y in 0..<4 { for x in 0..<6 { expected += colours[(y + x) % 4] } }
    #expect(try decode(file) == [expected])
    let facts = try read(file).facts
    #expect(
      facts.palette?.colours == [
        [1, 2, 3, 255], [10, 20, 30, 255], [100, 110, 120, 255], [255, 254, 253, 255],
      ])
    #expect(facts.palette?.bitDepth == 2)
  }

  @Test func channelsMayComeInAnyOrder() throws {
    let stream = TinyJPEG2000.codestream(of: try encode(.rgba8))
    func file(_ all: [(channel: Int, kind: Int, association: Int)]) -> [UInt8] {
      TinyJPEG2000.file(
        stream, depths: [7, 7, 7, 7], width: 23, height: 17,
        boxes: [TinyJPEG2000.colour(16), definitions(all)])
    }
    let whole = planes(of: SyntheticPicture(width: 23, height: 17).buffer(.rgba8))[0]
    let turned = file([(0, 0, 3), (1, 0, 2), (2, 0, 1), (3, 1, 0)])
    let expected = stride(from: 0, to: whole.count, by: 4).flatMap { index -> [Int] in
      [whole[index + 2], whole[index + 1], whole[index], whole[index + 3]]
    }
    #expect(try decode(turned) == [expected])
    #expect(try read(turned).coded == nil)
    let premultiplied = try read(file([(3, 2, 0)])).facts.format
    #expect(premultiplied.alpha == .premultiplied)
    // Nothing is said of the fourth: it is not opacity.
    let plain = try read(file([]))
    #expect(plain.facts.format == .rgb8)
    #expect(plain.facts.companions == [.init(.auxiliary, detail: "1 further channels")])
    #expect(errorCode { _ = try read(file([(9, 0, 1)])) } == .damagedInput)
    #expect(errorCode { _ = try read(file([(1, 0, 1)])) } == .damagedInput)
  }

  @Test func inksAreInks() throws {
    let stream = TinyJPEG2000.codestream(of: try encode(.rgba8))
    let file = TinyJPEG2000.file(
      stream, depths: [7, 7, 7, 7], width: 23, height: 17, boxes: [TinyJPEG2000.colour(12)])
    #expect(try read(file).facts.format == .cmyk8)
    #expect(
      try decode(file) == planes(of: SyntheticPicture(width: 23, height: 17).buffer(.rgba8)))
  }

  @Test func profilesAndDensityComeBack() throws {
    let profile = try #require(ICCProfile(.displayP3)).bytes
    let file = try encode(.rgb8) { facts in
      facts.colour = .icc(profile)
      facts.metadata.dotsPerInch = (300, 72.5)
      facts.metadata.exif = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
      facts.metadata.xmp = Array("<x:xmpmeta/>".utf8)
    }
    let facts = try read(file).facts
    #expect(facts.colour == .icc(profile))
    let density = try #require(facts.metadata.dotsPerInch)
    #expect(abs(density.x - 300) < 1e-9)
    #expect(abs(density.y - 72.5) < 0.01)
    #expect(facts.metadata.exif?.count == 14)
    #expect(facts.metadata.xmp == Array("<x:xmpmeta/>".utf8))
  }

  @Test func aProfileForOtherColoursIsRefused() throws {
    var profile = try #require(ICCProfile(.displayP3)).bytes
    profile.replaceSubrange(16..<20, with: Array("Lab ".utf8))
    let file = TinyJPEG2000.file(
      TinyJPEG2000.signed, depths: [0x87], boxes: [JP2Boxes.box("colr", [2, 0, 0] + profile)])
    #expect(errorCode { _ = try read(file) } == .unsupportedContent)
    #expect(
      errorCode {
        _ = try read(
          TinyJPEG2000.file(TinyJPEG2000.bit, depths: [0], boxes: [TinyJPEG2000.colour(14)]))
      } == .unsupportedContent)
  }

  @Test func displayResolutionGoesBeforeCapture() throws {
    func box(_ type: StaticString, _ perMetre: Int, _ exponent: UInt8) -> [UInt8] {
      let value = JP2Boxes.number(perMetre, 2) + JP2Boxes.number(1, 2)
      return JP2Boxes.box(type, value + value + [exponent, exponent])
    }
    func density(_ boxes: [UInt8]) throws -> Double? {
      try read(
        TinyJPEG2000.file(
          TinyJPEG2000.bit, depths: [0],
          boxes: [TinyJPEG2000.colour(17), JP2Boxes.box("res ", boxes)])
      ).facts.metadata.dotsPerInch?.x
    }
    #expect(try density(box("resc", 1000, 1) + box("resd", 5000, 0)) == 127)
    #expect(try density(box("resc", 1000, 1)) == 254)
    #expect(try density(box("resc", 0, 1)) == nil)
    // What is not known need not be a resolution.
    #expect(try density(JP2Boxes.box("resx", [1]) + box("resd", 5000, 0)) == 127)
    #expect(try density(box("resc", 60000, 127)) == nil)
  }

  /// The order of levels is that of the colours; opacity has its own.
  @Test func opacityIsNotInverted() throws {
    let stream = TinyJPEG2000.codestream(of: try encode(.grayAlpha8))
    let file = TinyJPEG2000.file(
      stream, depths: [7, 7], width: 23, height: 17,
      boxes: [TinyJPEG2000.colour(0), definitions([(0, 0, 1), (1, 1, 0)])])
    let whole = planes(of: SyntheticPicture(width: 23, height: 17).buffer(.grayAlpha8))[0]
    #expect(try read(file).facts.format == .grayAlpha8)
    #expect(
      try decode(file) == [whole.enumerated().map { $0 % 2 == 0 ? 255 - $1 : $1 }])
  }

  @Test func mappingsAreBounded() throws {
    func file(_ entries: Int) -> [UInt8] {
      let mapping = (0..<entries).flatMap { index -> [UInt8] in [0, 0, 1, UInt8(index % 3)] }
      return TinyJPEG2000.file(
        TinyJPEG2000.twoBits, depths: [1],
        boxes: [TinyJPEG2000.colour(16), palette, JP2Boxes.box("cmap", mapping)])
    }
    #expect(
      try read(file(1024)).facts.companions == [.init(.auxiliary, detail: "1021 further channels")])
    #expect(errorCode { _ = try read(file(1025)) } == .damagedInput)
  }

  @Test func theLastDefinitionsCount() throws {
    let stream = TinyJPEG2000.codestream(of: try encode(.rgba8))
    let file = TinyJPEG2000.file(
      stream, depths: [7, 7, 7, 7], width: 23, height: 17,
      boxes: [TinyJPEG2000.colour(16), definitions([(3, 1, 0)]), definitions([])])
    #expect(try read(file).facts.format == .rgb8)
  }

  @Test func theFirstColoursThatAreUnderstoodCount() throws {
    let profile = try #require(ICCProfile(.sRGB)).bytes
    var lab = profile
    lab.replaceSubrange(16..<20, with: Array("Lab ".utf8))
    func box(_ profile: [UInt8]) -> [UInt8] { JP2Boxes.box("colr", [2, 0, 0] + profile) }
    let stream = TinyJPEG2000.codestream(of: try encode(.rgb8))
    func colour(_ boxes: [[UInt8]]) throws -> ColourDescription {
      try read(
        TinyJPEG2000.file(stream, depths: [7, 7, 7], width: 23, height: 17, boxes: boxes)
      ).facts.colour
    }
    #expect(try colour([TinyJPEG2000.colour(21), box(profile)]) == .icc(profile))
    #expect(try colour([box(lab), TinyJPEG2000.colour(16)]) == .cicp(.sRGB))
    #expect(try colour([TinyJPEG2000.colour(16), box(profile)]) == .cicp(.sRGB))
    let error = #expect(throws: ConversionError.self) {
      _ = try colour([TinyJPEG2000.colour(21), TinyJPEG2000.colour(14)])
    }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains("ROMM RGB") == true)
  }

  /// What else a file has in the way of headers is not about its first picture.
  @Test func theFirstHeaderCounts() throws {
    let plain = try decode(TinyJPEG2000.bit)
    let inverted = plain.map { $0.map { 255 - $0 } }
    func header(_ colour: Int) -> [UInt8] {
      JP2Boxes.box(
        "jp2h",
        JP2Boxes.box("ihdr", [0, 0, 0, 4, 0, 0, 0, 6, 0, 1, 0, 7, 0, 0])
          + TinyJPEG2000.colour(colour))
    }
    func layer(_ boxes: [UInt8]) -> [UInt8] {
      JP2Boxes.box("jplh", boxes.isEmpty ? [] : JP2Boxes.box("cgrp", boxes))
    }
    func file(_ boxes: [[UInt8]], before: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
      let file = TinyJPEG2000.file(TinyJPEG2000.bit, depths: [0], boxes: boxes, after: after)
      return JP2Boxes.start + before + file.dropFirst(JP2Boxes.start.count)
    }
    let gray = TinyJPEG2000.colour(17)
    #expect(try decode(file([gray], after: header(0))) == plain)
    #expect(try decode(file([gray], before: header(0))) == inverted)
    #expect(try decode(file([], after: layer(TinyJPEG2000.colour(0)))) == inverted)
    #expect(try decode(file([], before: layer(TinyJPEG2000.colour(0)))) == inverted)
    #expect(try decode(file([], after: layer([]) + layer(TinyJPEG2000.colour(0)))) == plain)
    #expect(try decode(file([gray], after: layer(TinyJPEG2000.colour(0)))) == plain)
  }

  @Test func theFileIsCodedAsItIs() throws {
    let exif: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let plain = try encode(.rgb8)
    let file = try encode(.rgb8) { $0.metadata.exif = exif }
    #expect(file.count == plain.count + 24 + exif.count)
    let coded = try #require(try read(file).coded)
    #expect(coded.coding == .jpx)
    #expect(try coded.bytes(true) == file)
    #expect(try coded.bytes(false) == plain)
    let bare = try #require(try read(TinyJPEG2000.tiles).coded)
    #expect(
      try bare.bytes(true)
        == TinyJPEG2000.file(
          TinyJPEG2000.tiles, depths: [11], boxes: [TinyJPEG2000.colour(17)]))
    #expect(try read(try bare.bytes(true)).facts.width == 6)
  }
}
