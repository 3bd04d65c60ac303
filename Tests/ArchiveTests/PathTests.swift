import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite("Paths")
struct PathTests {
  static let hazards: [(String, EntryPath.Hazard?)] = [
    ("a.txt", nil), ("docs/a.txt", nil), ("docs/", nil), ("./a", nil), ("a//b", nil), ("...", nil),
    ("..a/b..", nil), ("a..b", nil), ("日本語/ä", nil), ("a\u{200E}b", nil), ("a\u{200F}", nil),
    ("👨\u{200D}👩", nil), (" ", nil), ("1:2", nil), ("ä:b", nil), ("a\\b", nil),
    ("", .empty), (".", .empty), ("./", .empty), ("./.", .empty),
    ("/etc/passwd", .absolute), ("/", .absolute), ("\\Windows", .absolute), ("/../x", .absolute),
    ("//server/share", .drive), ("\\\\server\\share", .drive), ("C:", .drive), ("c:\\x", .drive),
    ("C:/x", .drive), ("z:x", .drive),
    ("./C:/x", .drive), (".//./\\x", .absolute), ("././\\\\x", .drive), ("./a", nil), (".a", nil),
    ("..", .parentReference), ("../x", .parentReference), ("a/../b", .parentReference),
    ("a/..", .parentReference), ("a\\..\\b", .parentReference), ("..\\x", .parentReference),
    ("a/b\\..", .parentReference), ("a\\../b", .parentReference),
    ("a\0b", .nul), ("a\nb", .control("\n")), ("\u{1B}[31m", .control("\u{1B}")),
    ("a\u{7F}", .control("\u{7F}")), ("a\u{9B}b", .control("\u{9B}")),
    ("a\u{2028}b", .control("\u{2028}")),
    ("a\u{202E}gpj.exe", .direction("\u{202E}")), ("a\u{202A}", .direction("\u{202A}")),
    ("a\u{2066}", .direction("\u{2066}")), ("a\u{2069}", .direction("\u{2069}")),
    ("a\u{2065}a", nil), ("a\u{206A}a", nil), ("a\u{2029}", .control("\u{2029}")),
    (String(repeating: "a", count: 255), nil),
    (String(repeating: "a", count: 256), .longComponent(256)),
    (String(repeating: "a/", count: 2047) + "b", nil),
    (String(repeating: "a/", count: 2047) + "bc", .longPath(4096)),
  ]

  @Test("have the hazards that they have", arguments: hazards)
  func hazard(path: String, hazard: EntryPath.Hazard?) {
    #expect(EntryPath(Array(path.utf8)).hazard == hazard)
  }

  @Test("may be bytes of no encoding")
  func invalid() {
    #expect(EntryPath([0x61, 0xFF, 0x80, 0xC2]).hazard == nil)
    #expect(EntryPath([0x61, 0xE2, 0x80]).hazard == nil)
  }

  @Test("say what is wrong with them, escaped")
  func message() {
    let error = failure { () throws(ConversionError) in
      try EntryPath(Array("a\u{202E}/../b".utf8)).checkHazards()
    }
    #expect(error?.code == .unsafeEntry)
    #expect(
      error?.message == "the entry \"a\\u{202E}/../b\" has U+202E in its name, which turns the "
        + "direction of the text after it")
  }

  @Test(
    "lose components that say nothing",
    arguments: [
      ("a", "a"), ("a/", "a"), ("./a", "a"), ("a//b", "a/b"), ("a/./b/.", "a/b"), ("/a", "a"),
      ("a/../b", "a/../b"), (".", ""), ("", ""), (".a/.b", ".a/.b"), ("//", ""),
    ])
  func normalized(path: String, normal: String) {
    #expect(EntryPath(Array(path.utf8)).normalized.bytes == Array(normal.utf8))
  }

  @Test("are shown in the middle of messages however long they are")
  func shown() {
    #expect(EntryPath(Array("a\nb".utf8)).shown == "\"a\\nb\"")
    let long = EntryPath(Array(repeating: 0x61, count: 60_000)).shown
    #expect(
      long == "\"\(String(repeating: "a", count: 100))…\(String(repeating: "a", count: 60))\"")
  }
}

