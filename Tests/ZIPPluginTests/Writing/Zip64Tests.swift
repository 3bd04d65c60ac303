import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Numbers that need 64 bits")
struct Zip64Tests {
  @Test(.enabled(if: Peer.present.contains(.python3)), arguments: [65_534, 65_535])
  func entries(count: Int) throws {
    var archive = MemoryArchive()
    for index in 0..<count { archive.add("\(index)") }
    let bytes = try Writing()(archive.archive(.directory)).bytes
    // The locator stands right before the end.
    let locator = bytes.suffix(42).prefix(4)
    #expect(locator.elementsEqual([0x50, 0x4B, 6, 7]) == (count >= 65_535))
    #expect(try ListedEntry.list(bytes).count == count)
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func sizes() throws {
    let count = 4 << 30 + 12_345
    var archive = MemoryArchive()
    archive.add("zeros", .zeros(count))
    archive.add("behind", text: "it")
    var writing = Writing(settings: ["level": "1"])
    writing.limits.ratio = 10_000
    let bytes = try writing(archive.archive(.directory)).bytes
    #expect(bytes.count < 32 << 20)
    let list = try ListedEntry.list(bytes)
    #expect(list.map(\.size) == [count, 2])
    #expect(list.map(\.version) == [45, 10])
  }

  /// Local headers say "long" before a size is known, the central directory only where it is.
  @Test(.enabled(if: Peer.present.contains(.python3)), arguments: Peer.present)
  func unknownSizesThatTurnOutSmall(peer: Peer) throws {
    var archive = MemoryArchive()
    archive.add("a", .bytes(prose(1_500_000)))
    archive.add("b", .bytes(prose(1_600_000)))
    let bytes = try Writing()(archive.archive(.unknownSizes)).bytes
    let folder = try #require(try peer.unpack(bytes))
    #expect(try folder.bytes("a") == prose(1_500_000))
    #expect(try folder.bytes("b") == prose(1_600_000))
  }

  @Test func fieldsThatDoNotFitStandInTheirOrder() {
    var record = EntryRecord(name: [0x61], mode: 0o100644)
    record.content.byteCount = 0x1_0000_0001
    record.compressedByteCount = 7
    record.offset = 0xFFFF_FFFF
    let bytes = record.centralRecord
    let sizes: [UInt8] = [7, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    let zip64: [UInt8] =
      [1, 0, 16, 0] + [1, 0, 0, 0, 1, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    #expect(Array(bytes[20..<28]) == sizes)
    #expect(Array(bytes[42..<46]) == [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Array(bytes[47...]) == zip64)
  }

  @Test func anOffsetBeyond4GiB() {
    var directory = WrittenDirectory()
    directory.add(EntryRecord(name: [0x61], mode: 0o100644))
    let offset = 5 << 30
    let bytes = directory.closed(at: offset, comment: [])
    let end = Array(bytes.suffix(22))
    #expect(Array(end[12..<20]) == [47, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
    let locator = Array(bytes.suffix(42).prefix(20))
    #expect(locator == [0x50, 0x4B, 6, 7, 0, 0, 0, 0, 47, 0, 0, 0x40, 1, 0, 0, 0, 1, 0, 0, 0])
    #expect(bytes.count == 47 + 56 + 20 + 22)
  }
}
