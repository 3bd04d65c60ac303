import ConverterCore
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// What a text holds beside its words.
@Suite struct EmbeddedTextTests {
  private static let yEnc: [UInt8] =
    Array("=ybegin line=128 size=4 name=a b.bin\r\n".utf8) + [0xE9, 0xF0, 0x8A, 0xFF]
    + Array("\r\n=yend size=4\r\n".utf8)

  @Test func filesInATextAreNamedInIt() throws {
    let mail =
      Array("Subject: x\n\nHello\r\n\r\n".utf8) + Self.yEnc
      + Array("between\nbegin 644 cat.txt\n#0V%T\n`\nend\n".utf8)
    #expect(
      try Reading.lines(mail) == """
          Subject  x

        Hello

        [file: a b.bin]
        between
        [file: cat.txt]

        Files
          a b.bin  application/octet-stream, 4 bytes
          cat.txt  application/octet-stream, 3 bytes

        """)
    let all = try Reading.json(mail)
    #expect(
      all.contains(
        #""text":"Hello\r\n\r\n[file: a b.bin]\nbetween\n[file: cat.txt]\n""#), "\(all)")
    #expect(!all.contains("remark"))
    // What looks into texts does not look into such files.
    var selection = MessageSelection()
    selection.text = ["#0V%T"]
    #expect(try !MessageMatcher(selection).matches(OpenedMail(mail).found()))
  }

  @Test(arguments: [
    ("MESSAGE", "it holds something encrypted (PGP), which is not opened"),
    ("SIGNED MESSAGE", "it is signed (PGP), which is not checked"),
  ])
  func armourInATextIsNamed(kind: String, words: String) throws {
    let armour = "-----BEGIN PGP \(kind)-----"
    #expect(
      try Reading.lines("Subject: p\n\n\(armour)\n\nabc\n")
        == "  Subject  p\n  [the text: \(words)]\n\n\(armour)\n\nabc\n")
    #expect(try !Reading.lines("Subject: p\n\n> \(armour)\n\nabc\n").contains("["))
  }

  @Test func whatFollowsTheEndOfBase64IsTold() throws {
    let mail = """
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: base64

      aGVsbG8=

      ____
      mailing list footer

      """
    #expect(
      try Reading.lines(mail) == "  [the text: 21 bytes of its encoding are none]\n\nhello\n")
  }

  @Test func anUnknownTransferEncodingIsQuotedWithoutBlanks() throws {
    #expect(
      try Reading.lines("Content-Transfer-Encoding:  x-unknown \n\nx\n")
        == "  [part 1: its transfer encoding \"x-unknown\" is not known]\n\nx\n")
  }
}