@Suite("Links")
struct LinkTargetTests {
  @Test(
    "may lead to what is below the root",
    arguments: [
      ("link", "file", 0), ("a/link", "../file", 0), ("a/link", "file", 1), ("a/b/link", "../x", 1),
      ("a/b/link", "../../x/y", 0), ("link", "./a/./b", 0), ("a/link", "..", 0), ("link", ".", 0),
      ("./a//link", "../x", 0), ("link", "a/", 0),
    ])
  func allowed(path: String, target: String, depth: Int) throws {
    #expect(
      try LinkTarget.check(Array(target.utf8), of: EntryPath(Array(path.utf8))) == depth)
  }

  @Test(
    "may not lead out of it, nor where that cannot be known",
    arguments: [
      ("link", ".."), ("link", "../x"), ("a/link", "../../x"), ("link", "/etc/passwd"),
      ("link", "/"),
      ("link", ""), ("link", "a/../b"), ("a/link", "../b/.."), ("link", "a/../../x"),
      ("link", "C:\\x"),
      ("link", "..\\..\\x"), ("link", "\\\\server\\x"), ("link", "a\nb"), ("link", "a\0b"),
      ("link", "a\u{202E}b"), ("./link", "../x"), ("a/./link", "../../x"),
    ])
  func refused(path: String, target: String) {
    let error = failure { () throws(ConversionError) in
      try LinkTarget.check(Array(target.utf8), of: EntryPath(Array(path.utf8)))
    }
    #expect(error?.code == .unsafeEntry)
  }
}

@Suite("Patterns")
struct PatternTests {
  @Test(
    "match",
    arguments: [
      ("a.txt", "a.txt"), ("docs", "docs"), ("docs", "docs/a.txt"), ("docs/", "docs/a/b"),
      ("./docs", "docs/x"), ("/docs", "docs"), ("*.jpg", "a.jpg"), ("2024/*.heic", "2024/a.heic"),
      ("2024/*", "2024/01/a.jpg"), ("**/*.jpg", "a.jpg"), ("**/*.jpg", "x/y/a.jpg"),
      ("**", "a/b"), ("a/**", "a/b/c"), ("a/**/z", "a/z"), ("a/**/z", "a/b/c/z"),
      ("?.txt", "ä.txt"), ("[a-c]?", "b1"), ("[!a-c]", "d"), ("[^a]", "b"), ("[]]", "]"),
      ("[]a]", "a"),
      ("[a-]", "-"), ("[ä-ü]", "ö"), ("a[1].txt", "a[1].txt"), ("a[1].txt", "a1.txt"),
      ("a*b*c", "axxbyyc"), ("*", "anything"), ("a[b", "a[b"), ("\\*", "*"), ("a\\?", "a?"),
      ("**/b/**/d", "a/b/c/b/x/d"), ("*a*a*a", "aaa"), ("\\*", "\\*"), ("**/x/y", "x/x/y"),
      ("e\u{301}", "é"),
    ])
  func matches(pattern: String, path: String) {
    #expect(EntryPattern(pattern).matches(EntryPath(Array(path.utf8))))
  }

  @Test(
    "do not match",
    arguments: [
      ("a.txt", "b.txt"), ("docs", "docs2"), ("docs", "doc"), ("*.jpg", "x/a.jpg"), ("a?c", "a/c"),
      ("a*c", "a/c"), ("[!a]", "/"), ("2024/*.heic", "2024/a.jpg"), ("**/*.jpg", "a.png"),
      ("a/**/z", "a/b/c"), ("?", "ab"), ("?", ""), ("[a-c]", "d"), ("[!a-c]", "b"), ("\\*", "a"),
      ("A", "a"), ("a[1].txt", "a2.txt"), ("a/b", "a"), ("**/c", "a/b"), ("*a", "ab"),
    ])
  func doesNotMatch(pattern: String, path: String) {
    #expect(!EntryPattern(pattern).matches(EntryPath(Array(path.utf8))))
  }

  @Test("need no more than linear time")
  func hostile() {
    let time = processorTime {
      let stars = String(repeating: "*a", count: 60) + "b"
      #expect(!EntryPattern(stars).matches(EntryPath(Array(repeating: 0x61, count: 4000))))
      let folders = String(repeating: "**/*a/", count: 60) + "b"
      let path = Array(String(repeating: "aa/", count: 1300).utf8)
      #expect(!EntryPattern(folders).matches(EntryPath(path)))
    }
    #expect(time < .seconds(20))
  }
}
