import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite("Streams that are taken as they are, without what stands beside the picture")
struct CodedStreamTests {
  private static let secret = Array("SECRET".utf8)

  private static var secretSegments: [UInt8] {
    [
      (JPEGMarker.app0, Array("JFXX\0\u{10}".utf8)), (.app1, JPEGSignature.exif), (.app13, []),
      (.app14, Array("Adob".utf8)), (.comment, []),
    ].flatMap { MultiPictureTests.segment($0.0, $0.1 + secret) }
  }

  /// With secrets in every place that no pixel depends on, and a fill byte before every scan.
  private static func decorated(_ plain: [UInt8]) -> [UInt8] {
    // JFIF's or Adobe's segment is the first one.
    let end = 4 + (Int(plain[4]) << 8 | Int(plain[5]))
    var header = Array(plain[6..<end])
    // JFIF's thumbnail, of 2×1 pixels.
    if header.starts(with: JPEGSignature.jfif) { header.replaceSubrange(12..<14, with: [2, 1]) }
    var bytes =
      plain.prefix(2) + MultiPictureTests.segment(JPEGMarker(rawValue: plain[3]), header + secret)
    for position in end..<plain.count {
      if plain[position] == 0xFF, plain[position + 1] == JPEGMarker.startOfScan.rawValue {
        bytes += secretSegments + [0xFF]
      }
      bytes.append(plain[position])
    }
    return bytes + secret
  }

  @Test(
    "what no pixel depends on is left out, wherever it stands",
    arguments: TinyJPEG.all.filter { !$0.coding.hasPrefix("arithmetic") })
  func nothingBeside(_ tiny: TinyJPEG) throws {
    let plain = try #require(read(tiny.bytes).coded)
    #expect(try plain.bytes(false) == tiny.bytes)
    let source = Self.decorated(tiny.bytes)
    let coded = try #require(read(source).coded)
    #expect(try coded.bytes(true) == source)
    #expect(try coded.bytes(false) == tiny.bytes)
  }

  @Test("a stream without an end mark keeps its picture, and every truncation gives no more")
  func truncation() throws {
    let tiny = TinyJPEG.progressive
    let source = Self.decorated(tiny.bytes)
    for count in stride(from: 0, through: source.count, by: 5) {
      guard let coded = try? read(Array(source.prefix(count))).coded else { continue }
      let bytes = try coded.bytes(false)
      #expect(bytes.position(of: "SECRET") == nil)
      #expect(bytes.count <= tiny.bytes.count)
    }
    let endless = Array(tiny.bytes.dropLast(2))
    #expect(try read(endless).coded?.bytes(false) == endless)
  }

  @Test("a gain map is copied without what stands beside it")
  func gainMap() throws {
    let file = try GainMapTests.file(GainMapTests.picture(), quality: 0.95)
    let source = MultiPictureTests.file(
      [(type: 0, bytes: Self.decorated(file.further))],
      after: try encode(Pixels.waves(.rgb8, width: 96, height: 64).picture()))
    let copied = try #require(UltraHDRFile(encode(read(source))))
    #expect(copied.further == file.further)
  }
}
