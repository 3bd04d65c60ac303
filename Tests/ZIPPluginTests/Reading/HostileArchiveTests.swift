import ArchiveModel
import ConverterCore
import Testing

/// Archives that say one thing in one place and another in the next.
@Suite struct HostileArchiveTests {
  typealias Entry = SyntheticArchive.Entry

  static func outcomes(_ entries: [Entry]) throws -> [OpenArchive.Outcome] {
    try OpenArchive(SyntheticArchive(entries).bytes).outcomes()
  }

  /// All entries are the same bytes, under different names.
  @Test func fullOverlap() throws {
    var archive = SyntheticArchive([Entry(deflated: "a", Array(repeating: 0, count: 1000))])
    for name in ["b", "c"] {
      var further = archive.entries[0]
      further.central.name = Array(name.utf8)
      further.offset = 0
      further.data = []
      archive.entries.append(further)
    }
    // The builder writes the further local headers, too, but the directory does not lead to them.
    let opened = try OpenArchive(archive.bytes)
    #expect(opened.entries.map { $0.fault?.code } == [.unsafeEntry, .unsafeEntry, .unsafeEntry])
    #expect(try opened.outcomes() == Array(repeating: .failure(.unsafeEntry), count: 3))
  }

  /// David Fifield's construction: stored blocks of deflate quote the next local header, so that one kernel
  /// belongs to all entries.
  @Test func quotedOverlap() throws {
    let kernel = deflate(Array(repeating: 65, count: 5000))
    let content = Array(repeating: UInt8(65), count: 5000)
    var last = SyntheticArchive.Header(name: Array("c".utf8))
    (last.method, last.checksum, last.compressed, last.size) = (8, crc(content), kernel.count, 5000)
    var data = kernel
    var inner = SyntheticArchive.local(last) + data
    var contents = content
    var headers = [(last, 0)]
    for name in ["b", "a"] {
      let quoted = inner.prefix(inner.count - data.count)
      let block = [0x00] + little(quoted.count, 2) + little(~quoted.count, 2) + quoted
      data = block + data
      contents = quoted + contents
      var header = SyntheticArchive.Header(name: Array(name.utf8))
      (header.method, header.checksum) = (8, crc(contents))
      (header.compressed, header.size) = (data.count, contents.count)
      inner = SyntheticArchive.local(header) + data
      headers = [(header, 0)] + headers.map { ($0.0, $0.1) }
    }
    // The first entry is all of the file; the others begin within it.
    var archive = SyntheticArchive([
      Entry(Array("a".utf8), data: data, method: 8, content: contents)
    ])
    #expect(try OpenArchive(archive.bytes).outcomes() == [.content(contents)])
    var offset = 0
    for (header, _) in headers.dropFirst() {
      offset += 31 + 5
      var further = Entry(header.name, data: [], method: 8, content: [])
      further.central = header
      further.offset = offset
      archive.entries.append(further)
    }
    let bytes = archive.bytes
    #expect(Array(bytes[36..<40]) == [0x50, 0x4B, 3, 4])
    let opened = try OpenArchive(bytes)
    #expect(try opened.outcomes() == Array(repeating: .failure(.unsafeEntry), count: 3))
    #expect(opened.entries[0].fault?.message.hasPrefix("a: the entry shares bytes") == true)
  }

  @Test func entryThatReachesIntoTheDirectory() throws {
    var entry = Entry("a", "hello")
    (entry.local.compressed, entry.central.compressed) = (6, 6)
    (entry.local.size, entry.central.size) = (6, 6)
    #expect(try Self.outcomes([entry]) == [.failure(.unsafeEntry)])
  }

  @Test func aLongerLocalHeaderThatReachesIntoTheNextEntry() throws {
    var entry = Entry("a", "hello")
    let next = Entry("b", "other")
    entry.local.extra = field(0x9999, [1, 2, 3])
    // Without its extra field in the directory, only the local header tells.
    let good = try Self.outcomes([entry, next])
    #expect(good == [.text("hello"), .text("other")])
    var archive = SyntheticArchive([entry, next])
    archive.entries[0].data = []
    archive.entries[1].offset = 30 + 1 + 5
    #expect(try OpenArchive(archive.bytes).outcomes()[0] == .failure(.unsafeEntry))
  }

