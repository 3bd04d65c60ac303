import ConverterCore
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Paragraphs that were cut into lines (RFC 3676).
@Suite struct FlowedTextTests {
  @Test func flowedTextIsJoined() throws {
    let mail = """
      Content-Type: text/plain; format=flowed; charset=utf-8

      This is a long\u{20}
      paragraph that goes\u{20}
      on.

      > quoted\u{20}
      > more quoted
      >> deeper\u{20}
      >>deep
      > and\u{20}
      up
       From stuffed
      >\u{20}
      >not stuffed
      before\u{20}
      --\u{20}
      sig\u{20}
      x
      """
    let joined = """
      This is a long paragraph that goes on.

      > quoted more quoted
      >> deeper deep
      > and\u{20}
      up
      From stuffed
      >
      > not stuffed
      before\u{20}
      --\u{20}
      sig x

      """
    #expect(try Reading.lines(mail) == "\n" + joined)
    #expect(try Reading.searched(mail) == joined + "\n")
    #expect(
      try Reading.page(mail).contains("<pre>\(joined.replacing("> ", with: "&gt; "))".prefix(60)))
    #expect(
      try Reading.lines(mail.replacing("format=flowed", with: "format=fixed")).contains(
        "long \npara"))
    // Scripts get the text as it was sent.
    #expect(try Reading.json(Array(mail.utf8)).contains(#""text":"This is a long \nparagraph"#))
  }

  @Test func charactersOfAFlowedTextAreJoinedWithoutABlank() throws {
    let mail =
      "Content-Type: text/plain; charset=utf-8; format=Flowed; delsp=Yes\r\n\r\n日本 \r\n語です\r\n終\r\n"
    #expect(try Reading.lines(mail) == "\n日本語です\n終\n")
  }
}
