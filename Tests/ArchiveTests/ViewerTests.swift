import ArchiveModel
import ArchiveViewer
import ConverterCore
import Synchronization
import TestSupport
import Testing

/// A page that keeps what is written on it.
final class MemoryPage: Page {
  let isJSON: Bool
  let width: Int?
  let usesColour: Bool
  private(set) var bytes: [UInt8] = []
  private(set) var writes = 0
  /// How many writes are read by anybody.
  private let patience: Int

  init(isJSON: Bool = false, width: Int? = nil, usesColour: Bool = false, patience: Int = .max) {
    self.isJSON = isJSON
    self.width = width
    self.usesColour = usesColour
    self.patience = patience
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  func write(_ lines: [UInt8]) -> Bool {
    bytes += lines
    writes += 1
    return writes < patience
  }
}

@Suite("Archives are shown")
struct ViewerTests {
  private static let noon = Timestamp(seconds: 1_704_196_800, isWallClock: true)

  private static let entries: [Entry] = [
    .test("docs", .folder, bytes: 0, compressed: 0, modified: noon, method: "store"),
    .test("docs/a.txt", bytes: 1234, compressed: 400, modified: noon),
    .test(
      "docs/sub/b.jpg", bytes: 1_500_000, compressed: 1_490_000, modified: noon, method: "store"),
    .test("secret.txt", bytes: 12, compressed: 24, isEncrypted: true),
    .test("docs/late.txt", bytes: 0, compressed: 0),
    .test("docs/link", .link, bytes: 5, compressed: 5, to: "a.txt"),
    .test("../evil\u{1B}", bytes: 1, compressed: 1),
    .test("日本語.txt", bytes: 999_950, compressed: nil),
  ]

  private static func archive(
    _ entries: [Entry] = entries, comment: String? = nil, encoding: NameEncoding? = nil,
    isSequence: Bool = false
  ) -> Archive {
    let memory = MemoryArchive(entries.map { ($0, []) })
    return Archive(
      format: "Test", comment: comment, nameEncoding: encoding,
      content: isSequence ? .sequence(memory) : .directory(memory))
  }

  @discardableResult
  private func show(_ archive: Archive, on page: MemoryPage) throws -> MemoryPage {
    #expect(try ArchiveViewer().show(archive, on: page, in: .test()))
    return page
  }

  @Test("as a tree for people", arguments: [true, false])
  func tree(isSequence: Bool) throws {
    let archive = Self.archive(
      comment: "made\nby\u{1B} hand", encoding: NameEncoding(name: "CP866", confidence: 0.934),
      isSequence: isSequence)
    let page = try show(archive, on: MemoryPage())
    #expect(
      page.text == """
           Size  Ratio  Modified          Method           Name
         1.5 MB    99%  2024-01-02 12:00                   ├── docs/
         1.2 kB    32%  2024-01-02 12:00  deflate          │   ├── a.txt
         1.5 MB    99%                                     │   ├── sub/
         1.5 MB    99%  2024-01-02 12:00  store            │   │   └── b.jpg
            0 B                           deflate          │   ├── late.txt
                                                           │   └── link → a.txt
           12 B   200%                    deflate  locked  ├── secret.txt
            1 B   100%                    deflate          ├── ../evil\\u{1B}
                                                           │   ! has ".." in its path, which leads out of its folder
         1.0 MB                           deflate          └── 日本語.txt

        6 files, 1 folder, 1 link: 2.5 MB
        1 entry is encrypted.
        Names that do not say their encoding look like CP866 (93% sure); --encoding NAME overrules that.
        1 entry is unsafe or damaged, as said below them, and not unpacked.
        Comment: made
          by\\u{1B} hand

        """)
  }

