import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Every archive of the corpus, as its row says.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  /// What an archive is to give: names, and contents or codes, the first few of them.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let file: String
    let entries: [(name: String, outcome: OpenArchive.Outcome)]
    var kinds: [Entry.Kind] = []
    var password: String?
    var count: Int?
    var testDescription: String { password.map { "\(file), \($0)" } ?? file }
  }

  static let expectations = [
    Expectation(file: "empty", entries: []),
    Expectation(file: "zip64-small", entries: [("-", .text("a\n"))], kinds: [.file]),
    Expectation(
      file: "attack-slash-dotdot", entries: [("/../secret.txt", .text("Test payload"))]),
    Expectation(
      file: "attack-symlink-outside", entries: [("evil_symlink", .text("/etc/hosts"))],
      kinds: [.link]),
    Expectation(
      file: "attack-zip-slip",
      entries: [
        ("good.txt", .text("this is a good one\n")),
        (String(repeating: "../", count: 40) + "tmp/evil.txt", .text("this is an evil one\n")),
      ]),
    Expectation(
      file: "attack-zip-slip-win",
      entries: [
        ("good.txt", .text("this is a good one\n")),
        (String(repeating: "../", count: 40) + "Temp/evil.txt", .text("this is an evil one\n")),
      ]),
    Expectation(
      file: "symlink", entries: [("file", .text("file\n")), ("symlink", .text("file"))],
      kinds: [.file, .link]),
    Expectation(
      file: "backslash-separators",
      entries: [
        ("arc/test", .content(Array("\u{FEFF}test\r\n".utf16).flatMap { little(Int($0), 2) }))
      ]),
    Expectation(
      file: "duplicate-names",
      entries: [("test1", .text("test1\n")), ("test1", .text("test2\n"))]),
    Expectation(
      file: "junk-prefix",
      entries: [
        ("test", .text("test\n")), ("testdir", .text("")), ("testdir/test2", .text("test\n")),
      ], kinds: [.file, .folder, .file]),
    Expectation(file: "data-descriptor", entries: [("hello.txt", .text("hello\n"))]),
    Expectation(
      file: "data-descriptor-cd-crc0",
      entries: [("-", .text("")), ("second.txt", .failure(.damagedInput))]),
    Expectation(
      file: "macosx-metadata",
      entries: [("file3", .text("abcdefg\n")), ("__MACOSX", .text(""))],
      kinds: [.file, .folder, .file],
      count: 3),
    Expectation(
      file: "method-lzma",
      entries: [
        (
          "abac-repeat.txt",
          .text("aaaaaaaaaaaaaa\r\nbbbbbbbbbbbbbb\r\naaaaaaaaaaaaaa\r\ncccccccccccccc\r\n")
        )
      ]),
    Expectation(
      file: "encrypted-zipcrypto_foo",
      entries: [("encrypted", .failure(.missingPassword)), ("plain", .text("foo\n"))]),
    Expectation(
      file: "encrypted-zipcrypto_foo",
      entries: [("encrypted", .text("foo\n")), ("plain", .text("foo\n"))], password: "foo"),
    Expectation(
      file: "encrypted-zipcrypto_foo",
      entries: [("encrypted", .failure(.wrongPassword)), ("plain", .text("foo\n"))],
      password: "bar"),
    Expectation(
      file: "encrypted-aes256_foofoofoo",
      entries: [("plain", .text("plain\n")), ("encrypted", .failure(.missingPassword))]),
    Expectation(
      file: "encrypted-aes256_foofoofoo",
      entries: [("plain", .text("plain\n")), ("encrypted", .text("encrypted\n"))],
      password: "foofoofoo"),
    Expectation(
      file: "encrypted-aes256_foofoofoo",
      entries: [("plain", .text("plain\n")), ("encrypted", .failure(.wrongPassword))],
      password: "foo"),
    Expectation(file: "names-utf8-flag", entries: [("ÄÖÜäöüßćçĉéèêëē", .text(""))]),
    Expectation(file: "names-utf8-unmarked", entries: [("ÄÖÜäöüßćçĉéèêëē", .text(""))]),
    Expectation(
      file: "names-utf8-emoji-nfc",
      entries: [
        ("data", .text("")),
        (
          "data/pic\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}\u{1F382}.jpg",
          .text("")
        ),
        ("data/Beno\u{EE}t.txt", .text("")),
      ]),
    Expectation(
      file: "names-cp866-russian",
      entries: [
        ("ПРИВЕТ", .content([0xF0, 0xF2, 0xE9, 0xF7, 0xE5, 0xF4])),
        ("привет", .content([0xF0, 0xF2, 0xE9, 0xF7, 0xE5, 0xF4])),
      ]),
    Expectation(
      file: "names-shiftjis",
      entries: [("表だよ/一覧表.txt", .text("Hello")), ("表だよ/漢字.txt", .text("kanji"))]),
  ]

  @Test(arguments: expectations)
  func givesWhatItsRowSays(expected: Expectation) throws {
    let archive = try OpenArchive(
      Corpus.bytes("zip/\(expected.file).zip"), password: expected.password)
    let outcomes = try archive.outcomes()
    #expect(archive.entries.count == expected.count ?? expected.entries.count)
    for (index, entry) in expected.entries.enumerated() {
      #expect(Array(archive.names[index].utf8) == Array(entry.name.utf8))
      #expect(outcomes[index] == entry.outcome)
    }
    if !expected.kinds.isEmpty { #expect(archive.entries.map(\.kind) == expected.kinds) }
  }

  @Test func everyKindOfDamageIsTold() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/bad-crc-mixed.zip"))
    let outcomes = try archive.outcomes()
    #expect(
      archive.names == [
        "storedok", "storedcrcerror", "deflateok", "deflatecrcerror", "deflatezliberror", "cryptok",
      ])
    for bad in [1, 3, 4] { #expect(outcomes[bad] == .failure(.damagedInput)) }
    #expect(outcomes[5] == .failure(.missingPassword))
    for (good, size) in [(0, 10240), (2, 43133)] {
      guard case .content(let content) = outcomes[good] else {
        Issue.record("entry \(good) is \(outcomes[good])")
        continue
      }
      #expect(content.count == size)
    }
  }

  @Test func everyByteOfCP437IsShown() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/names-cp437.zip"), encoding: "CP437")
    #expect(archive.entries.count == 16)
    #expect(archive.names[0] == "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►")
    #expect(archive.names[8] == "üéâäàåçêëèïîìÄÅÉ")
    #expect(archive.archive.nameEncoding?.name == "CP437")
    #expect(archive.archive.nameEncoding?.confidence == 1)
  }

  @Test func theUnicodeFieldGoesBeforeTheName() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/names-gbk-unicode-extra.zip"))
    #expect(archive.names == ["七个房间.txt"])
    #expect(try archive.content(0).count == 47893)
  }

  @Test func zip64SizesOfAnEntry() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/zip64-extra-compressed.zip"))
    #expect(archive.entries.map(\.byteCount) == [976])
    #expect(try archive.content(0).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func archivesInside() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/nested.zip"))
    #expect(archive.names == ["small.zip", "file.txt"])
    let inner = try OpenArchive(archive.content(0))
    #expect(inner.names == ["another_file.txt"] || inner.entries.count == 1)
    let bomb = try OpenArchive(Corpus.bytes("zip/bomb-10k-to-4m.zip"))
    #expect(try bomb.content(0).count == 4_168_377)
    #expect(bomb.entries[0].compressedByteCount == 10318)
  }

  @Test(
    .enabled(if: Places.has(program: "unzip")),
    arguments: ["real-86-entries", "bomb-10k-to-4m", "macosx-metadata", "names-gbk-unicode-extra"])
  func contentsAreThoseThatUnzipFinds(file: String) throws {
    let path = Corpus.path("zip/\(file).zip")
    let archive = try OpenArchive(Corpus.bytes("zip/\(file).zip"))
    let all = try Program.run("/usr/bin/unzip", ["-p", path]).output
    var ours: [UInt8] = []
    for entry in archive.entries where entry.kind == .file {
      ours += try archive.content(entry.index)
    }
    #expect(ours == all)
  }

  @Test func aRealArchive() throws {
    let archive = try OpenArchive(Corpus.bytes("zip/real-86-entries.zip"))
    #expect(archive.entries.count == 86)
    #expect(archive.entries.filter { $0.kind == .folder }.count == 15)
    #expect(archive.context.warnings == [])
  }
}
