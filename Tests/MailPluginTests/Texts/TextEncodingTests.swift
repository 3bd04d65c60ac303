import ConverterCore
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Texts that say something wrong of their encoding, or nothing.
@Suite struct TextEncodingTests {
  /// The same text with and without its label.
  @Test(arguments: [
    ("iso-8859-1", "Съешь ещё"), ("windows-1252", "“So”"), ("iso-8859-15", "äöüß"),
    ("us-ascii", "Grüße"), ("windows-1250", "Příliš žluť"),
  ])
  func utf8UnderTheNameOfAnother(charset: String, text: String) throws {
    let mail = "Content-Type: text/plain; charset=\(charset)\n\n\(text)\n"
    #expect(
      try Reading.lines(mail)
        == "  [the text: it is not in \(charset), as it says, and was taken for UTF-8]\n\n\(text)\n"
    )
  }

  @Test(
    arguments: [
      ("iso-8859-1", "Ã¤ only", [0xC3, 0xA4]),
      ("iso-8859-1", "Ã¤Ã¤Ã¤ only", [0xC3, 0xA4, 0xC3, 0xA4, 0xC3, 0xA4]),
      ("windows-1252", "â€™ only", [0xE2, 0x80, 0x99]),
    ] as [(String, String, [UInt8])])
  func littleThatMayBeUTF8IsWhatItSays(charset: String, text: String, bytes: [UInt8]) throws {
    let head = "Content-Type: text/plain; charset=\(charset)\n\n"
    #expect(try Reading.lines(Array(head.utf8) + bytes + Array(" only\n".utf8)) == "\n\(text)\n")
  }

  @Test(arguments: ["hz-gb-2312", "HZ"])
  func chineseInSevenBits(charset: String) throws {
    // RFC 1843, 2; a line end ends what is not closed.
    let mail =
      "Content-Type: text/plain; charset=\(charset)\n\nThis ~~ is ~{<:Ky2;~}~\n~{VpJ)\nan~d\n"
    #expect(try Reading.lines(mail) == "\nThis ~ is 己所不逐施\nan~d\n")
  }

  @Test func escapesOfAnUnknownEncodingAreTold() throws {
    let head = "Content-Type: text/plain; charset=x-odd\n\n"
    #expect(try Reading.lines(head + "plain\n") == "\nplain\n")
    #expect(
      try Reading.lines(head + "\u{1B}$)A5\n").hasPrefix(
        "  [the text: its encoding \"x-odd\" is not known")
    )
  }

  @Test func aPageNamesItsEncoding() throws {
    let head = "Content-Type: text/html\n\n<html><head><META content='text/html; charset=KOI8-R'>"
    #expect(try Reading.lines(Array(head.utf8) + [0xF0, 0xD2, 0xC9, 0x0A]) == "\nПри\n")
    let short = "Content-Type: text/html\n\n<meta charset = \"windows-1251\"/>"
    #expect(try Reading.lines(Array(short.utf8) + [0xCF, 0xF0, 0xE8, 0x0A]) == "\nПри\n")
    let named = "Content-Type: text/html; charset=windows-1251\n\n<meta charset=koi8-r>"
    #expect(try Reading.lines(Array(named.utf8) + [0xCF, 0xF0, 0xE8, 0x0A]) == "\nПри\n")
    // Bytes that say so are not in units of two.
    let wide = "Content-Type: text/html\n\n<meta charset=utf-16>Grüße"
    #expect(
      try Reading.lines(wide)
        == "  [the page: its encoding is not named, and was taken for UTF-8]\n\nGrüße\n")
  }
}
