import Foundation
import TestSupport
import Testing

/// `fairy extract` of every archive of the corpus: exactly what its row says appears, or nothing.
@Suite struct CorpusExtractionTests {
  static let folders = Sample.present(["fixtures/others/zip", "zip"], name: \.self)

  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    var status: Int32 = 0
    /// In the folder of the archive; contents behind `=`, `*` for any.
    var things: [String] = []
    var words: String = ""
    var testDescription: String { file }
  }

  static let rows = [
    Row(file: "attack-slash-dotdot", status: 65, words: "absolute path"),
    Row(file: "attack-symlink-outside", status: 65, words: "leads out of the archive's folder"),
    Row(file: "attack-zip-slip", status: 65, words: "has \"..\" in its path"),
    Row(file: "attack-zip-slip-win", status: 65, words: "has \"..\" in its path"),
    Row(file: "backslash-separators", things: ["arc/", "arc/test=*"]),
    Row(file: "data-descriptor", things: ["hello.txt=hello\n"]),
    Row(file: "data-descriptor-cd-crc0", status: 65, words: "second.txt"),
    Row(file: "duplicate-names", things: ["a/", "a/test1=test1\n", "a/test1-2=test2\n"]),
    Row(file: "empty", things: ["a/"]),
    Row(file: "encrypted-aes256_foofoofoo", status: 77, words: "FAIRY_PASSWORD"),
    Row(file: "encrypted-zipcrypto_foo", status: 77, words: "FAIRY_PASSWORD"),
    Row(
      file: "junk-prefix",
      things: ["a/", "a/test=test\n", "a/testdir/", "a/testdir/test2=test\n"]),
    Row(
      file: "macosx-metadata",
      things: ["a/", "a/__MACOSX/", "a/__MACOSX/._file3=*", "a/file3=abcdefg\n"]),
    Row(
      file: "method-lzma",
      things: [
        "abac-repeat.txt=aaaaaaaaaaaaaa\r\nbbbbbbbbbbbbbb\r\naaaaaaaaaaaaaa\r\ncccccccccccccc\r\n"
      ]),
    Row(file: "names-cp866-russian", things: ["a/", "a/ПРИВЕТ=*", "a/привет=*"]),
    Row(file: "names-gbk-unicode-extra", things: ["七个房间.txt=*"]),
    Row(
      file: "names-shiftjis",
      things: ["表だよ/", "表だよ/一覧表.txt=Hello", "表だよ/漢字.txt=kanji"]),
    Row(
      file: "names-utf8-emoji-nfc",
      things: [
        "data/", "data/Beno\u{EE}t.txt=",
        "data/pic\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}\u{1F382}.jpg=",
      ]),
    Row(file: "names-utf8-flag", things: ["ÄÖÜäöüßćçĉéèêëē="]),
    Row(file: "names-utf8-unmarked", things: ["ÄÖÜäöüßćçĉéèêëē="]),
    Row(file: "nested", things: ["a/", "a/file.txt=*", "a/small.zip=*"]),
    Row(file: "symlink", things: ["a/", "a/file=file\n", "a/symlink>file"]),
    Row(file: "zip64-extra-compressed", things: ["testExtractCompressedZIP64Entries.png=*"]),
    Row(file: "zip64-small", things: ["-=a\n"]),
  ]

  /// Of each folder alone: what is too large to have it twice.
  static let ownRows: [(folder: String, rows: [Row])] = [
    (
      "fixtures/others/zip",
      [
        Row(file: "bad-crc", status: 65, words: "storedcrcerror"),
        Row(file: "bomb-4k-to-4m", status: 75, words: "--limit ratio=1028"),
      ]
    ),
    (
      "zip",
      [
        Row(file: "bad-crc-mixed", status: 65, words: "storedcrcerror"),
        Row(file: "bomb-10k-to-4m", status: 75, words: "--limit ratio=404"),
      ]
    ),
  ]

  @Test(
    arguments: Sample.present(ownRows, name: \.folder).flatMap { own in
      (rows + own.rows).map { (own.folder, $0) }
    })
  func behavesAsItsRowSays(folder: String, row: Row) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Sample("\(folder)/\(row.file).zip").path, as: "a.zip")
    try scratch.write([1], to: "bystander")
    let before = try scratch.tree()
    let result = try Program.fairy("extract", "a.zip", in: scratch.path)
    #expect(result.status == row.status, "\(result.error)")
    guard row.status == 0 else {
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("fairy: a.zip: "))
      #expect(result.error.contains(row.words))
      #expect(try scratch.tree() == before)
      return
    }
    // Byte for byte: Swift takes different forms of a name for the same.
    let names = row.things.map { thing in
      String(thing.prefix { !"=>".contains($0) }).trimmingSuffix("/")
    }
    #expect(
      Set(scratch.names.map { Array($0.utf8) })
        == Set((names + ["a.zip", "bystander"]).map { Array($0.utf8) }))
    for (thing, name) in zip(row.things, names) { try check(thing, name, scratch) }
  }

  /// The letters of IBM PCs, of which the control bytes have some, too.
  @Test(arguments: folders) func namesOfEveryByteOfCP437(folder: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Sample("\(folder)/names-cp437.zip").path, as: "z.zip")
    let result = try Program.fairy("extract", "z.zip", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let names = [
      "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►", "◄↕‼¶§▬↨↑↓→←∟↔▲▼ ", "!\"#$%&'()*+,-.", "!\"#$%&'()*+,-./0",
      "123456789:;<=>?@", "ABCDEFGHIJKLMNOP", "QRSTUVWXYZ[\\]^_`", "abcdefghijklmnop",
      "qrstuvwxyz{|}~⌂Ç", "üéâäàåçêëèïîìÄÅÉ", "æÆôöòûùÿÖÜ¢£¥₧ƒá", "íóúñÑªº¿⌐¬½¼¡«»░",
      "▒▓│┤╡╢╖╕╣║╗╝╜╛┐└", "┴┬├─┼╞╟╚╔╩╦╠═╬╧╨", "╤╥╙╘╒╓╫╪┘┌█▄▌▐▀α", "ßΓπΣσµτΦΘΩδ∞φε∩≡",
      "±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}\u{A0}",
    ]
    #expect(
      Set(scratch.names.map { Array($0.utf8) })
        == Set((names.map { "z/" + $0 } + ["z", "z.zip"]).map { Array($0.utf8) }))
  }

  private func check(_ thing: String, _ name: String, _ scratch: ScratchFolder) throws {
    let path = scratch.file(name)
    if let mark = thing.firstIndex(of: "=") {
      let text = thing[mark...].dropFirst()
      if text != "*" { #expect(try scratch.bytes(name) == Array(text.utf8)) }
    } else if let mark = thing.firstIndex(of: ">") {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: path)
          == String(thing[mark...].dropFirst()))
    } else {
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue)
    }
  }

  /// A file that is added needs a row.
  @Test(arguments: Sample.present(ownRows.map(\.folder), name: \.self))
  func everyFileHasARow(folder: String) throws {
    let own = try #require(Self.ownRows.first { $0.folder == folder }).rows
    let others = ["names-cp437", folder == "zip" ? "real-86-entries" : "tree"]
    let names = (Self.rows + own).map(\.file) + others
    #expect(Sample.files(in: folder).map(\.name) == names.map { "\(folder)/\($0).zip" }.sorted())
  }

  struct Whole: Sendable, CustomTestStringConvertible {
    let file: String
    /// The folder that it has, how many things are in all, and what is said.
    let root: String
    let count: Int
    let words: String
    var testDescription: String { file }
  }

  @Test(
    .enabled(if: Places.has(program: "unzip")),
    arguments: Sample.present(
      [
        Whole(
          file: "fixtures/others/zip/tree.zip", root: "tree", count: 16,
          words: "a.zip → tree  2.7 kB → 7.2 kB"),
        Whole(
          file: "zip/real-86-entries.zip", root: "ub_iwd", count: 86,
          words: "a.zip → ub_iwd  735 kB → 942 kB"),
      ], name: \.file))
  func wholeArchives(whole: Whole) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Sample(whole.file).path, as: "a.zip")
    let result = try Program.fairy("extract", "a.zip", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix(whole.words))
    _ = try Program.shell("mkdir theirs && unzip -q a.zip -d theirs", in: scratch.path)
    #expect(scratch.names.filter { $0.hasPrefix(whole.root) }.count == whole.count)
    #expect(try scratch.things(whole.root) == scratch.things("theirs/\(whole.root)"))
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
