import ArchiveModel
import ConverterCore
import Testing

/// Where the directory is, and where it only seems to be.
@Suite struct DirectoryEndTests {
  typealias Entry = SyntheticArchive.Entry

  static let archive = SyntheticArchive([Entry("a", "hello"), Entry("b", "world")])

  private func expectGood(_ archive: SyntheticArchive) throws {
    let opened = try OpenArchive(archive.bytes)
    #expect(opened.names == ["a", "b"])
    #expect(try opened.outcomes() == [.text("hello"), .text("world")])
  }

  private func expectRefusal(
    _ archive: SyntheticArchive, _ code: ConversionError.Code = .damagedInput
  ) {
    let error = #expect(throws: ConversionError.self) { try OpenArchive(archive.bytes) }
    #expect(error?.code == code)
  }

  @Test(arguments: [0, 1, 21, 22, 1000, 65535])
  func comments(count: Int) throws {
    var archive = Self.archive
    archive.comment = Array(repeating: 0x63, count: count)
    try expectGood(archive)
    let comment = try OpenArchive(archive.bytes).archive.comment
    #expect(comment == (count == 0 ? nil : String(repeating: "c", count: count)))
  }

  @Test func aSignatureInTheComment() throws {
    var archive = Self.archive
    for rest in [0, 18, 30] {
      archive.comment = Array("see PK\u{5}\u{6}".utf8) + [UInt8](repeating: 7, count: rest)
      try expectGood(archive)
    }
  }

  @Test func anArchiveInTheComment() {
    var archive = Self.archive
    archive.comment = SyntheticArchive([Entry("evil", "x")]).bytes
    expectRefusal(archive, .unsafeEntry)
    archive.comment = SyntheticArchive().bytes
    expectRefusal(archive, .unsafeEntry)
  }

  @Test(arguments: [false, true])
  func bytesBefore(zip64: Bool) throws {
    var archive = Self.archive
    archive.isZIP64 = zip64
    archive.prefix = Array("#!/bin/sh\nexit\n".utf8)
    try expectGood(archive)
    archive.prefix = [UInt8](repeating: 0x50, count: 100_000)
    try expectGood(archive)
  }

  /// A self-extractor whose offsets count from the beginning of the file.
  @Test(arguments: [false, true])
  func bytesBeforeThatAreCounted(zip64: Bool) throws {
    let prefix = [UInt8](repeating: 0x4D, count: 500)
    var archive = Self.archive
    archive.isZIP64 = zip64
    archive.prefix = prefix
    archive.entries[0].offset = 500
    archive.entries[1].offset = 500 + 36
    archive.directoryOffset = 500 + 72
    archive.zip64Offset = zip64 ? 500 + 72 + 94 : nil
    try expectGood(archive)
  }

  @Test func bytesBehind() throws {
    var archive = Self.archive
    archive.suffix = [UInt8](repeating: 0, count: 300)
    try expectGood(archive)
    #expect(try OpenArchive(archive.bytes).context.warnings.count == 1)
    archive.suffix = [UInt8](repeating: 0, count: 70_000)
    expectRefusal(archive)
  }

  @Test(arguments: [false, true])
  func bytesBeforeAndBehind(zip64: Bool) throws {
    var archive = Self.archive
    archive.isZIP64 = zip64
    archive.prefix = Array("#!/bin/sh\nexit\n".utf8)
    archive.suffix = [UInt8](repeating: 0, count: 300)
    try expectGood(archive)
    #expect(try OpenArchive(archive.bytes).context.warnings.count == 1)
  }