  @Test func recordsThatAreRepeatedCountOnce() throws {
    var archive = SyntheticArchive([Entry("a", "hello"), Entry("b", "x")])
    let whole = archive.bytes
    let directory = SyntheticArchive.central(archive.entries[0], offset: 0)
    archive.between = directory
    archive.count = 3
    archive.directoryByteCount =
      2 * directory.count + SyntheticArchive.central(archive.entries[1], offset: 0).count
    #expect(archive.bytes.count == whole.count + directory.count)
    let opened = try OpenArchive(archive.bytes)
    #expect(opened.names == ["a", "b"])
    #expect(try opened.outcomes() == [.text("hello"), .text("x")])
    #expect(opened.entries.map(\.index) == [0, 1])
    #expect(opened.context.warnings == ["the directory lists an entry twice: a"])
  }

  @Test func emptyEntriesOverlapNothing() throws {
    let entries = [Entry("a/"), Entry("b"), Entry("c/"), Entry("d", "x"), Entry("e")]
    let opened = try OpenArchive(SyntheticArchive(entries).bytes)
    #expect(try opened.outcomes() == [.text(""), .text(""), .text(""), .text("x"), .text("")])
  }

  @Test func entriesInAnotherOrderThanTheDirectory() throws {
    let (a, b) = (Entry("a", "1"), Entry("b", "2"))
    var (first, second) = (b, a)
    (first.local, first.data, first.offset) = (a.local, a.data, 32)
    (second.local, second.data, second.offset) = (b.local, b.data, 0)
    let opened = try OpenArchive(SyntheticArchive([first, second]).bytes)
    #expect(opened.names == ["b", "a"])
    #expect(try opened.outcomes() == [.text("2"), .text("1")])
  }