  @Test("in the columns that there are", arguments: [20, 30, 40, 60, 80, 120])
  func narrow(width: Int) throws {
    var entries = Self.entries
    entries += [
      .test("docs/" + String(repeating: "long name ", count: 20) + ".txt", bytes: 1),
      .test("docs/" + String(repeating: "漢字", count: 60) + ".txt", bytes: 1),
      .test((1...40).map { "f\($0)/" }.joined() + "deep.txt", bytes: 1),
      .test("l", .link, to: String(repeating: "very/", count: 100)),
    ]
    let page = try show(Self.archive(entries), on: MemoryPage(width: width))
    let tree = page.lines.prefix { !$0.isEmpty }
    #expect(tree.count > 10)
    for line in tree { #expect(columns(of: line) <= width, "\(line)") }
    if width >= 40 {
      #expect(tree.contains { $0.contains("…") && $0.hasSuffix(".txt") })
    }
    #expect(tree.contains { $0.contains("Modified") } == (width >= 60))
  }

  /// All characters of these names are of one column but Han.
  private func columns(of line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ((0x3041...0x9FFF).contains($1.value) ? 2 : 1) }
  }

  @Test("in colour where that is wanted")
  func colour() throws {
    let page = try show(Self.archive(), on: MemoryPage(usesColour: true))
    #expect(page.text.contains("\u{1B}[1mdocs/\u{1B}[0m"))
    #expect(page.text.contains("\u{1B}[33m! has"))
    // Nothing else than what was meant, with the escape of the name shown.
    #expect(page.text.contains("evil\\u{1B}"))
  }

