import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

private let hasQPDF = FileIdentity(path: "/usr/bin/qpdf") != nil

@Suite("Passwords that are not ASCII")
struct SASLprepTests {
  /// The examples of RFC 4013, section 3, and others.
  @Test(arguments: [
    ("user", "user"), ("I\u{AD}X", "IX"), ("USER", "USER"), ("\u{AA}", "a"), ("\u{2168}", "IX"),
    ("\u{7}é", nil), ("\u{627}1", nil), ("a\u{A0}b", "a b"), ("e\u{301}", "\u{E9}"),
  ])
  func prepared(password: String, expected: String?) {
    let prepared = SASLprepHandle.prepared(Array(password.utf8))
    #expect(prepared == expected.map { Array($0.utf8) })
  }

  @Test(arguments: [[0xFF], [0xC3, 0xA9, 0, 0x61]] as [[UInt8]])
  func whatIsNoTextHasNoSuchForm(password: [UInt8]) {
    #expect(SASLprepHandle.prepared(password) == nil)
  }

  /// As a program writes it that prepares what is typed, and as one that does not.
  @Test(
    .enabled(if: hasQPDF),
    arguments: [
      ("256", "\u{E9}t\u{E9}", "e\u{301}te\u{301}"), ("256", "IX", "\u{2168}"),
      ("256", "e\u{301}", "e\u{301}"), ("128", "\u{E9}", "\u{E9}"),
    ])
  func aFileIsOpened(bits: String, written: String, typed: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TinyPDF("", pages: [""]).bytes, to: "plain.pdf")
    // qpdf takes what it is given for 256 bits as it is, and turns it into PDFDocEncoding for less.
    let run = try Program.run(
      "/usr/bin/qpdf",
      ["--allow-weak-crypto", "--encrypt", written, "owner", bits] + [
        "--", scratch.file("plain.pdf"), scratch.file("out.pdf"),
      ])
    #expect(run.status == 0, "\(run.error)")
    let bytes = try scratch.bytes("out.pdf")
    #expect(try Made([bytes], password: typed).code == nil)
    #expect(try Made([bytes], password: typed + "x").code == .wrongPassword)
  }

  /// Who types the password into another program gets in.
  @Test(.enabled(if: hasQPDF))
  func aResultHasThePreparedOne() throws {
    let made = try Made([TinyPDF("", pages: [""]).bytes], password: "e\u{301}") {
      $0.settings["encryption"] = "aes256"
    }
    let scratch = try ScratchFolder()
    try scratch.write(try #require(made.files.first), to: "a.pdf")
    let check = try Program.run(
      "/usr/bin/qpdf",
      ["--password=\u{E9}", "--password-mode=bytes", "--check", scratch.file("a.pdf")])
    #expect(check.status == 0, "\(check.error)")
  }
}
