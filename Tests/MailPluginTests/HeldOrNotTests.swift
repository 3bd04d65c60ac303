import MIME
import TestSupport
import Testing

@testable import MailboxModel

/// A message is the same whether it is in memory or read in pieces.
@Suite struct HeldOrNotTests {
  @Test(arguments: [8, 61, 1000, 1 << 18])
  func messagesOfOthers(pieceSize: Int) throws {
    for (name, bytes) in allMessages {
      let mail = try OpenedMail(bytes)
      let held = try mail.held().description()
      let unheld = try mail.unheld(pieceSize: pieceSize).description()
      #expect(held == unheld, "\(name)")
    }
  }

  @Test func damagedOnes() throws {
    for (name, bytes) in Damaged.heads(changesBytes: true) {
      let mail = try OpenedMail(bytes)
      let message = try mail.held()
      let held = try message.description()
      for part in try message.structure.parts {
        #expect(
          part.header.lowerBound >= 0 && part.header.upperBound <= part.body.lowerBound, "\(name)")
        #expect(part.body.upperBound <= bytes.count, "\(name)")
      }
      #expect(try held == mail.unheld(pieceSize: 50).description(), "\(name)")
    }
  }

  /// A header that is longer than what is read of most, cut there at each place of a line.
  @Test func longHeaders() throws {
    for length in 0..<40 {
      let long = "X-Long: \(String(repeating: "x", count: (1 << 14) - 30 + length))\r\n"
      let text = "From: a@b\r\n\(long)Subject: the end\r\nTo: c@d\r\n\r\ntext\r\n"
      let mail = try OpenedMail(Array(text.utf8))
      #expect(try mail.unheld(pieceSize: 1 << 18).subject == "the end")
      #expect(try mail.unheld(pieceSize: 1 << 18).description() == mail.held().description())
    }
    let endless =
      "From: a@b\n" + String(repeating: "X-A: b\n", count: 400_000) + "Subject: no\n\ntext\n"
    let mail = try OpenedMail(Array(endless.utf8))
    let held = try mail.held()
    #expect(held.subject == nil)
    #expect(held.people("from")?.text == "a@b")
    #expect(try mail.unheld(pieceSize: 1 << 18).description() == held.description())
  }

  @Test func quotedLines() throws {
    let body = ">From me\n>>From you\n> From\n--b\n\n>From a part\n--b--"
    let text = "\(fromLine)Content-Type: multipart/mixed; boundary=b\n\n\(body)"
    let mail = try OpenedMail(Array(text.utf8), mbox: true)
    for message in [try mail.held()] + (try (8...30).map { try mail.unheld(pieceSize: $0) }) {
      let parts = try message.structure.parts
      #expect(parts.map(\.type.type) == ["multipart/mixed", "text/plain"])
      try #require(parts.count == 2)
      #expect(try String(decoding: message.bytes(of: parts[1]), as: UTF8.self) == "From a part")
      let whole = "From me\n>From you\n> From\n--b\n\nFrom a part\n--b--"
      #expect(
        try String(decoding: message.wholeContent.all(), as: UTF8.self).hasSuffix("\n\n" + whole))
      #expect(try message.byteCount(of: parts[1]) == 11)
    }
  }
}
