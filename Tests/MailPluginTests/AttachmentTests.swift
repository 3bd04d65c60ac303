import ArchiveModel
import ConverterCore
import MailboxModel
import SystemPackage
import TestSupport
import Testing

@testable import MailPlugin

/// Attachments become files.
@Suite struct AttachmentTests {
  private var convert: Converting

  init() throws { convert = try Converting() }

  /// A part with a file.
  private static func part(_ header: String, _ body: String) -> String {
    "--b\n\(header)\n\n\(body)\n"
  }

  private static func message(_ subject: String, _ parts: String...) -> String {
    "\(fromLine)Subject: \(subject)\nDate: Thu, 1 Jan 2004 00:00:10 +0000\n"
      + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n\(parts.joined())--b--\n\n"
  }

  private static func file(_ name: String, _ body: String, _ type: String = "text/plain") -> String
  {
    part("Content-Type: \(type)\nContent-Disposition: attachment; filename=\"\(name)\"", body)
  }

  private func extract(_ text: String) throws -> [String] {
    try convert.write(text, to: "in.mbox")
    return try convert("in.mbox", as: "public.mbox", to: .folder, "out/")
  }

  private static let two =
    message("a", file("a.txt", "1"), file("a.txt", "2")) + message("b/c", file("a.txt", "1"))
    + message("", part("Content-Type: text/plain; name=x.txt", "3"))

