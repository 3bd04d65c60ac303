import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite("Entries are admitted")
struct AdmissionTests {
  /// The paths that the entries get, one for each; `nil` for those passed over.
  private func admit(
    _ entries: [Entry], entries patterns: [String] = [], keepGoing: Bool = false,
    in context: ConversionContext = .test()
  ) throws(ConversionError) -> [String?] {
    var options = ConversionOptions()
    options.entries = patterns
    options.keepGoing = keepGoing
    let admission = Admission(options, in: context)
    var result: [String?] = []
    for entry in entries { result.append(try admission.admit(entry)?.text) }
    try admission.finish()
    return result
  }

  @Test("under their own names, made normal")
  func plain() throws {
    let admitted = try admit([
      .test("./", .folder), .test("a", .folder), .test("a/b.txt"), .test("./c//d.txt"),
      .test("c", .folder),
      .test("a", .folder), .test("l", .link, to: "a/b.txt"),
    ])
    #expect(admitted == [nil, "a", "a/b.txt", "c/d.txt", "c", nil, "l"])
  }

  @Test("with numbers where names repeat")
  func duplicates() throws {
    let context = ConversionContext.test()
    let admitted = try admit(
      [
        .test("a.txt"), .test("a.txt"), .test("a.txt"), .test("a-2.txt"), .test("d/x"), .test("d"),
        .test("f"), .test("f", .folder), .test("f/y"), .test("f", .folder), .test("f/z/w"),
        .test(".rc"), .test(".rc"), .test("l", .link, to: "f"), .test("l", .link, to: "f"),
        .test("p.d", .folder), .test("q.d"), .test("q.d", .folder),
      ], in: context)
    #expect(
      admitted == [
        "a.txt", "a-2.txt", "a-3.txt", "a-2-2.txt", "d/x", "d-2", "f", "f-2", "f-2/y", nil,
        "f-2/z/w",
        ".rc", ".rc-2", "l", "l-2", "p.d", "q.d", "q.d-2",
      ])
    #expect(
      context.ledger.first
        == LedgerEntry(
          "entry \"a.txt\"", .changed, why: "renamed to \"a-2.txt\": the name is there twice"))
  }

  @Test("not where a name has no room for a number")
  func longDuplicate() throws {
    let name = String(repeating: "x", count: 255)
    let error = failure { () throws(ConversionError) in
      try admit([.test(name), .test(name)])
    }
    #expect(error?.code == .unsafeEntry)
  }

  static let refused: [(String, [Entry])] = [
    ("a parent", [.test("../x")]), ("an absolute path", [.test("/x")]),
    ("a drive", [.test("C:\\x")]), ("a device", [.test("tty", .device)]),
    ("a NUL", [.test("a\0b")]), ("an empty file name", [.test("")]),
    ("an absolute folder", [.test("/", .folder)]),
    ("a control character", [.test("a\u{1B}")]), ("a turned direction", [.test("a\u{202E}b")]),
    ("a link out", [.test("l", .link, to: "../x")]),
    ("an absolute link", [.test("l", .link, to: "/etc")]),
    ("a way through a link", [.test("l", .link, to: "d"), .test("l/x")]),
    ("a deep way through a link", [.test("a/l", .link, to: "d"), .test("a/l/x/y")]),
    ("a file over a link", [.test("l", .link, to: "d"), .test("l")]),
    ("a folder over a link", [.test("l", .link, to: "d"), .test("l", .folder)]),
    ("a way through a link in other words", [.test("l", .link, to: "d"), .test("./l//x")]),
    ("something below a file", [.test("f"), .test("f/x")]),
    ("a hard link out", [.test("f"), .test("h", .hardLink, to: "../f")]),
    ("an absolute hard link", [.test("f"), .test("h", .hardLink, to: "/f")]),
    (
      "what is at fault",
      [.test("f", fault: ConversionError(.unsafeEntry, "overlaps another entry"))]
    ),
  ]

  @Test("unless they are unsafe", arguments: refused)
  func unsafe(what: String, entries: [Entry]) throws {
    let error = failure { () throws(ConversionError) in try admit(entries) }
    #expect(error?.code == .unsafeEntry)
    // Left out, the others stay.
    let context = ConversionContext.test()
    let admitted = try admit(entries + [.test("good")], keepGoing: true, in: context)
    #expect(admitted.last == "good")
    #expect(admitted.dropLast().last == .some(nil))
    #expect(context.omissions.count == 1)
    #expect(context.ledger.count == 1)
    #expect(context.ledger.first?.action == .dropped)
  }

  @Test("as they were asked for")
  func selection() throws {
    let entries: [Entry] = [.test("a/b.txt"), .test("a/c.jpg"), .test("d.txt"), .test("../evil")]
    #expect(try admit(entries, entries: ["a"]) == ["a/b.txt", "a/c.jpg", nil, nil])
    #expect(try admit(entries, entries: ["**/*.txt"]) == ["a/b.txt", nil, "d.txt", nil])
    #expect(try admit(entries, entries: ["d.txt", "a/*.jpg"]) == [nil, "a/c.jpg", "d.txt", nil])
    let error = failure { () throws(ConversionError) in
      try admit(entries, entries: ["a", "*.gif", "x"])
    }
    #expect(error?.code == .inputNotFound)
    #expect(
      error?.message
        == "the archive has no entry \"*.gif\"; \"**/\" before it looks in all folders: "
        + "\"**/*.gif\"")
  }

  @Test("as many as the limit says")
  func limit() throws {
    let context = ConversionContext.test { $0.entries = 2 }
    let error = failure { () throws(ConversionError) in
      try admit([.test("a"), .test("b"), .test("c")], in: context)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit entries=4") == true)
    #expect(try admit([.test("a"), .test("b")], in: .test { $0.entries = 2 }) == ["a", "b"])
  }

  @Test("as other names of files that came before")
  func hardLinks() throws {
    let admission = Admission(ConversionOptions(), in: .test())
    _ = try admission.admit(.test("a"))
    _ = try admission.admit(.test("a"))
    let link = try admission.admit(.test("h", .hardLink, to: "./a"))
    #expect(link?.linkTarget == Array("a-2".utf8))
    let error = failure { () throws(ConversionError) in
      try admission.admit(.test("i", .hardLink, to: "nothing"))
    }
    #expect(error?.code == .unsupportedContent)
  }

  @Test("not by errors that the next one would meet as well")
  func leavingOut() throws {
    var options = ConversionOptions()
    options.keepGoing = true
    let context = ConversionContext.test()
    let admission = Admission(options, in: context)
    try admission.leaveOut(.test("a\n"), ConversionError(.damagedInput, "has a wrong checksum"))
    #expect(context.omissions.first?.message == "the entry \"a\\n\" has a wrong checksum")
    #expect(context.ledger.first?.what == "entry \"a\\n\"")
    for code in [ConversionError.Code.writeFailed, .interrupted, .internalError] {
      let error = failure { () throws(ConversionError) in
        try admission.leaveOut(.test("a"), ConversionError(code, "x"))
      }
      #expect(error?.code == code)
    }
  }

  @Test("a hundred thousand in no time")
  func speed() throws {
    let entries = (0..<100_000).map { Entry.test("folder/sub\($0 / 100)/file number \($0).txt") }
    let admission = Admission(ConversionOptions(), in: .test())
    let time = try processorTime { for entry in entries { _ = try admission.admit(entry) } }
    #expect(time < .milliseconds(500))
  }
}
