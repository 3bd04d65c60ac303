import ConverterCore
import SystemPackage
import Testing

@testable import FairyWeb

@Suite struct FileNamesTests {
  private let names = FileNames(key: [UInt8](repeating: 7, count: 32))

  @Test(arguments: ["Pictures", "Pictures/a.heic", "Pictures/ä/\u{1F600}.png", ".work/uploads/1/x"])
  func leadsBack(_ text: String) {
    let path = FilePath(text)
    let identifier = names.identifier(of: path)
    #expect(names.path(of: identifier) == path)
    #expect(!identifier.contains("/") && !identifier.contains("Pictures"))
    // The same file has the same address.
    #expect(names.identifier(of: path) == identifier)
  }

  /// Two slashes lead into an archive.
  @Test(arguments: ["Pictures/a.zip//b/c.jpg", "a.zip//b.zip//c"])
  func leadsIntoArchives(_ text: String) throws {
    let identifier = names.identifier(of: FileAddress(parsing: Array("a.zip".utf8)), entry: "b/c")
    #expect(names.input(of: identifier)?.text == "a.zip//b/c")
    #expect(names.path(of: identifier) == nil)
    let address = FileAddress(parsing: Array(text.utf8))
    #expect(address.text == text)
    #expect(address.shownName == text.split(separator: "/").last.map(String.init))
  }

  /// Whoever changes any bit of an identifier gets nothing.
  @Test func nobodyMakesOneUp() throws {
    let identifier = names.identifier(of: "Pictures/a.heic")
    let bytes = try #require(Base64URL.bytes(of: identifier))
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(names.path(of: Base64URL.text(of: changed)) == nil)
      }
    }
    for count in 0..<identifier.count { #expect(names.path(of: identifier.prefix(count)) == nil) }
    let others = FileNames(key: [UInt8](repeating: 8, count: 32))
    #expect(others.path(of: identifier) == nil)
    for text in ["", "..", "%2e%2e", "AAAA", "Pictures/a.heic", identifier + "A", identifier + "="]
    {
      #expect(names.path(of: text) == nil)
    }
  }
}

@Suite struct DigestTests {
  /// FIPS 180-2, appendix B.1.
  @Test func isSHA256() {
    #expect(
      Digest.sha256(Array("abc".utf8)).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  /// RFC 4231, test case 2.
  @Test func isHMAC() {
    #expect(
      Digest.authenticated(Array("what do ya want for nothing?".utf8), with: Array("Jefe".utf8))
        .hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)),
    ("bytes=90-1000", .part(90..<100)), ("bytes=-10", .part(90..<100)),
    ("bytes=-1000", .part(0..<100)), ("bytes=99-99", .part(99..<100)),
    ("bytes=100-", .impossible), ("bytes=100-200", .impossible), ("bytes=-0", .impossible),
    ("bytes=9-3", .whole), ("bytes=0-1,5-6", .whole), ("items=0-1", .whole), ("bytes=", .whole),
    ("bytes=a-b", .whole), ("bytes=-", .whole), ("bytes=0x1-2", .whole),
    ("bytes=99999999999999999999-", .impossible), ("bytes=0-99999999999999999999", .part(0..<100)),
  ])
  func isParsed(_ header: String, _ expected: ByteRange) {
    #expect(ByteRange.parsed(header, of: 100) == expected)
  }

  @Test func anEmptyFileHasNone() {
    #expect(ByteRange.parsed("bytes=0-", of: 0) == .impossible)
    #expect(ByteRange.parsed("bytes=-5", of: 0) == .impossible)
  }
}

@Suite struct FormTests {
  @Test func isDecoded() {
    let form = Form(encoded: "a=1+2&b=%C3%A4%2f&c&d=&a=3&e=%zz&f=%4&g=%+1")
    #expect(form.fields.map(\.name) == ["a", "b", "c", "d", "a", "e", "f", "g"])
    #expect(form["a"] == "1 2")
    #expect(form["b"] == "ä/")
    #expect(form["c"] == nil && form["d"] == nil)
    #expect(form["e"] == "%zz" && form["f"] == "%4" && form["g"] == "% 1")
  }

  @Test func isEncoded() {
    #expect(Form.encoded("a b/ä&=\n") == "a%20b%2F%C3%A4%26%3D%0A")
  }
}

@Suite struct WordsTests {
  @Test func cataloguesHaveTheSameKeys() {
    for words in Words.all {
      #expect(Set(words.texts.keys) == Set(Words.english.texts.keys))
      #expect(!words.texts.values.contains(""))
    }
  }

  @Test(arguments: [
    ("de-CH,en;q=0.8", "de"), ("fr, de;q=0.5", "de"), ("xx", "en"), ("", "en"), ("EN", "en"),
  ])
  func theLanguageIsTheBrowsers(_ header: String, _ language: String) {
    #expect(Words(accepting: header).language == language)
  }

  @Test func numbersAreReadable() {
    #expect(Words.english.grouped(15_000_000) == "15\u{202f}000\u{202f}000")
    #expect(Words.english.grouped(9999) == "9999")
    #expect(Words.english.size(999) == "999\u{a0}B")
    #expect(Words.english.size(1_299_081) == "1.3\u{a0}MB")
    #expect(Words.english.size(999_999) == "1.0\u{a0}MB")
  }
}
