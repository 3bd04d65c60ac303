import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Methods that no library decodes: what our writers make is what other programs read, and so do we.
@Suite struct EarlyMethodTests {
  typealias Entry = SyntheticArchive.Entry

  /// Words, runs, every byte, and more strings than a table of shrink has room for.
  static let contents: [[UInt8]] = {
    var random = Xorshift(state: 5)
    let words = (0..<40).map { _ in random.bytes(Int(random.next() % 7) + 1).map { $0 & 31 | 96 } }
    let text = (0..<3000).flatMap { _ in words[Int(random.next() % 40)] + [32] }
    let bytes = Array(UInt8.min...UInt8.max) + [144, 144, 144, 0, 144]
    return [
      Array("hello".utf8), [144], bytes, [UInt8](repeating: 97, count: 3000), text,
      random.bytes(20_000) + random.bytes(9000).map { $0 & 3 },
    ]
  }()

  private static func entry(_ writer: EarlyWriter, _ content: [UInt8]) -> Entry {
    Entry(
      Array("a".utf8), data: writer.compressed(content), method: writer.method, content: content,
      flags: writer.flags)
  }

  @Test(arguments: EarlyWriter.allCases, contents.indices)
  func isRead(writer: EarlyWriter, index: Int) throws {
    // Matches are looked for one by one: what fills the table of shrink takes long.
    let content =
      writer == .shrink ? Self.contents[index] : Array(Self.contents[index].suffix(4000))
    let archive = SyntheticArchive([Self.entry(writer, content)]).bytes
    #expect(try OpenArchive(archive).outcomes() == [.content(content)])
    for peer in [Peer.unzip, .sevenZip] where Peer.present.contains(peer) {
      let folder = try #require(try peer.unpack(archive), "\(peer)")
      #expect(try folder.bytes("a") == content, "\(peer)")
    }
  }

  @Test(arguments: EarlyWriter.allCases) func isRefusedWhereverItIsCut(writer: EarlyWriter) throws {
    let content = Array(Self.contents[4].prefix(400))
    let whole = Self.entry(writer, content)
    for count in whole.data.indices {
      var entry = whole
      entry.data = Array(whole.data.prefix(count))
      (entry.local.compressed, entry.central.compressed) = (count, count)
      let outcome = try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()
      #expect(outcome == [.failure(.damagedInput)], "\(count)")
    }
  }

  @Test(arguments: EarlyWriter.allCases) func isCheckedWhereverItIsChanged(writer: EarlyWriter)
    throws
  {
    let content = Array(Self.contents[4].prefix(400))
    let whole = Self.entry(writer, content)
    for place in whole.data.indices {
      var entry = whole
      entry.data[place] ^= 0x55
      let outcome = try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()
      #expect(
        outcome == [.failure(.damagedInput)] || outcome == [.content(content)], "\(place)")
    }
  }

  /// A size that is a lie costs no memory.
  @Test(arguments: EarlyWriter.allCases) func memoryIsLimited(writer: EarlyWriter) throws {
    var entry = Self.entry(writer, Array("hello".utf8))
    (entry.local.size, entry.central.size) = (0xFFFF_FFF0, 0xFFFF_FFF0)
    var limits = Limits.standard
    limits.memory = 1 << 20
    let archive = try OpenArchive(SyntheticArchive([entry]).bytes, limits: limits)
    #expect(try archive.outcomes() == [.failure(.limitExceeded)])
  }
}