  @Test func besideEachOther() throws {
    #expect(try extract(Self.two) == [])
    #expect(try convert.files("out") == ["a-2.txt", "a-3.txt", "a.txt", "x.txt"])
    #expect(try convert.text("out/a.txt") == "1")
    #expect(try convert.text("out/a-2.txt") == "2")
    #expect(
      try FolderTree.lines(convert.scratch.file("out")).contains {
        $0.contains("a.txt @1072915210.0")
      })
  }

  @Test func inAFolderForEachMessage() throws {
    var test = self
    test.convert.options.settings["layout"] = "by-message"
    #expect(try test.extract(Self.two) == [])
    #expect(
      try convert.files("out") == [
        "000001%20a/a-2.txt", "000001%20a/a.txt", "000002%20b_c/a.txt", "000003/x.txt",
      ])
  }

  @Test func onlyOnce() throws {
    var test = self
    test.convert.options.settings["dedupe"] = "true"
    try convert.write(Self.two, to: "in.mbox")
    let outcome = try test.convert.outcome("in.mbox", to: .folder, "out/")
    #expect(try convert.files("out") == ["a-2.txt", "a.txt", "x.txt"])
    #expect(outcome.ledger.contains { $0.what == "an attachment" && $0.action == .dropped })
  }

  private static let page =
    "\(fromLine)Subject: page\nContent-Type: multipart/related; boundary=b\n\n"
    + part("Content-Type: text/html", "<img src=cid:p>")
    + part("Content-Type: image/png; name=p.png\nContent-ID: <p>", "\u{89}PNG") + "--b--\n"

  @Test func picturesOfAPage() throws {
    var test = self
    _ = try extract(Self.page + Self.two)
    #expect(try convert.files("out").contains("p.png") == false)
    test.convert.options.settings["inline"] = "true"
    try convert.write(Self.page, to: "in.mbox")
    try test.convert("in.mbox", to: .folder, "inline/")
    #expect(try convert.files("inline") == ["p.png"])
  }

  @Test func thoseOfAPattern() throws {
    var test = self
    test.convert.select { $0.attachments = ["*.PDF"] }
    _ = try test.extract(
      Self.message(
        "a", Self.file("a.txt", "1"), Self.file("b.pdf", "%PDF-1.4"), Self.file("c.Pdf", "%PDF-1.4")
      ))
    #expect(try convert.files("out") == ["b.pdf", "c.Pdf"])
  }

  private static let long = String(repeating: "long-", count: 60) + ".pdf"

  @Test(arguments: [
    ("../../evil.txt", "evil.txt"), ("/etc/passwd", "passwd"), ("C:\\\\x\\\\y.txt", "y.txt"),
    ("..", "attachment-2.txt"),
    ("...", "attachment-2.txt"), ("", "attachment-2.txt"), (".hidden", "hidden"),
    ("a.txt. . ", "a.txt"), ("a:b*c?.txt", "a_b_c_.txt"),
    ("a\u{202E}gpj.exe", "agpj.exe"), ("a\u{200B}b\u{FEFF}.txt", "ab.txt"), ("a\tb.txt", "a b.txt"),
    ("../", "attachment-2.txt"),
    ("=?utf-8?Q?Gr=C3=BC=C3=9Fe.txt?=", "Grüße.txt"),
    ("=?utf-8?Q?a=0Ab=00c.txt?=", "a b\u{FFFD}c.txt"),
    ("=?utf-8?Q?=2E=2E=2Fx.txt?=", "x.txt"),
    (long, String(repeating: "long-", count: 40).prefix(196) + ".pdf"),
    (
      "e" + String(repeating: "\u{301}", count: 300) + ".pdf",
      "e" + String(repeating: "\u{301}", count: 97) + ".pdf"
    ),
    (String(repeating: "/", count: 300), "attachment-2.txt"), ("a/b/", "b"), ("~", "~"),
    ("-rf", "-rf"),
  ]) func names(name: String, expected: String) throws {
    _ = try extract(Self.message("a", Self.file(name, "text")))
    let names = convert.scratch.names.filter { $0.hasPrefix("out/") }.map {
      String($0.dropFirst(4))
    }
    #expect(names == [expected])
    #expect(convert.scratch.names.count == 3)
  }

  @Test func namesInPieces() throws {
    let header =
      "Content-Type: text/plain\nContent-Disposition: attachment;\n filename*0*=utf-8''Gr%C3%BC;\n filename*1*=%C3%9Fe;\n filename*2=\" x.txt\""
    _ = try extract(Self.message("a", Self.part(header, "text")))
    #expect(convert.scratch.names.contains("out/Grüße x.txt"))
  }

  @Test func namesOfBytesThatAreNoText() throws {
    #expect(FileName.cleaned("\u{0}\u{1}") == nil)
    #expect(FileName.cleaned("a\u{0}b") == "ab")
    for name in ["CON", "nul.txt", "Com1.tar.gz", "lpt9", "AUX ", "prn .a"] {
      #expect(FileName.cleaned(name)?.hasPrefix("_") == true, "\(name)")
    }
    for name in ["CONS", "com0", "comx.txt", "lpt10", "my con", "nulls.txt"] {
      #expect(FileName.cleaned(name) == name)
    }
    #expect(FileName.cleaned("a\nb\r\nc") == "a b  c")
    #expect(FileName.cleaned(component: "../a\\b") == "_a_b")
    #expect(FileName.cleaned(component: "a\u{2028}b") == "ab")
    #expect(FileName.cleaned(String(repeating: "\u{301}", count: 300))?.utf8.count == 200)
    #expect(FileName.cleaned(String(repeating: "x", count: 100_000) + ".tar.gz")?.utf8.count == 200)
  }

  @Test func withoutAName() throws {
    _ = try extract(
      Self.message(
        "a", Self.part("Content-Type: application/pdf", "%PDF-1.4"),
        Self.part("Content-Type: application/octet-stream", "%PDF-1.4"),
        Self.part("Content-Type: message/rfc822", "Subject: in/it\n\ntext"),
        Self.part("Content-Type: message/rfc822", "X: y\n\ntext"),
        Self.part("Content-Type: application/x-odd", "odd")))
    #expect(
      Set(convert.scratch.names.filter { $0.hasPrefix("out/") }) == [
        "out/attachment-2.pdf", "out/attachment-3.pdf", "out/in_it.eml", "out/message.eml",
        "out/attachment-6.txt",
      ])
    #expect(try convert.text("out/in_it.eml") == "Subject: in/it\n\ntext")
  }

  @Test func anotherKindThanItsNameIsToldOf() throws {
    let warnings = try extract(
      Self.message("a", Self.file("a.jpg", "%PDF-1.4\n%\n1 0 obj", "image/jpeg")))
    #expect(try convert.files("out") == ["a.jpg"])
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("message 1, a.jpg: ") == true)
  }

  @Test func damageIsToldOf() throws {
    let header =
      "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="
    let warnings = try extract(
      Self.message(
        "a", Self.part(header + "whole.bin", "AAEC\nAwQF"), Self.part(header + "cut.bin", "AAECA"),
        Self.part(header + "odd.bin", "AA!!EC")))
    #expect(try convert.scratch.bytes("out/whole.bin") == [0, 1, 2, 3, 4, 5])
    #expect(try convert.scratch.bytes("out/odd.bin") == [0, 1, 2])
    #expect(
      warnings == [
        "message 1, cut.bin: its content ends too early",
        "message 1, odd.bin: 2 bytes of its encoding are none",
      ])
  }

  private static func outlook(_ bytes: [UInt8], _ name: String = "winmail.dat") -> String {
    part(
      "Content-Type: application/ms-tnef; name=\"\(name)\"\nContent-Transfer-Encoding: base64",
      String(decoding: Base64.encode(bytes), as: UTF8.self))
  }

  @Test func aContainerOfOutlookIsOpened() throws {
    let bytes = try Places.fixtureBytes("winmail.dat")
    #expect(try extract(Self.message("a", Self.outlook(bytes), Self.file("behind.txt", "1"))) == [])
    let names = convert.scratch.names.filter { $0.hasPrefix("out/") }.map {
      String($0.dropFirst(4))
    }
    #expect(
      names == [
        "Prüfung.csv", "Tabelle", "Verträge 契約.txt", "behind.txt", "body-2.txt", "body.html",
        "body.rtf", "body.txt",
        "pixel.gif",
      ])
    #expect(try convert.text("out/Prüfung.csv") == "a;b\r\n1;2\r\n")
    #expect(try convert.scratch.bytes("out/pixel.gif") == TinyTNEF.gif)
  }

  @Test func aContainerThatIsNoneStaysWhatItIs() throws {
    let cut = Array(try Places.fixtureBytes("winmail.dat").prefix(9))
    for (number, bytes) in [Array("no such thing".utf8), cut].enumerated() {
      try convert.write(Self.message("a", Self.outlook(bytes)), to: "in.mbox")
      try convert("in.mbox", to: .folder, "\(number)/")
      #expect(try convert.scratch.bytes("\(number)/winmail.dat") == bytes)
    }
  }
}
