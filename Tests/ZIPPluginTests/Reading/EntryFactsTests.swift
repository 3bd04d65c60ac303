import ArchiveModel
import ConverterCore
import Testing

/// Names, kinds, permissions, times and comments.
@Suite struct EntryFactsTests {
  typealias Entry = SyntheticArchive.Entry

  static func entries(_ entries: [Entry], encoding: String? = nil) throws -> OpenArchive {
    try OpenArchive(SyntheticArchive(entries).bytes, encoding: encoding)
  }

  private func named(_ name: String, host: Int = 3, flags: Int = 0) -> Entry {
    var entry = Entry(name, flags: flags)
    entry.host = host
    return entry
  }

  @Test func slashesAtTheEndAreFolders() throws {
    let opened = try Self.entries([named("a/"), named("a/b//"), named("c"), named("/")])
    #expect(opened.names == ["a", "a/b", "c", "/"])
    var directory = named("d/")
    directory.attributes = 0o040755 << 16
    var plain = named("e/")
    plain.attributes = 0
    let others = try Self.entries([directory, plain])
    #expect(others.entries.map(\.kind) == [.folder, .folder])
    #expect(others.entries.map(\.permissions) == [0o755, nil])
  }

  @Test(arguments: [
    ("a\\b", 0, "a/b"), ("a\\b", 10, "a/b"), ("a\\b", 14, "a/b"), ("a\\b", 3, "a\\b"),
    ("a\\b", 19, "a\\b"), ("..\\..\\x", 3, "../../x"), ("a\\..\\x", 3, "a/../x"),
    ("a/..\\x", 3, "a/../x"), ("a\\..b", 3, "a\\..b"), ("a\\", 0, "a"),
  ])
  func backslashes(name: String, host: Int, path: String) throws {
    let opened = try Self.entries([named(name, host: host), named("x/y")])
    #expect(opened.names[0] == path)
  }

  @Test func backslashesWithoutAnySlash() throws {
    let opened = try Self.entries([named("a\\b"), named("a\\c")])
    #expect(opened.names == ["a/b", "a/c"])
  }

  @Test func declaredNamesAreComposed() throws {
    let opened = try Self.entries([named("Beno\u{69}\u{302}t", flags: 1 << 11)])
    #expect(opened.entries[0].path.bytes == Array("Beno\u{EE}t".utf8))
  }