  /// A self-extractor that is cut off behind an archive that is stored in it.
  @Test func anArchiveInsideASelfExtractor() {
    let inner = Self.archive.bytes
    var outer = SyntheticArchive([
      Entry(Array("inner.zip".utf8), data: inner, method: 0, content: inner), Entry("z", "1"),
    ])
    outer.prefix = Array("#!/bin/sh\nexit\n".utf8)
    let start = outer.prefix.count + 30 + 9 + inner.count
    for count in start + 1..<start + 31 {
      let error = #expect(throws: ConversionError.self) {
        try OpenArchive(Array(outer.bytes.prefix(count)))
      }
      #expect(error?.code == .damagedInput)
    }
  }

  /// The directory ends with a name, which may look like what stands there in large archives.
  @Test(arguments: [0x0706_4b50, 0x0606_4b50, 0x0605_4b50, 0x0201_4b50])
  func signaturesInNames(signature: Int) throws {
    for count in 0...18 {
      let name = little(signature, 4) + [UInt8](repeating: 0x62, count: count)
      let archive = SyntheticArchive([
        Entry(name, data: [1], method: 0, content: [1]),
        Entry([0x61] + name, data: [2], method: 0, content: [2]),
      ])
      #expect(try OpenArchive(archive.bytes).outcomes() == [.content([1]), .content([2])])
    }
  }

  /// What a download leaves that stops behind an archive that is stored inside.
  @Test func anArchiveInsideIsNotTakenForTheWhole() {
    let inner = Self.archive.bytes
    let outer = SyntheticArchive([
      Entry(Array("inner.zip".utf8), data: inner, method: 0, content: inner), Entry("z", "1"),
    ]).bytes
    for count in 30 + 9 + inner.count..<outer.count {
      let error = #expect(throws: ConversionError.self) {
        try OpenArchive(Array(outer.prefix(count)))
      }
      #expect(error?.code == .damagedInput)
    }
  }

  @Test func zip64() throws {
    var archive = Self.archive
    archive.isZIP64 = true
    try expectGood(archive)
    archive.comment = Array("c".utf8)
    try expectGood(archive)
  }

  @Test(arguments: [Int.max, Int.max - 60, -1, -57, 1 << 62, 1 << 32])
  func zip64NumbersOfNoFile(number: Int) {
    var archive = Self.archive
    archive.isZIP64 = true
    archive.directoryOffset = number
    expectRefusal(archive)
    archive.directoryOffset = nil
    archive.directoryByteCount = number
    expectRefusal(archive)
    archive.directoryByteCount = nil
    archive.zip64Offset = number
    expectRefusal(archive)
  }

  @Test(arguments: [1, 3, 65535, 65538, Int.max, -1])
  func zip64CountsThatLie(count: Int) {
    var archive = Self.archive
    archive.isZIP64 = true
    archive.count = count
    expectRefusal(archive)
  }

  @Test(arguments: [0, 1, 3, 65535])
  func countsThatLie(count: Int) {
    var archive = Self.archive
    archive.count = count
    expectRefusal(archive)
  }

  @Test(arguments: [0, 47, 93, 95, 200, 0xFFFF_FFFF])
  func sizesThatLie(size: Int) {
    var archive = Self.archive
    archive.directoryByteCount = size
    expectRefusal(archive)
  }

  @Test(arguments: [73, 500, 0xFFFF_FFFF])
  func offsetsThatLie(offset: Int) {
    var archive = Self.archive
    archive.directoryOffset = offset
    expectRefusal(archive)
  }

  @Test func aDirectorySignature() throws {
    var archive = Self.archive
    archive.between = Array("PK\u{5}\u{5}".utf8) + [3, 0, 1, 2, 3]
    try expectGood(archive)
  }

  @Test func endsThatContradictEachOther() {
    var archive = Self.archive
    archive.isZIP64 = true
    var bytes = archive.bytes
    bytes.replaceSubrange(bytes.count - 14..<bytes.count - 10, with: [1, 0, 1, 0])
    let error = #expect(throws: ConversionError.self) { try OpenArchive(bytes) }
    #expect(error?.code == .damagedInput)
  }

  @Test(arguments: [false, true])
  func dividedArchives(zip64: Bool) {
    var archive = Self.archive
    archive.disk = 1
    archive.isZIP64 = zip64
    expectRefusal(archive, .unsupportedContent)
  }

  @Test func limits() throws {
    var limits = Limits.standard
    limits.entries = 1
    let error = #expect(throws: ConversionError.self) {
      try OpenArchive(Self.archive.bytes, limits: limits)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit entries=2") == true)
    limits.entries = 2
    limits.input = 93
    let second = #expect(throws: ConversionError.self) {
      try OpenArchive(Self.archive.bytes, limits: limits)
    }
    #expect(second?.code == .limitExceeded)
    limits.input = 94
    #expect(try OpenArchive(Self.archive.bytes, limits: limits).entries.count == 2)
  }

  @Test(arguments: [65534, 65535, 65536, 70000, 100_000])
  func manyEntries(count: Int) throws {
    // Empty files, and the directory of each; without ZIP64 the count is modulo 65,536.
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for index in 0..<count {
      let entry = Entry("folder/\(index)")
      directory += SyntheticArchive.central(entry, offset: file.count)
      file += SyntheticArchive.local(entry.local)
    }
    let size = directory.count
    let start = file.count
    file += directory + little(0x0605_4b50, 4) + little(0, 4) + little(count, 2) + little(count, 2)
    file += little(size, 4) + little(start, 4) + little(0, 2)
    let archive = try OpenArchive(file)
    #expect(archive.entries.count == count)
    #expect(archive.names[count - 1] == "folder/\(count - 1)")
    #expect(archive.entries.allSatisfy { $0.fault == nil })
    #expect(try archive.content(count / 2) == [])
  }

  @Test func nothingAtAll() throws {
    let empty = try OpenArchive(SyntheticArchive().bytes)
    #expect(empty.entries.isEmpty)
    #expect(empty.archive.format == "ZIP")
    for bytes in [[], [0x50], Array("PK\u{5}\u{6}".utf8), [UInt8](repeating: 0, count: 100)] {
      let error = #expect(throws: ConversionError.self) { try OpenArchive(bytes) }
      #expect(error?.code == .damagedInput)
    }
  }
}
