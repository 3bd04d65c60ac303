import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Entries that cannot be read")
struct FailureTests {
  private func archive(_ content: MemoryArchive.Content) -> MemoryArchive {
    var archive = MemoryArchive()
    archive.add("before", text: "before")
    archive.add("bad", content)
    archive.add("large", .bytes(prose(2_000_000)))
    archive.add("after", text: "after")
    return archive
  }

  static let damage = ConversionError(.damagedInput, "has a wrong checksum")

  @Test(arguments: MemoryArchive.Access.allCases, [0, 10, 1 << 20, 3_000_000])
  func endTheConversion(access: MemoryArchive.Access, readable: Int) {
    let archive = archive(.broken(prose(readable), Self.damage)).archive(access)
    #expect(code { _ = try Writing()(archive) } == .damagedInput)
  }

  @Test(arguments: MemoryArchive.Access.allCases, [10, 3_000_000])
  func areLeftOut(access: MemoryArchive.Access, readable: Int) throws {
    let archive = archive(.broken(prose(readable), Self.damage)).archive(access)
    for level in ["0", "6"] {
      let written = try Writing(settings: ["level": level], keepGoing: true)(archive)
      #expect(written.context.omissions.map(\.code) == [.damagedInput])
      for peer in Peer.present {
        let folder = try #require(try peer.unpack(written.bytes), "\(peer)")
        #expect(folder.names == ["after", "before", "large"])
        #expect(try folder.bytes("large") == prose(2_000_000))
      }
    }
  }

  /// Without gaps: what was written of a bad entry would be one.
  @Test func leaveNothingBehindInADirectory() throws {
    let bad = archive(.broken(prose(3_000_000), Self.damage))
    var good = bad
    good.items.remove(at: 1)
    for index in good.items.indices { good.items[index].entry.index = index }
    let written = try Writing(keepGoing: true)(bad.archive(.directory))
    #expect(written.bytes == (try Writing()(good.archive(.directory)).bytes))
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func theRestOfASequenceIsLeftOut() throws {
    var archive = archive(.bytes(prose(1_100_000)))
    archive.readableCount = 2
    #expect(code { _ = try Writing()(archive.archive(.sequence)) } == .damagedInput)
    let written = try Writing(keepGoing: true)(archive.archive(.sequence))
    #expect(written.context.omissions.map(\.code) == [.damagedInput])
    #expect(try ListedEntry.list(written.bytes).map(\.name) == ["before", "bad"])
  }

  @Test func theFirstErrorIsTold() {
    var archive = MemoryArchive()
    archive.add("slow", .broken(prose(900_000), Self.damage))
    archive.add("fast", .broken([], ConversionError(.unsupportedContent, "is odd")))
    for _ in 0..<20 {
      #expect(
        code { _ = try Writing(threads: 4)(archive.archive(.directory)) } == .damagedInput)
    }
  }

  @Test func whatGrowsIsSaid() {
    var archive = MemoryArchive()
    archive.add("log", .bytes(prose(3_000_000))) { $0.byteCount = 1000 }
    #expect(code { _ = try Writing()(archive.archive(.directory)) } == .readFailed)
  }

  @Test func whatExpandsTooMuchIsRefused() {
    var archive = MemoryArchive()
    archive.add("bomb", .zeros(100 << 20)) { $0.compressedByteCount = 1000 }
    for access in MemoryArchive.Access.allCases {
      #expect(code { _ = try Writing()(archive.archive(access)) } == .limitExceeded)
    }
  }

  @Test(arguments: MemoryArchive.Access.allCases)
  func aStoppedConversionStops(access: MemoryArchive.Access) {
    let writing = Writing()
    writing.cancellation.cancel()
    #expect(code { _ = try writing(archive(.bytes([])).archive(access)) } == .interrupted)
  }
}

@Suite("Options")
struct ZIPWriterOptionsTests {
  @Test(arguments: ["level": "10", "encryption": "zipcrypto", "reproducible": "yes"])
  func valuesOutOfRange(key: String, value: String) {
    #expect(
      code { _ = try Writing(settings: [key: value])(MemoryArchive().archive(.directory)) }
        == .usage)
  }
}
