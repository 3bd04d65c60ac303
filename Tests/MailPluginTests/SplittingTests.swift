import Foundation
import TestSupport
import Testing

@testable import MailPlugin

/// Where messages of an mbox begin and end, in all dialects and with all that people write into their mail.
@Suite struct SplittingTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let messages: [String]
    /// Why Python's `mailbox.mbox` does not say the same; `nil` where it does.
    let better: String?

    init(_ name: String, _ file: String, _ messages: [String], better: String? = nil) {
      (testDescription, self.file, self.messages, self.better) = (name, file, messages, better)
    }
  }

  private static let one = "Subject: 1\n\none\n"
  private static let two = "Subject: 2\n\ntwo\n"
  private static let both = fromLine + one + "\n" + fromLine + two
  private static let body = "one\n\nFrom here on it is text\n\n\(fromLine)Subject: none\n\nof it\n"

  private static func withLength(_ length: String, _ body: String = "one\n") -> String {
    "Subject: 1\nContent-Length:\(length)\n\n\(body)"
  }

  private static let plain: [Case] = [
    Case("two", both, [one, two]),
    Case("one, with a date of another line", fromLine + one, [one]),
    Case("no final line end", String(both.dropLast()), [one, String(two.dropLast())]),
    Case(
      "no line before the first", one + "\n" + fromLine + two, [one, two], better: "it drops it"),
    Case("blank lines before the first", "\n\r\n\n" + both, [one, two]),
    Case("blank lines behind the last", both + "\n\n", [one, two + "\n"]),
    Case("no bytes", "", []),
    Case("one byte", "x", ["x"], better: "it drops it"),
    Case("line ends alone", "\n\r\n\n", []),
    Case("From alone", "From ", [""]),
    Case("half a From", "From", ["From"], better: "it drops it"),
    Case(
      "a blank between messages", fromLine + one + "\n\n\n" + fromLine + two, [one + "\n\n", two]),
    Case("no message between lines", fromLine + fromLine + two, ["", two]),
    Case("an empty message", fromLine + "\n" + fromLine + two, ["", two]),
    Case("an empty last message", fromLine + one + "\n" + fromLine, [one, ""]),
    Case("NULs", fromLine + one + "a\0\0b\n\0\n" + fromLine + two, [one + "a\0\0b\n\0\n", two]),
  ]

  private static let lines: [Case] = [
    Case(
      "a quoted line", fromLine + one + ">\(fromLine)Subject: 2\n",
      [one + ">\(fromLine)Subject: 2\n"]),
    Case(
      "a sentence", fromLine + one + "\nFrom me to you\n", [one + "\nFrom me to you\n"],
      better: "it divides at every line"),
    Case(
      "a sentence before a field", fromLine + one + "\nFrom me to you\nSubject: 3\n",
      [one + "\nFrom me to you\nSubject: 3\n"], better: "it divides at every line"),
    Case(
      "a dated line before prose", fromLine + one + "\n" + fromLine + "was its line\n",
      [one, "was its line\n"]),
    Case(
      "another date before prose",
      fromLine + one + "\nFrom a@b 2001-01-01 00:00:00\nwas its line\n",
      [one + "\nFrom a@b 2001-01-01 00:00:00\nwas its line\n"], better: "it divides at every line"),
    Case("a dated line without a blank one", fromLine + one + fromLine + two, [one, two]),
    Case(
      "a dated line without a blank one, before prose", fromLine + one + fromLine + "was it\n",
      [one + fromLine + "was it\n"], better: "it divides at every line"),
    Case(
      "a sentence with a date",
      fromLine + one + "\nFrom 1 May 2024 on, doors open at 08:00:\n\nMonday\n",
      [one + "\nFrom 1 May 2024 on, doors open at 08:00:\n\nMonday\n"],
      better: "it divides at every line"),
    Case(
      "a sentence with two dates",
      fromLine + one + "\nFrom Jan 5 to Feb 7 we open at 10:30 and close at 18:00\n\nNote: x\n",
      [one + "\nFrom Jan 5 to Feb 7 we open at 10:30 and close at 18:00\n\nNote: x\n"],
      better: "it divides at every line"),
    Case(
      "a sentence with a date at its end",
      fromLine + one + "\nFrom now on we meet on Friday May 3 17:00\nor so\n",
      [one + "\nFrom now on we meet on Friday May 3 17:00\nor so\n"],
      better: "it divides at every line"),
    Case(
      "what cannot be parsed",
      fromLine + one + "\n" + fromLine + "\u{1}\u{2} no header\nmore\n\n" + fromLine + two,
      [one, "\u{1}\u{2} no header\nmore\n", two]),
    Case("a sender alone", fromLine + one + "\nFrom a@b\n" + two, [one, two]),
    Case("nobody", fromLine + one + "\nFrom \n" + two, [one, two]),
    Case(
      "a sender alone, without a blank line", fromLine + one + "From a@b\n" + two,
      [one + "From a@b\n" + two], better: "it divides at every line"),
    Case(
      "Mozilla", "From - Mon Jan  1 00:00:00 2001\n\(one)\nFrom - Mon Jan 01 2001 00:00:00\n\(two)",
      [one, two]),
    Case("Mozilla without a date", "From - \n\(one)From - \n\(two)", [one, two]),
    Case(
      "Mozilla without a date, before prose", "From - \n\(one)From - \ntwo\n",
      [one + "From - \ntwo\n"],
      better: "it divides at every line"),
    Case("a zone", "\(fromLine)\(one)\nFrom a@b Mon Jan  1 00:00:00 CET 2001\n\(two)", [one, two]),
    Case(
      "an offset", "\(fromLine)\(one)\nFrom a@b Mon, 1 Jan 2001 00:00:00 +0100\n\(two)", [one, two]),
    Case(
      "a host", "\(fromLine)\(one)\nFrom a Mon Jan  1 00:00:00 2001 remote from b\n\(two)",
      [one, two]),
    Case(
      "a name with blanks", "\(fromLine)\(one)\nFrom \"a b\" <a@b> Mon Jan  1 00:00 2001\n\(two)",
      [one, two]),
    Case(
      "a gateway's line",
      "\(fromLine)\(one)\n\(fromLine)>From c@d Mon Jan  1 00:00:00 2001\n\(two)",
      [one, ">From c@d Mon Jan  1 00:00:00 2001\n\(two)"]),
    Case(
      "CRLF", both.crlf, [one.crlf, two.crlf], better: "it leaves the blank line in the message"),
    Case(
      "CRLF and LF", fromLine + one.crlf + "\n" + fromLine.crlf + two + "\r\n" + fromLine + one,
      [one.crlf, two, one], better: "it leaves the blank line in the message"),
    Case(
      "FROM is no From", fromLine + one + "\nFROM a@b Mon Jan  1 00:00:00 2001\n" + two,
      [one + "\nFROM a@b Mon Jan  1 00:00:00 2001\n" + two]),
    Case(
      "a line in a line", fromLine + one + "\n " + fromLine + two, [one + "\n " + fromLine + two]),
  ]

  private static let lengths: [Case] =
    [
      Case(
        "a length that fits",
        fromLine + withLength(" \(body.utf8.count)", body) + "\n" + fromLine + two,
        [withLength(" \(body.utf8.count)", body), two], better: "it does not look at lengths"),
      Case(
        "a length that fits up to the line",
        fromLine + withLength("\(body.utf8.count)", body) + fromLine + two,
        [withLength("\(body.utf8.count)", body), two], better: "it does not look at lengths"),
      Case(
        "a length up to the end", fromLine + withLength(" \(body.utf8.count)", body),
        [withLength(" \(body.utf8.count)", body)], better: "it does not look at lengths"),
      Case(
        "a length in lines of CRLF",
        (fromLine + withLength(" \(body.crlf.utf8.count)", body) + "\n" + fromLine + two).crlf,
        [withLength(" \(body.crlf.utf8.count)", body).crlf, two.crlf],
        better: "it does not look at lengths"),
      Case(
        "the same length in a quoted one", fromLine + withLength(" 4") + "\n" + fromLine + two,
        [withLength(" 4"), two]),
    ]
    + [
      " 3", " 2", " 5000", " 90", " -4", " 0", "", " 4294967296", " 99999999999999999999", " x",
      " 40",
    ].map {
      Case(
        "a length that is wrong:\($0)", fromLine + withLength($0) + "\n" + fromLine + two,
        [withLength($0), two])
    }

  static let cases = plain + lines + lengths

  @Test(arguments: cases) func finds(_ it: Case) throws {
    #expect(try split(it.file) == it.messages)
  }

  @Test func aLineOfAMegabyte() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let message = "Subject: \(long)\n\n\(long)\n"
    #expect(try split(fromLine + message + "\n" + fromLine + Self.two) == [message, Self.two])
    // What looks like a line that divides ends somewhere.
    let line = "From a@b Mon Jan  1 00:00:00 2001 \(long)\n"
    #expect(
      try split(fromLine + Self.one + "\n" + line + Self.two) == [Self.one + "\n" + line + Self.two]
    )
  }

  @Test func blankLinesOverSeveralWindows() throws {
    let blank = String(repeating: "\n", count: (1 << 20) + 5)
    #expect(try split(blank + Self.both) == [Self.one, Self.two])
    #expect(try split(blank) == [])
  }

  @Test func quotingIsTakenAwayUnlessThereIsABareLine() throws {
    let quoted = "Subject: 1\n\n>From me\n"
    let bare = "Subject: 2\n\nFrom me\n>From me\n"
    let counted = Self.withLength(" \(Self.body.utf8.count)", Self.body)
    let file = Array([quoted, bare, counted, quoted].map { fromLine + $0 + "\n" }.joined().utf8)
    #expect(try split(file).map(\.isQuoted) == [true, false, false, true])
    #expect(try split(file, quoting: .quoted).allSatisfy { $0.isQuoted })
    #expect(try split(file, quoting: .none).allSatisfy { !$0.isQuoted })
  }

  /// Python divides at every line `From `, in files with LF: where that is right it is what we find.
  @Test(.enabled(if: Places.has(program: "python3"))) func pythonAgrees() throws {
    let scratch = try ScratchFolder()
    for (number, it) in Self.cases.enumerated() {
      try scratch.write(Array(it.file.utf8), to: "\(number).mbox")
    }
    let script = """
      import json, mailbox, sys
      for number in range(int(sys.argv[1])):
          box = mailbox.mbox(f"{number}.mbox", create=False)
          print(json.dumps([box.get_bytes(key).decode("latin-1") for key in box.keys()]))
      """
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", script, "\(Self.cases.count)"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    try #require(result.lines.count == Self.cases.count)
    for (it, line) in zip(Self.cases, result.lines) {
      let python = try JSONDecoder().decode([String].self, from: Data(line.utf8))
      #expect((python == it.messages) == (it.better == nil), "\(it.testDescription): \(python)")
    }
  }
}