  @Test("as lines for scripts", arguments: [true, false])
  func json(isSequence: Bool) throws {
    var entries = Self.entries
    entries[1].comment = "a \"remark\""
    entries[2].modified = Timestamp(seconds: 1_704_196_800)
    entries.append(
      Entry(index: 0, path: EntryPath([0x61, 0xFF, 0x22]), method: "stored\n"))
    let page = try show(
      Self.archive(entries, isSequence: isSequence), on: MemoryPage(isJSON: true))
    #expect(
      page.lines == [
        #"{"path":"docs","kind":"folder","bytes":0,"compressedBytes":0,"modified":"2024-01-02T12:00:00","method":"store","encrypted":false}"#,
        #"{"path":"docs/a.txt","kind":"file","bytes":1234,"compressedBytes":400,"modified":"2024-01-02T12:00:00","method":"deflate","encrypted":false,"comment":"a \"remark\""}"#,
        #"{"path":"docs/sub/b.jpg","kind":"file","bytes":1500000,"compressedBytes":1490000,"modified":"2024-01-02T12:00:00Z","method":"store","encrypted":false}"#,
        #"{"path":"secret.txt","kind":"file","bytes":12,"compressedBytes":24,"modified":null,"method":"deflate","encrypted":true}"#,
        #"{"path":"docs/late.txt","kind":"file","bytes":0,"compressedBytes":0,"modified":null,"method":"deflate","encrypted":false}"#,
        #"{"path":"docs/link","kind":"link","bytes":5,"compressedBytes":5,"modified":null,"method":"deflate","encrypted":false,"linkTarget":"a.txt"}"#,
        #"{"path":"../evil\u001b","kind":"file","bytes":1,"compressedBytes":1,"modified":null,"method":"deflate","encrypted":false,"unsafe":"has \"..\" in its path, which leads out of its folder"}"#,
        #"{"path":"日本語.txt","kind":"file","bytes":999950,"compressedBytes":null,"modified":null,"method":"deflate","encrypted":false}"#,
        "{\"path\":\"a\u{FFFD}\\\"\",\"pathHex\":\"61ff22\",\"kind\":\"file\",\"bytes\":null,\"compressedBytes\":null,\"modified\":null,\"method\":\"stored\\n\",\"encrypted\":false}",
        "",
      ])
    for line in page.lines.dropLast() { _ = try JSONValue(parsing: Array(line.utf8)) }
  }

  @Test(
    "without power over the terminal",
    arguments: [
      ("a\u{202E}b", "a\\u{202E}b"), ("a\u{9B}b", "a\\u{9B}b"), ("a\nb", "a\\nb"),
      ("a\u{AD}b", "a\\u{AD}b"), ("é", "é"), ("👨\u{200D}👩", "👨\u{200D}👩"),
      ("a\u{2028}", "a\\u{2028}"),
      ("\u{FEFF}x", "\\u{FEFF}x"),
    ])
  func escaped(name: String, shown: String) throws {
    for width in [nil, 200] {
      let page = try show(
        Self.archive([.test("d/" + name, bytes: 1), .test("z", .link, to: name)]),
        on: MemoryPage(width: width))
      #expect(page.text.contains(shown))
      #expect(page.text.contains("z → \(shown)"))
      if name != shown { #expect(!page.text.contains(name)) }
    }
  }

  @Test("with bytes that are no text")
  func bytes() throws {
    let entry = Entry(index: 0, path: EntryPath([0x61, 0xC3, 0xC3, 0xA9, 0xF0, 0xE0, 0x80, 0x80]))
    let page = try show(Self.archive([entry]), on: MemoryPage())
    #expect(page.text.contains("└── a\\xC3é\\xF0\\xE0\\x80\\x80\n"))
  }

  @Test("when they are empty")
  func empty() throws {
    #expect(try show(Self.archive([]), on: MemoryPage()).text == "The archive is empty.\n")
    #expect(try show(Self.archive([]), on: MemoryPage(isJSON: true)).text == "")
  }

  @Test("without the folder that a tar archive was made of")
  func root() throws {
    let page = try show(
      Self.archive([.test("./", .folder), .test("./a", bytes: 1), .test("./b/", .folder)]),
      on: MemoryPage())
    #expect(
      page.text == """
           Size  Method   Name
            1 B  deflate  ├── a
            0 B           └── b/

        1 file, 1 folder: 1 B

        """)
  }

  @Test("as far as they can be read")
  func brokenOff() throws {
    let error = ConversionError(.damagedInput, "ends too early")
    for isJSON in [true, false] {
      let memory = MemoryArchive([(.test("a"), []), (.test("b"), [])], end: (1, error))
      let page = MemoryPage(isJSON: isJSON)
      let failure = failure { () throws(ConversionError) in
        try ArchiveViewer().show(memory.sequence, on: page, in: .test())
      }
      #expect(failure?.code == .damagedInput)
      #expect(page.text.contains(isJSON ? "\"path\":\"a\"" : "└── a"))
    }
  }

  @Test("no further than anybody reads")
  func unread() throws {
    let entries = (0..<20_000).map { Entry.test("f\($0)") }
    for isJSON in [true, false] {
      let page = MemoryPage(isJSON: isJSON, patience: 2)
      try show(Self.archive(entries), on: page)
      #expect(page.writes == 2)
    }
  }

  @Test("in no more lines than the limit of entries")
  func limit() {
    let error = failure { () throws(ConversionError) in
      try ArchiveViewer().show(
        Self.archive(), on: MemoryPage(), in: .test { $0.entries = 3 })
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test("by facts")
  func facts() throws {
    let facts = try ArchiveViewer().facts(
      of: Self.archive(comment: "x", encoding: NameEncoding(name: "GBK", confidence: 0.876)),
      in: ConversionContext(registry: Registry()))
    let json = JSONValue.object(
      facts.compactMap { fact in fact.key.map { JSONValue.Member($0, fact.json) } })
    #expect(
      json.description
        == #"{"format":"Test","entries":8,"files":6,"folders":1,"links":1,"bytes":2501197,"#
        + #""compressedBytes":null,"encrypted":1,"unsafe":1,"methods":["deflate","store"],"#
        + #""nameEncoding":"GBK","nameEncodingConfidence":0.88,"comment":"x"}"#)
    let sequence = try ArchiveViewer().facts(
      of: Self.archive(isSequence: true), in: ConversionContext(registry: Registry()))
    #expect(sequence.compactMap(\.key) == ["format", "compressedBytes"])
  }

  @Test("a hundred thousand in no time")
  func speed() throws {
    let entries = (0..<100_000).map {
      Entry.test(
        "folder/sub\($0 / 100)/file number \($0).txt", bytes: $0, compressed: $0 / 3,
        modified: Timestamp(seconds: 1_600_000_000 + $0 * 60, isWallClock: true))
    }
    let archive = Self.archive(entries)
    for (isJSON, width) in [(true, nil), (false, nil), (false, 100 as Int?)] {
      let page = MemoryPage(isJSON: isJSON, width: width)
      let time = try processorTime { try show(archive, on: page) }
      #expect(time < .seconds(1))
    }
  }
}
