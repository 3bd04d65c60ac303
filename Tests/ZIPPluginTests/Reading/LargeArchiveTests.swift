import ArchiveModel
import ConverterCore
import Testing

/// Archives of more than 4 GB, of which only a few bytes exist.
@Suite struct LargeArchiveTests {
  /// A file of zeros with some bytes in it.
  struct SparseFile: RandomAccessContent {
    let byteCount: Int
    let parts: [(offset: Int, bytes: [UInt8])]

    func read(
      at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ConversionError) -> Int {
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      for part in parts {
        let start = max(offset, part.offset)
        let end = min(offset + buffer.count, part.offset + part.bytes.count)
        guard start < end else { continue }
        for place in start..<end { buffer[place - offset] = part.bytes[place - part.offset] }
      }
      return buffer.count
    }
  }

  private static let four = 1 << 32

  /// - Parameter entries: each with the place of its header.
  private func open(
    _ entries: [(SyntheticArchive.Entry, Int)], directory: Int, zip64: Bool
  ) throws -> OpenArchive {
    var tail = SyntheticArchive()
    tail.count = entries.count
    tail.isZIP64 = zip64
    var records: [UInt8] = []
    var parts: [(offset: Int, bytes: [UInt8])] = []
    for (entry, offset) in entries {
      var entry = entry
      if zip64 && offset >= Self.four {
        entry.central.extra += field(1, little(offset, 8))
        records += SyntheticArchive.central(entry, offset: 0xFFFF_FFFF)
      } else {
        records += SyntheticArchive.central(entry, offset: offset)
      }
      parts.append((offset, SyntheticArchive.local(entry.local) + entry.data))
    }
    tail.directoryOffset = directory
    tail.directoryByteCount = records.count
    tail.zip64Offset = directory + records.count
    parts.append((directory, records + tail.bytes))
    let file = SparseFile(byteCount: directory + records.count + tail.bytes.count, parts: parts)
    return try OpenArchive(InputFile(content: file, name: nil))
  }

  @Test func zip64Offsets() throws {
    let archive = try open(
      [
        (.init("a", "1"), 0), (.init("b", "2"), 5 * Self.four),
        (.init("c", "3"), 7 * Self.four + 9),
      ],
      directory: 8 * Self.four, zip64: true)
    #expect(try archive.outcomes() == [.text("1"), .text("2"), .text("3")])
  }

  /// Apple's archiver has no ZIP64; everything counts modulo 2³².
  @Test func offsetsThatWrapAround() throws {
    let archive = try open(
      [
        (.init("a", "1"), 0), (.init("b", "2"), Self.four - 100), (.init("c", "3"), Self.four + 50),
        (.init("d", "4"), Self.four + 500),
      ], directory: Self.four + 1000, zip64: false)
    #expect(try archive.outcomes() == [.text("1"), .text("2"), .text("3"), .text("4")])
  }

  /// An entry of over 4 GB hides a turn of the offsets, its sizes a turn of theirs.
  @Test func entriesThatAreLongerThanATurn() throws {
    var large = SyntheticArchive.Entry("large", "")
    let size = Self.four + 300
    (large.local.size, large.local.compressed) = (300, 300)
    (large.central.size, large.central.compressed) = (300, 300)
    let archive = try open(
      [(.init("a", "1"), 0), (large, 100), (.init("c", "3"), 100 + 35 + size)],
      directory: 100 + 35 + size + 32, zip64: false)
    #expect(archive.entries.map(\.byteCount) == [1, size, 1])
    #expect(archive.entries.map(\.compressedByteCount) == [1, size, 1])
    #expect(archive.entries.allSatisfy { $0.fault == nil })
    #expect(try archive.content(0) == Array("1".utf8))
    #expect(try archive.content(2) == Array("3".utf8))
  }

  @Test func hugeNumbersOfEntriesThatAreNotThere() throws {
    for offset in [Int.max, Int.max - 10, 1 << 62, Self.four * 9] {
      var entry = SyntheticArchive.Entry("a", "1")
      entry.central.extra = field(1, little(offset, 8))
      entry.offset = 0xFFFF_FFFF
      let archive = try OpenArchive(SyntheticArchive([entry, .init("b", "2")]).bytes)
      #expect(try archive.outcomes() == [.failure(.unsafeEntry), .text("2")])
    }
  }
}
