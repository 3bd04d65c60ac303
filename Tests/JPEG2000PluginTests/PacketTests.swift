import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEG2000
@testable import JPEG2000Plugin

/// How many packets headers ask for, each of which costs time, whether or not it is there.
@Suite struct PacketTests {
  /// A gray picture of 64×64 with five levels: 1365 precincts of 2×2.
  private static func codestream() throws -> [UInt8] {
    TinyJPEG2000.codestream(of: try encode(.gray8, width: 64, height: 64))
  }

  private static func index(of marker: UInt8, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, marker]) })
  }

  /// The COD of a codestream with as many layers, and with precincts of 2×2 if they are small.
  private static func style(
    of bytes: [UInt8], layers: Int, small: Bool = true
  ) throws -> [UInt8] {
    let start = try index(of: 0x52, in: bytes)
    var style = Array(bytes[start..<start + 14])
    style.replaceSubrange(6..<8, with: JP2Boxes.number(layers, 2))
    guard small else { return style }
    style[4] |= 1
    style += [UInt8](repeating: 0x11, count: Int(style[9]) + 1)
    style.replaceSubrange(2..<4, with: JP2Boxes.number(style.count - 2, 2))
    return style
  }

  /// - Parameters:
  ///   - main: stands in for the COD of the main header.
  ///   - tile: stands in the header of the only tile-part.
  private static func with(
    _ bytes: [UInt8], main: [UInt8]? = nil, tile: [UInt8] = []
  ) throws -> [UInt8] {
    var bytes = bytes
    let start = try index(of: 0x90, in: bytes)
    let length = bytes[start + 6..<start + 10].reduce(0) { $0 << 8 | Int($1) }
    if length > 0 {
      bytes.replaceSubrange(start + 6..<start + 10, with: JP2Boxes.number(length + tile.count, 4))
    }
    bytes.insert(contentsOf: tile, at: start + 12)
    guard let main else { return bytes }
    let style = try index(of: 0x52, in: bytes)
    bytes.replaceSubrange(style..<style + 14, with: main)
    return bytes
  }

  private func packets(_ bytes: [UInt8], upTo most: Int = .max) throws -> Double {
    try Codestream(InputFile(bytes: bytes), in: 0..<bytes.count, context())
      .packets(upTo: most, in: context())
  }

  @Test func packetsAreCountedWithoutLookingForThem() throws {
    let bytes = try Self.codestream()
    #expect(try packets(bytes) == 6)
    let many = try Self.with(bytes, main: try Self.style(of: bytes, layers: 65535))
    #expect(try packets(many) == 1365 * 65535)
    #expect(try packets(many, upTo: 7) > 7)
    let colours = TinyJPEG2000.codestream(of: try encode(.rgb8, width: 64, height: 64))
    #expect(try packets(colours) == 18)
  }

  /// Tiles that begin anywhere, with precincts of 1×1 and then of 2×2: 5, 6, 3 and 4 of them.
  @Test func precinctsBeginWhereTheGridDoes() throws {
    #expect(try packets(TinyJPEG2000.tiles) == 8)
    var style = try Self.style(of: TinyJPEG2000.tiles, layers: 1)
    style[14] = 0
    #expect(try packets(try Self.with(TinyJPEG2000.tiles, main: style)) == 18)
  }

  /// One component with one level less or more than others, in all tiles or in one.
  @Test func componentsMayBeCodedInTheirOwnWay() throws {
    let bytes = try Self.codestream()
    func component(levels: UInt8) -> [UInt8] { [0xFF, 0x53, 0, 9, 0, 0, levels, 4, 4, 0, 1] }
    let plain = try Self.style(of: bytes, layers: 10, small: false)
    #expect(try packets(try Self.with(bytes, main: plain + component(levels: 2))) == 30)
    #expect(
      try packets(
        try Self.with(bytes, main: plain + component(levels: 2), tile: component(levels: 3))) == 40)
    // What is said of all components of the tile goes before what the main header says of one.
    let two = try Self.style(of: bytes, layers: 2, small: false)
    #expect(
      try packets(try Self.with(bytes, main: plain + component(levels: 2), tile: two)) == 12)
  }

  @Test func packetsThatCannotBeAreNotLookedFor() throws {
    let bytes = try Self.codestream()
    let plain = try Self.style(of: bytes, layers: 1, small: false)
    let many = try Self.style(of: bytes, layers: 65535)
    for file in [
      try Self.with(bytes, main: many), try Self.with(bytes, tile: many),
      try Self.with(bytes, main: plain, tile: many),
    ] {
      #expect(errorCode { _ = try decode(file) } == .damagedInput)
    }
    // What a tile says of itself goes before what is said of all.
    #expect(try decode(try Self.with(bytes, main: many, tile: plain)) == (try decode(bytes)))
  }
}
