import ConverterCore
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Which texts of a message are its body.
@Suite struct BodyTests {
  /// No text that is read is missing in JSON.
  @Test func textsBesideTheBodies() throws {
    let json = try Reading.json(
      Array(
        ("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>page</p>\n"
          + "--b\n\nfooter\n--b\nContent-Type: text/html\n\n<i>end</i>\n--b--\n").utf8))
    #expect(
      json.contains(
        #""text":null,"html":"<p>page</p>","furtherTexts":[{"mediaType":"text/plain","text":"footer"},"#
          + #"{"mediaType":"text/html","text":"<i>end</i>"}],"headers":"#), "\(json)")
    let plain = try Reading.json(Array("Subject: x\n\ntext\n".utf8))
    #expect(!plain.contains("furtherTexts"))
  }

  /// A plain text without a word hides no page.
  @Test(arguments: ["", "\n", "  \n \u{A0}\n", "\u{200B}\n"])
  func aBlankTextIsNoBody(blank: String) throws {
    let mail = """
      Content-Type: multipart/alternative; boundary=B

      --B
      Content-Type: text/plain; charset=utf-8

      \(blank)
      --B
      Content-Type: text/html

      <p>real content</p>
      --B--
      """
    #expect(
      try Reading.lines(mail) == """

        real content

        Parts
          0  multipart/alternative
            1  text/plain
            2  text/html

        """)
    #expect(try Reading.searched(mail) == "real content\n\n")
    let all = try Reading.json(Array(mail.utf8))
    #expect(all.contains("\"html\":\"<p>real content</p>\""))
  }

  @Test(arguments: [
    "Content-Type: text/plain; name=\"mail.txt\"\n\nthe body\n",
    "Content-Type: text/plain; name=\"mail.txt\"\nContent-Disposition: inline\n\nthe body\n",
    "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain; charset=utf-8; "
      + "name=my file.txt\n\nthe body\n--B\nContent-Type: application/pdf; name=a.pdf\n\n%PDF\n--B--\n",
    "Content-Type: multipart/alternative; boundary=B\n\n--B\nContent-Type: text/plain; "
      + "name=a.txt\n\nthe body\n--B\nContent-Type: text/html; name=a.html\n\n<p>page</p>\n--B--\n",
  ])
  func aNameMakesNoFileOfTheMessageItself(mail: String) throws {
    #expect(try Reading.searched(mail) == "the body\n\n" || Reading.searched(mail) == "the body\n")
    #expect(try Reading.lines(mail).hasPrefix("\nthe body\n"))
    let files = try MessageSummary(of: OpenedMail(Array(mail.utf8)).held()).files
    #expect(files.map(\.name) == (mail.contains("a.pdf") ? ["a.pdf"] : []))
  }

  @Test(arguments: [
    "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nfile\n",
    "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain; name=a.txt\n\n"
      + "file\n--B\nContent-Type: text/plain\n\nthe body\n--B--\n",
    "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: application/pdf\n\n%PDF\n"
      + "--B\nContent-Type: text/plain; name=a.txt\n\nfile\n--B--\n",
    "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain; name=a.txt\n"
      + "Content-Disposition: inline\n\nfile\n--B--\n",
  ])
  func otherTextsWithNamesAreFiles(mail: String) throws {
    #expect(try Reading.searched(mail) == (mail.contains("the body") ? "the body\n" : ""))
    let files = try MessageSummary(of: OpenedMail(Array(mail.utf8)).held()).files
    #expect(files.compactMap(\.name) == ["a.txt"])
  }
}