  /// A change of the local header, and what is said of it.
  struct Difference: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: ConversionError.Code
    let change: @Sendable (inout SyntheticArchive.Header) -> Void
  }

  @Test(arguments: [
    Difference(testDescription: "name", code: .unsafeEntry) { $0.name = Array("b".utf8) },
    Difference(testDescription: "longer name", code: .unsafeEntry) { $0.name = Array("aa".utf8) },
    Difference(testDescription: "method", code: .unsafeEntry) { $0.method = 8 },
    Difference(testDescription: "encryption", code: .unsafeEntry) { $0.flags |= 1 },
    Difference(testDescription: "checksum", code: .damagedInput) { $0.checksum ^= 1 },
    Difference(testDescription: "compressed size", code: .damagedInput) { $0.compressed = 4 },
    Difference(testDescription: "size", code: .damagedInput) { $0.size = 6 },
    Difference(testDescription: "no size", code: .damagedInput) { $0.size = 0 },
    Difference(testDescription: "size in an absent ZIP64 field", code: .damagedInput) {
      $0.size = 0xFFFF_FFFF
    },
  ])
  func localHeaderThatDiffersFromTheDirectory(difference: Difference) throws {
    var entry = Entry("a", "hello")
    difference.change(&entry.local)
    let outcomes = try Self.outcomes([entry, Entry("z", "good")])
    #expect(outcomes == [.failure(difference.code), .text("good")])
  }

  @Test func differencesThatAreNone() throws {
    var slashes = Entry("a\\b", "1")
    slashes.local.name = Array("a/b".utf8)
    var extra = Entry("c", "2")
    extra.local.extra = field(0x5455, [1, 2, 3, 4, 5])
    var time = Entry("d", "3")
    time.local.time = 0
    #expect(try Self.outcomes([slashes, extra, time]) == [.text("1"), .text("2"), .text("3")])
  }

  @Test(arguments: [true, false], [true, false])
  func dataDescriptors(signature: Bool, large: Bool) throws {
    let outcomes = try Self.outcomes([
      Entry("a", "stored").withDescriptor(signature: signature, large: large),
      Entry(deflated: "b", Array("deflated".utf8)).withDescriptor(
        signature: signature, large: large),
      Entry("c"),
    ])
    #expect(outcomes == [.text("stored"), .text("deflated"), .text("")])
  }

  @Test func descriptorFlagDoesNotExcuseOtherSizes() throws {
    var entry = Entry("a", "hello").withDescriptor()
    entry.local.size = 17
    #expect(try Self.outcomes([entry]) == [.failure(.damagedInput)])
  }

  /// Sizes and checksums that both headers agree on, but not the content.
  @Test(arguments: [
    ("too short", 299, 0), ("too long", 301, 0), ("nothing", 0, 0), ("checksum", 300, 1),
    ("more than deflate can give", 1 << 31, 0),
  ])
  func contentsThatAreNotWhatTheySay(what: String, size: Int, checksum: Int) throws {
    var entry = Entry(deflated: "a", Array(repeating: 66, count: 300))
    (entry.local.size, entry.central.size) = (size, size)
    entry.local.checksum ^= checksum
    entry.central.checksum ^= checksum
    let archive = try OpenArchive(SyntheticArchive([entry]).bytes)
    let error = #expect(throws: ConversionError.self) { try archive.content(0) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.hasPrefix("a: ") == true)
  }

  @Test func eachMistakeHasItsOwnWords() throws {
    func message(_ change: (inout Entry) -> Void) throws -> String? {
      var entry = Entry(deflated: "a", Array(repeating: 66, count: 300))
      change(&entry)
      let archive = try OpenArchive(SyntheticArchive([entry, Entry("z")]).bytes)
      return #expect(throws: ConversionError.self) { try archive.content(0) }?.message
    }
    func sizes(_ size: Int) -> (inout Entry) -> Void {
      { ($0.local.size, $0.central.size) = (size, size) }
    }
    let messages = [
      try message(sizes(299)), try message(sizes(301)),
      try message { entry in (entry.local.checksum, entry.central.checksum) = (7, 7) },
      try message { $0.data[0] |= 6 },
      try message { entry in
        entry.data.append(0)
        (entry.local.compressed, entry.central.compressed) = (entry.data.count, entry.data.count)
      },
      try message { $0.local.compressed -= 1 },
    ]
    #expect(messages.allSatisfy { $0 != nil })
    #expect(Set(messages.map { $0 ?? "" }).count == messages.count)
  }

  @Test func storedContentOfAnotherSize() throws {
    var entry = Entry("a", "hello")
    (entry.local.size, entry.central.size) = (4, 4)
    #expect(try Self.outcomes([entry]) == [.failure(.damagedInput)])
  }

  @Test func emptyContentThatIsSaidToBeDeflated() throws {
    let entry = Entry(Array("a".utf8), data: [], method: 8, content: [])
    #expect(try Self.outcomes([entry]) == [.text("")])
  }

  @Test(arguments: [
    (2, "reduce"), (5, "reduce"), (97, "method 97"), (10, "method 10"), (18, "method 18"),
  ])
  func otherMethodsAreRefusedByName(method: Int, word: String) throws {
    let entry = Entry(Array("a".utf8), data: [1, 2, 3], method: method, content: [1, 2, 3, 4])
    let archive = try OpenArchive(SyntheticArchive([entry]).bytes)
    #expect(archive.entries[0].method == word)
    let error = #expect(throws: ConversionError.self) { try archive.content(0) }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains(word) == true)
  }

  @Test(arguments: [1 | 1 << 6, 1 | 1 << 13])
  func strongEncryptionIsRefused(flags: Int) throws {
    let entry = Entry("a", "hello", flags: flags)
    #expect(try Self.outcomes([entry]) == [.failure(.unsupportedContent)])
  }

  @Test func entriesOfAnotherDisk() throws {
    var entry = Entry("a", "hello")
    entry.disk = 1
    #expect(try Self.outcomes([entry]) == [.failure(.unsupportedContent)])
  }

  @Test func namesInMessagesHaveNoPower() throws {
    let entry = Entry(Array("\u{1B}[2J\n".utf8), data: [], method: 97, content: [])
    let archive = try OpenArchive(SyntheticArchive([entry]).bytes)
    let error = #expect(throws: ConversionError.self) { try archive.content(0) }
    #expect(error?.message.hasPrefix("\\u{1B}[2J\\n: ") == true)
  }
}
