import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Mail that is written is what was read, to the byte.
@Suite struct WritingTests {
  private var convert: Converting

  init() throws { convert = try Converting() }

  private static let counted = "one\n\nFrom here on\n\n\(fromLine)A: b\n\nof it\n"
  private static let messages = [
    "From a@b Mon Jan  1 00:00:01 2001\nSubject: 1\n\n>From me\n\n",
    "From a@b Mon Jan  1 00:00:02 2001\r\nSubject: 2\r\nFrom: x\r\n\r\ntwo\r\n\r\n",
    "From - Mon Jan  1 00:00:03 2001\nSubject: 3\nContent-Length: \(counted.utf8.count)\n\n\(counted)\n",
    "From a@b Mon Jan  1 00:00:04 2001\nSubject: 4\n\nno blank behind it\n",
    "From a@b Mon Jan  1 00:00:05 2001\nSubject: 5\n\n\n\n\n",
    "From a@b Mon Jan  1 00:00:06 2001\nSubject: 6\n\nno end",
  ]

  @Test(arguments: [1, 3]) func anMboxKeepsAllItsBytes(threads: Int) throws {
    var convert = convert
    convert.threads = threads
    try convert.write(Self.messages.joined(), to: "in.mbox")
    try convert("in.mbox", to: "public.mbox", "out.mbox")
    #expect(try convert.text("out.mbox") == Self.messages.joined())
    for (number, message) in Self.messages.enumerated() {
      convert.select { $0.message = "\(number + 1)" }
      try convert("in.mbox", to: "public.mbox", "\(number).mbox")
      #expect(try convert.text("\(number).mbox") == message)
    }
    convert.select {
      $0.message = nil
      $0.from = ["x"]
    }
    try convert("in.mbox", to: "public.mbox", "from.mbox")
    #expect(try convert.text("from.mbox") == Self.messages[1])
  }

  @Test(
    arguments: Sample.present(["fixtures/others/mail", "mail"], name: \.self)
      .flatMap(Sample.files(in:)).filter { $0.name.hasSuffix(".mbox") })
  func filesOfOthersKeepAllTheirBytes(sample: Sample) throws {
    try convert.scratch.copy(sample.path, as: "other.mbox")
    try convert("other.mbox", to: "public.mbox", "out.mbox")
    #expect(try convert.scratch.bytes("out.mbox") == sample.bytes())
  }

