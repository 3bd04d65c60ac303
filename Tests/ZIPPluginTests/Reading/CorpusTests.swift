import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Every archive of the corpus, as its row says, and the fixtures that are made like them.
@Suite struct CorpusTests {
  static let folders = Sample.present(["fixtures/others/zip", "zip"], name: \.self)

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

  @Test(arguments: expectations, folders)
  func givesWhatItsRowSays(expected: Expectation, folder: String) throws {
    let archive = try OpenArchive(
      Sample("\(folder)/\(expected.file).zip").bytes(), password: expected.password)
    let outcomes = try archive.outcomes()
    #expect(archive.entries.count == expected.count ?? expected.entries.count)
    for (index, entry) in expected.entries.enumerated() {
      #expect(Array(archive.names[index].utf8) == Array(entry.name.utf8))
      #expect(outcomes[index] == entry.outcome)
    }
    if !expected.kinds.isEmpty { #expect(archive.entries.map(\.kind) == expected.kinds) }
  }

  /// With the sizes of what is good.
  @Test(
    arguments: Sample.present(
      [("fixtures/others/zip/bad-crc.zip", 3690, 3690), ("zip/bad-crc-mixed.zip", 10240, 43133)],
      name: \.0))
  func everyKindOfDamageIsTold(name: String, stored: Int, deflated: Int) throws {
    let archive = try OpenArchive(Sample(name).bytes())
    let outcomes = try archive.outcomes()
    #expect(
      archive.names == [
        "storedok", "storedcrcerror", "deflateok", "deflatecrcerror", "deflatezliberror", "cryptok",
      ])
    for bad in [1, 3, 4] { #expect(outcomes[bad] == .failure(.damagedInput)) }
    #expect(outcomes[5] == .failure(.missingPassword))
    for (good, size) in [(0, stored), (2, deflated)] {
      guard case .content(let content) = outcomes[good] else {
        Issue.record("entry \(good) is \(outcomes[good])")
        continue
      }
      #expect(content.count == size)
    }
  }

  @Test(arguments: folders) func everyByteOfCP437IsShown(folder: String) throws {
    let archive = try OpenArchive(
      Sample("\(folder)/names-cp437.zip").bytes(), encoding: "CP437")
    #expect(archive.entries.count == 16)
    #expect(archive.names[0] == "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►")
    #expect(archive.names[8] == "üéâäàåçêëèïîìÄÅÉ")
    #expect(archive.archive.nameEncoding?.name == "CP437")
    #expect(archive.archive.nameEncoding?.confidence == 1)
  }

  @Test(arguments: folders) func theUnicodeFieldGoesBeforeTheName(folder: String) throws {
    let archive = try OpenArchive(Sample("\(folder)/names-gbk-unicode-extra.zip").bytes())
    #expect(archive.names == ["七个房间.txt"])
    #expect(try archive.content(0).count == 47893)
  }

  @Test(arguments: folders) func zip64SizesOfAnEntry(folder: String) throws {
    let archive = try OpenArchive(Sample("\(folder)/zip64-extra-compressed.zip").bytes())
    #expect(archive.entries.map(\.byteCount) == [976])
    #expect(try archive.content(0).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: folders) func archivesInside(folder: String) throws {
    let archive = try OpenArchive(Sample("\(folder)/nested.zip").bytes())
    #expect(archive.names == ["small.zip", "file.txt"])
    let inner = try OpenArchive(archive.content(0))
    #expect(inner.names == ["another_file.txt"] || inner.entries.count == 1)
  }

  @Test(
    arguments: Sample.present(
      [("fixtures/others/zip/bomb-4k-to-4m.zip", 4056), ("zip/bomb-10k-to-4m.zip", 10318)],
      name: \.0))
  func bombs(name: String, compressed: Int) throws {
    let bomb = try OpenArchive(Sample(name).bytes())
    #expect(try bomb.content(0).count == 4_168_377)
    #expect(bomb.entries[0].compressedByteCount == compressed)
  }

  @Test(
    .enabled(if: Places.has(program: "unzip")),
    arguments: Sample.files(
      fixtures: ["tree", "bomb-4k-to-4m", "macosx-metadata", "names-gbk-unicode-extra"].map {
        "others/zip/\($0).zip"
      },
      corpus: [
        "real-86-entries", "bomb-10k-to-4m", "macosx-metadata", "names-gbk-unicode-extra",
      ].map { "zip/\($0).zip" }))
  func contentsAreThoseThatUnzipFinds(sample: Sample) throws {
    let archive = try OpenArchive(sample.bytes())
    let all = try Program.run("/usr/bin/unzip", ["-p", sample.path]).output
    var ours: [UInt8] = []
    for entry in archive.entries where entry.kind == .file {
      ours += try archive.content(entry.index)
    }
    #expect(ours == all)
  }

  @Test(
    arguments: Sample.present(
      [("fixtures/others/zip/tree.zip", 16, 4), ("zip/real-86-entries.zip", 86, 15)], name: \.0))
  func manyEntries(name: String, count: Int, folders: Int) throws {
    let archive = try OpenArchive(Sample(name).bytes())
    #expect(archive.entries.count == count)
    #expect(archive.entries.filter { $0.kind == .folder }.count == folders)
    #expect(archive.context.warnings == [])
  }
}