  @Test func declaredNamesThatAreNotUTF8StayAsTheyAre() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    let entry = Entry(name, data: [], method: 0, content: [], flags: 1 << 11)
    #expect(try Self.entries([entry]).entries[0].path.bytes == name)
  }

  @Test func theUnicodeFieldMustBeOfTheSameName() throws {
    let raw: [UInt8] = [0x8E, 0x2E, 0x74]
    for (checksum, expected) in [(crc(raw), "Ж.t"), (crc([1]), "\u{C4}.t")] {
      var entry = Entry(raw, data: [], method: 0, content: [])
      entry.central.extra = field(0x7075, [1] + little(checksum, 4) + Array("Ж.t".utf8))
      let opened = try Self.entries([entry], encoding: "CP437")
      #expect(opened.names == [expected])
    }
  }

  /// Some archivers write what ASCII cannot hold as question marks.
  @Test(arguments: [
    ("????.txt", 0, "тест.txt"), ("????.txt", 1 << 11, "????.txt"), ("a.txt", 0, "b.txt"),
  ])
  func theUnicodeFieldBesideASCII(name: String, flags: Int, expected: String) throws {
    var entry = Entry(name, flags: flags)
    let text = expected == name ? "тест.txt" : expected
    entry.central.extra = field(
      0x7075, [1] + little(crc(Array(name.utf8)), 4) + Array(text.utf8))
    #expect(try Self.entries([entry]).names == [expected])
  }

  @Test func aUnicodeFieldThatIsNotUTF8IsNone() throws {
    var entry = Entry("????")
    entry.central.extra = field(0x7075, [1] + little(crc(Array("????".utf8)), 4) + [0xFF, 0xFE])
    #expect(try Self.entries([entry]).names == ["????"])
  }

  @Test(arguments: [(true, "Grüße"), (false, "Gr??e")])
  func theUnicodeComment(isOfIt: Bool, expected: String) throws {
    var entry = Entry("a")
    entry.comment = Array("Gr??e".utf8)
    let checksum = crc(isOfIt ? entry.comment : [1])
    entry.central.extra = field(0x6375, [1] + little(checksum, 4) + Array("Grüße".utf8))
    #expect(try Self.entries([entry]).entries[0].comment == expected)
  }

  @Test(arguments: [
    (3, 0o100644, ArchiveModel.Entry.Kind.file, 0o644), (3, 0o104755, .file, 0o4755),
    (3, 0o120777, .link, 0o777),
    (3, 0o020600, .device, 0o600), (3, 0o060600, .device, 0o600), (3, 0o140600, .device, 0o600),
    (3, 0o010600, .file, 0o600), (3, 0o040700, .folder, 0o700), (19, 0o120755, .link, 0o755),
  ])
  func unixModes(host: Int, mode: Int, kind: ArchiveModel.Entry.Kind, permissions: Int) throws {
    var entry = Entry("a")
    (entry.host, entry.attributes) = (host, mode << 16)
    let read = try Self.entries([entry]).entries[0]
    #expect(read.kind == kind)
    #expect(read.permissions == UInt16(permissions))
  }

  @Test(arguments: [(0, nil), (1, 0o444), (0x20, nil)] as [(Int, UInt16?)])
  func dosAttributes(attributes: Int, permissions: UInt16?) throws {
    var entry = Entry("a")
    // Modes that are not those of the host mean nothing.
    (entry.host, entry.attributes) = (0, attributes | 0o120777 << 16)
    let read = try Self.entries([entry]).entries[0]
    #expect(read.kind == .file)
    #expect(read.permissions == permissions)
    entry.attributes = 0x10
    #expect(try Self.entries([entry]).entries[0].kind == .folder)
  }

  @Test(arguments: [
    (0x0021_0000, 315_532_800), (0x5821_0000, 1_704_067_200), (0xFF9F_BF7D, 4_354_819_198),
    (0x2851_0000, 950_745_600), (0x285D_0000, 951_782_400),
    (0x5821_BF7D, 1_704_067_200 + 86398),
  ])
  func dosTimes(time: Int, seconds: Int) throws {
    var entry = Entry("a")
    entry.central.time = time
    let modified = try Self.entries([entry]).entries[0].modified
    #expect(modified == Timestamp(seconds: seconds, isWallClock: true))
  }

  @Test(arguments: [
    0, 0x5801_0000, 0x5820_0000, 0x59A1_0000, 0x585E_0000, 0x5821_C000, 0x5821_0780, 0x5821_001E,
    0x5621_001F,
  ])
  func timesThatNoCalendarHas(time: Int) throws {
    var entry = Entry("a")
    entry.central.time = time
    let modified = try Self.entries([entry]).entries[0].modified
    #expect(modified == nil)
  }

  @Test func betterTimes() throws {
    let extended = field(0x5455, [1] + little(1_700_000_001, 4))
    let old = field(0x5855, little(1, 4) + little(1_600_000_000, 4))
    let ticks = (1_700_000_002 + 11_644_473_600) * 10_000_000 + 1_234_567
    let ntfs = field(
      0x000A, little(0, 4) + field(1, little(ticks, 8) + little(0, 8) + little(0, 8)))
    for (extra, expected) in [
      (extended, Timestamp(seconds: 1_700_000_001)), (old, Timestamp(seconds: 1_600_000_000)),
      (old + extended, Timestamp(seconds: 1_700_000_001)),
      (extended + ntfs + old, Timestamp(seconds: 1_700_000_002, nanoseconds: 123_456_700)),
      (field(0x5455, [1] + little(-1, 4)), Timestamp(seconds: -1)),
      (field(0x5455, [2] + little(7, 4)), Timestamp(seconds: 1_704_067_200, isWallClock: true)),
      (field(0x5455, [1, 2]), Timestamp(seconds: 1_704_067_200, isWallClock: true)),
      (Array(extended.dropLast()), Timestamp(seconds: 1_704_067_200, isWallClock: true)),
      (
        field(0x000A, little(0, 4) + field(1, [UInt8](repeating: 255, count: 24))),
        Timestamp(seconds: 1_704_067_200, isWallClock: true)
      ),
    ] {
      var entry = Entry("a")
      entry.central.extra = extra
      #expect(try Self.entries([entry]).entries[0].modified == expected)
    }
  }

  @Test func comments() throws {
    var entry = Entry("a")
    entry.comment = Array("Größe".utf8)
    #expect(try Self.entries([entry]).entries[0].comment == "Größe")
    #expect(try Self.entries([Entry("a")]).entries[0].comment == nil)
  }

  @Test func factsOfAnEntry() throws {
    let entry = try Self.entries([Entry(deflated: "a", Array(repeating: 1, count: 5000))]).entries[
      0]
    #expect(entry.index == 0)
    #expect(entry.byteCount == 5000)
    #expect(entry.compressedByteCount == deflate(Array(repeating: 1, count: 5000)).count)
    #expect(entry.method == "deflate")
    #expect(!entry.isEncrypted)
    #expect(entry.linkTarget == nil)
    #expect(entry.fault == nil)
  }

  @Test func sizesInAZIP64Field() throws {
    var entry = Entry("a", "hello")
    (entry.central.size, entry.central.compressed) = (0xFFFF_FFFF, 0xFFFF_FFFF)
    entry.central.extra = field(1, little(5, 8) + little(5, 8))
    entry.local.size = 0xFFFF_FFFF
    entry.local.compressed = 0xFFFF_FFFF
    entry.local.extra = entry.central.extra
    let good = try Self.entries([entry])
    #expect(good.entries[0].byteCount == 5)
    #expect(try good.outcomes() == [.text("hello")])
    for numbers in [
      little(-1, 8) + little(5, 8), little(5, 8), little(Int.max, 8) + little(Int.max, 8),
    ] {
      entry.central.extra = field(1, numbers)
      let bad = try Self.entries([entry, Entry("b", "2")])
      guard case .failure = try bad.outcomes()[0] else {
        Issue.record("\(numbers) gives content")
        continue
      }
      #expect(try bad.outcomes()[1] == .text("2"))
    }
  }
}