  /// Longer ones are not in memory.
  @Test func longMessagesKeepAllTheirBytes() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    let long = "Subject: long\n\n" + String(repeating: line, count: 50_000) + ">From me\nFrom \n"
    let file = fromLine + long + "\n" + fromLine + "Subject: 2\n\ntwo\n"
    try convert.write(file, to: "in.mbox")
    try convert("in.mbox", to: "public.mbox", "out.mbox")
    #expect(try convert.text("out.mbox") == file)
    try convert("in.mbox", to: .email, "out/")
    #expect(try convert.text("out/000001 long.eml") == long)
    try convert("out/000001 long.eml", to: "public.mbox", "back.mbox")
    try convert("back.mbox", to: .email, "back.eml")
    #expect(try convert.text("back.eml") == long)
  }

  /// What of several mailboxes becomes one.
  private static func merged(
    _ texts: [String], _ selection: MessageSelection = MessageSelection()
  ) throws -> String {
    let context = try IndexedMail.context()
    let boxes = texts.map {
      Mailbox(
        format: "mbox",
        content: MboxContent(input: InputFile(bytes: Array($0.utf8)), quoting: .auto),
        selection: selection)
    }
    let output = try OutputFile(.memory)
    try MboxWriter().write(
      try #require(boxes.first).joined(with: Array(boxes.dropFirst()), in: context),
      as: "public.mbox", to: output,
      options: MailOptions(ConversionOptions()), in: WritingContext(context))
    return String(decoding: output.bytes, as: UTF8.self)
  }

  /// A line without a date needs a blank one before it.
  @Test func messagesOfSeveralFilesStayApart() throws {
    let second = "From bob\nSubject: x\n\ntwo\n"
    for (first, gap) in [
      ("text\n", "\n"), ("text\n\n", ""), ("text\r\n", "\r\n"), ("text\r\n\r\n", ""),
      ("text", "\n\n"), ("", ""),
    ] {
      let first = "\(fromLine)Subject: 1\n\n\(first)"
      let all = try Self.merged([first, second])
      #expect(all == first + gap + second)
      #expect(try split(all).count == 2)
    }
    // What stood together stays as it was, and what did not is divided.
    let third = "From a@b Mon Jan  1 00:00:06 2001\nSubject: 6\n\nsix\n"
    let close = "\(fromLine)Subject: 1\n\nno blank behind it\n" + third
    #expect(try Self.merged([close]) == close)
    var selection = MessageSelection()
    selection.subject = ["1"]
    let one = "\(fromLine)Subject: 1\n\nno blank behind it\n"
    #expect(try Self.merged([close, close], selection) == one + "\n" + one)
  }

  private static let single = [
    "Subject: 1\n\nFrom me\n>From you\n>>From him\n> From\nFrom",
    "Subject: 2\r\n\r\nFrom me\r\nFrom \r\n",
    "Subject: 3\n\nno end", "Subject: 4\n\nblank\n\n", "Subject: 5\r\n\r\nblank\r\n\r\n",
    "Subject: 6\n\n\n\n\n", "Subject: 7\n\n\(fromLine)Subject: no\n\n", "Subject: 8",
    "Subject: 9\n\n",
    "Subject: 10\nContent-Length: 9\n\nFrom me\n\n", "\(fromLine)Subject: 11\n\ntext\n",
    "Subject: 12\n\n\r\n\n\n\r\n", "\nno header\n", "Odd: field\n\ntext\n",
    "Subject: 13\n\n\(fromLine)",
  ]

  @Test(arguments: single) func aMessageComesBackFromAnMbox(text: String) throws {
    try convert.write(text, to: "in.eml")
    try convert("in.eml", as: .email, to: "public.mbox", "out.mbox")
    try convert("out.mbox", as: "public.mbox", to: .email, "back.eml")
    #expect(try convert.text("back.eml") == text)
  }

  @Test func manyComeBackFromAnMbox() throws {
    let all = Self.single + [""]
    for (number, text) in all.enumerated() {
      try convert.write(text, to: "box/cur/\(number + 10):2,")
    }
    for name in ["new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: convert.scratch.file("box/\(name)"), withIntermediateDirectories: true)
    }
    try convert("box", to: "public.mbox", "out.mbox")
    try convert("out.mbox", to: .maildir, "back/")
    let names = try convert.files("back")
    #expect(names.count == all.count)
    for (name, text) in zip(names, all) {
      // A line without an end gets one, before the line that divides.
      let isEnded = text.isEmpty || text.utf8.last == 0x0A
      #expect(try convert.text("back/\(name)") == (isEnded ? text : text + "\n"))
    }
  }

  @Test func theLineThatDivides() throws {
    func line(_ text: String) throws -> String {
      try convert.write(text, to: "in.eml")
      try convert("in.eml", as: .email, to: "public.mbox", "out.mbox")
      let written = try convert.text("out.mbox")
      try FileManager.default.removeItem(atPath: convert.scratch.file("out.mbox"))
      #expect(written.hasSuffix("\n" + text))
      return String(written.dropLast(text.count + 1))
    }
    let date = "Date: Thu, 1 Jan 2004 01:00:10 +0100\n"
    for (field, sender) in [
      ("From: Anna <anna@example.org>", "anna@example.org"),
      ("Return-Path: <x@y>\nFrom: a@b", "x@y"), ("Subject: x", "MAILER-DAEMON"),
      ("From: \"a b\"@c", "\"ab\"@c"), ("From: \u{E4}@b", "@b"),
    ] {
      #expect(try line("\(field)\n\(date)\ntext\n") == "From \(sender) Thu Jan  1 00:00:10 2004")
    }
    let bare = try line("only text\n")
    #expect(bare.hasPrefix("From MAILER-DAEMON ") && !bare.hasSuffix("\n"))
  }

  @Test func filesOfTheirOwn() throws {
    let subjects = [
      "a/b\\c", "..", "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "", "x\u{202E}y",
      String(repeating: "long ", count: 40),
    ]
    let file = subjects.map { fromLine + "Subject: \($0)\n\n>From me\n\n" }.joined()
    try convert.write(file, to: "in.mbox")
    try convert("in.mbox", to: .email, "out/")
    let names = convert.scratch.names.filter { $0.hasPrefix("out/") }.map {
      String($0.dropFirst(4))
    }
    #expect(
      names == [
        "000001 a_b_c.eml", "000002.eml", "000003 Grüße.eml", "000004.eml", "000005 xy.eml",
        "000006 \(String(repeating: "long ", count: 16).dropLast()).eml",
      ])
    #expect(try convert.text("out/000002.eml") == "Subject: ..\n\nFrom me\n")
  }

  @Test func aFileHoldsOneMessage() throws {
    try convert.write(Self.messages.joined(), to: "in.mbox")
    #expect(try convert.failure("in.mbox", to: .email, "one.eml") == .usage)
    #expect(convert.scratch.names == ["in.mbox"])
    var choosing = convert
    choosing.select { $0.message = "1" }
    try choosing("in.mbox", to: .email, "one.eml")
    #expect(try choosing.text("one.eml") == "Subject: 1\n\nFrom me\n")
    choosing.select { $0.message = "30" }
    guard case .failed(let error) = try choosing.outcome("in.mbox", to: .email, "none.eml").status
    else {
      Issue.record("there is no such message")
      return
    }
    #expect(error.code == .inputNotFound)
    #expect(error.message == "has no message \"30\"")
  }

  @Test func aMaildir() throws {
    let date = "Date: Thu, 1 Jan 2004 00:00:10 +0000\n"
    let file = [
      "Subject: 1\n\(date)Status: RO\n\n", "Subject: 2\n\(date)Status: O\nX-Status: AF\n\n",
      "Subject: 3\n\n",
    ].map { fromLine + $0 + "text\n\n" }.joined()
    try convert.write(file, to: "in.mbox")
    try convert("in.mbox", to: .maildir, "box/")
    let names = convert.scratch.names.filter { $0.hasPrefix("box/") }
    #expect(
      names == [
        "box/cur", "box/cur/1072915210.000001.fairy:2,S",
        "box/cur/1072915210.000002.fairy:2,FR", "box/cur/978307200.000003.fairy:2,", "box/new",
        "box/tmp",
      ])
    #expect(
      try convert.text("box/cur/1072915210.000001.fairy:2,S")
        == "Subject: 1\n\(date)Status: RO\n\ntext\n")
    // It is one: it is recognised, and keeps its flags.
    try convert("box", to: .maildir, "again/")
    #expect(
      convert.scratch.names.filter { $0.hasPrefix("again/cur/") }.map {
        $0.split(separator: ",").last
      } == [
        "S", "FR", "again/cur/978307200.000001.fairy:2",
      ])
  }

  @Test func aMaildirWithoutMessages() throws {
    try convert.write("", to: "in.mbox")
    try convert("in.mbox", to: .maildir, "box/")
    #expect(convert.scratch.names == ["box", "box/cur", "box/new", "box/tmp", "in.mbox"])
    try convert("box", to: "public.mbox", "out.mbox")
    #expect(try convert.text("out.mbox") == "")
  }
}
