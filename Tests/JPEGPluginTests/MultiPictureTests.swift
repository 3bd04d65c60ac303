import ConverterCore
import PictureModel
import Testing

@testable import JPEGPlugin

@Suite struct MultiPictureTests {
  /// A segment with its marker and length.
  static func segment(_ marker: JPEGMarker, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker.rawValue, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)]
      + payload
  }

  static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A file of several pictures, each with a type code of its own.
  static func file(
    _ others: [(type: Int, bytes: [UInt8])], after first: [UInt8] = TinyJPEG.yuv420.bytes
  ) -> [UInt8] {
    let entriesSize = 16 * (others.count + 1)
    // Byte order to entries: header 8, count 2, one entry 12, next 4.
    let indexSize = 26 + entriesSize
    let indexStart = 2 + 4 + 4
    let firstSize = first.count + 4 + 4 + indexSize
    var entries = number(0x03_0000) + number(firstSize) + number(0) + number(0)
    var offset = firstSize - indexStart
    for other in others {
      entries += number(other.type) + number(other.bytes.count) + number(offset) + number(0)
      offset += other.bytes.count
    }
    let index =
      Array("MM\0*".utf8) + number(8) + number(1, 2) + number(0xB002, 2) + number(7, 2)
      + number(entriesSize) + number(26) + number(0) + entries
    let segment = segment(.app2, JPEGSignature.multiPicture + index)
    return first.prefix(2) + segment + first.dropFirst(2) + others.flatMap(\.bytes)
  }

  static func withXMP(_ text: String) -> [UInt8] {
    let bytes = TinyJPEG.gray.bytes
    return bytes.prefix(2) + segment(.app1, JPEGSignature.xmp + Array(text.utf8))
      + bytes.dropFirst(2)
  }

  @Test(
    "what a further picture is for",
    arguments: [
      (0, withXMP("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\""), "gainmap", "gainmap"),
      (0, withXMP("<a>urn:com:apple:photo:2020:aux:hdrgainmap</a>"), "gainmap", "gainmap"),
      (
        0,
        TinyJPEG.gray.bytes.prefix(2)
          + segment(.app2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
          + TinyJPEG.gray.bytes.dropFirst(2), "gainmap", "gainmap"
      ),
      (0, withXMP("xmlns:d=\"http://ns.apple.com/depthData/1.0/\""), "depth", "depth"),
      (0, withXMP("other"), "image", "2"), (0, TinyJPEG.gray.bytes, "image", "2"),
      (0x02_0002, TinyJPEG.gray.bytes, "image", "2"),
      (0x4001_0001, TinyJPEG.gray.bytes, "thumbnail", nil),
    ] as [(Int, [UInt8], String, String?)])
  func kinds(_ type: Int, _ other: [UInt8], _ kind: String, _ sibling: String?) throws {
    let picture = try read(Self.file([(type, other)]))
    #expect(picture.facts.companions.map(\.kind.rawValue) == [kind])
    #expect(picture.facts.companions.first?.width == TinyJPEG.width)
    #expect(picture.siblings.map(\.name) == [sibling].compactMap { $0 })
    for sibling in picture.siblings {
      let pixels = try Pixels(sibling.open().open(PixelDemand([.gray8])))
      #expect(pixels.digest == TinyJPEG.gray.digest)
    }
    #expect(try decode(Self.file([(type, other)]), as: .rgb8).digest == TinyJPEG.yuv420.digest)
  }

  @Test("several further pictures are numbered from 2")
  func several() throws {
    let others = [TinyJPEG.yuv422, .progressive, .yuv444].map { (type: 0x02_0003, bytes: $0.bytes) }
    let picture = try read(Self.file(others))
    #expect(picture.siblings.map(\.name) == ["2", "3", "4"])
    let codings = try picture.siblings.map { try $0.open().facts.coding }
    #expect(codings == ["baseline, 4:2:2", "progressive, 4:2:0", "baseline, 4:4:4"])
  }

  @Test("an index that points nowhere is a warning, one that points at nonsense is nothing")
  func broken() throws {
    let whole = Self.file([(0, TinyJPEG.gray.bytes)])
    let context = context()
    let cut = Array(whole.dropLast(TinyJPEG.gray.bytes.count))
    #expect(try read(cut, in: context).siblings.isEmpty)
    #expect(context.warnings.count == 1)
    let nonsense = try read(Self.file([(0, MetadataTests.noise(500))]))
    #expect(nonsense.siblings.isEmpty && nonsense.facts.companions.isEmpty)
    for index in [[], Array("MM\0*".utf8), Array("MM\0*".utf8) + [255, 255, 255, 255]] as [[UInt8]]
    {
      #expect(MultiPictureIndex(index, at: 0, end: 100) == nil)
    }
  }

  @Test("a hostile index does not multiply work")
  func hostile() throws {
    let others = Array(repeating: (type: 0, bytes: [] as [UInt8]), count: 3000)
    #expect(try read(Self.file(others)).siblings.isEmpty)
    let many = Array(repeating: (type: 0, bytes: TinyJPEG.gray.bytes), count: 300)
    let context = context()
    #expect(try read(Self.file(many), in: context).siblings.count == 100)
    #expect(context.warnings.count == 1)
    #expect(context.warnings.first?.contains("200 more pictures") == true)
  }

  @Test("no two further pictures have the same name")
  func names() throws {
    let gainMap = Self.withXMP("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"")
    let others = [gainMap, TinyJPEG.gray.bytes, gainMap].map { (type: 0, bytes: $0) }
    #expect(try read(Self.file(others)).siblings.map(\.name) == ["gainmap", "3", "gainmap-2"])
  }
}
