import ConverterCore
import Foundation
import MailboxModel
import TestSupport
import Testing

/// Mail in formats of other things.
@Suite struct OutputTests {
  private let convert: Converting

  private static let page =
    "<script>alert(1)</script><p onclick=\"x()\">Gr&uuml;&szlig;e</p><img src=\"cid:a@b\"><img src=\"https://track.example/p.gif\">"
    + "<link rel=stylesheet href=\"https://track.example/s.css\"><style>p { background: url(https://track.example/b.png) }</style>"

  private static let file = [
    "Subject: =?utf-8?B?R3LDvMOfZQ==?=\nFrom: Anna <a@b>\nTo: c@d, e@f\nDate: Thu, 1 Jan 2004 01:00:10 +0100\n"
      + "Message-ID: <1@b>\n\n>From me\n\u{1B}[31mred \"quoted\", and \\\n",
    "Subject: page\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n\(page)\n"
      + "--b\nContent-Type: image/png\nContent-ID: <a@b>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n",
    "Subject: file\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n"
      + "--b\nContent-Disposition: attachment; filename=\"a, \\\"b\\\".txt\"\n\nabc\n--b--\n",
    "no header at all <b>\n",
  ].map { fromLine + $0 + "\n" }.joined()

  init() throws {
    convert = try Converting()
    // The last one would not be divided from the one before without its blank line.
    try convert.write(
      Self.file.replacing("\(fromLine)no header", with: "\(fromLine)\nno header"), to: "in.mbox")
  }

  private func jq(_ name: String, _ script: String) throws -> String {
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", "import json\n\(script)"], in: convert.scratch.path)
    #expect(result.status == 0, "\(result.error)")
    return result.text
  }

  @Test(.enabled(if: PythonMail.isPresent), arguments: [1, 3]) func json(threads: Int) throws {
    var convert = convert
    convert.threads = threads
    try convert("in.mbox", to: "public.ndjson", "out.ndjson")
    try convert("in.mbox", to: "public.json", "out.json")
    let same = try jq(
      "out.json",
      """
      lines = [json.loads(line) for line in open("out.ndjson", encoding="utf-8")]
      assert lines == json.load(open("out.json", encoding="utf-8"))
      for line in lines: print(line["index"], line["subject"], line["date"], line["from"], line["messageId"],
          repr(line["text"]), [(file["name"], file["bytes"], file["part"]) for file in line["attachments"]])
      """)
    #expect(
      same == #"""
        1 Grüße 2004-01-01T01:00:10+01:00 Anna <a@b> <1@b> 'From me\n\x1b[31mred "quoted", and \\\n' []
        2 page None None None None [(None, 8, '2')]
        3 file None None None 'hello' [('a, "b".txt', 3, '2')]
        4 None None None None 'no header at all <b>\n' []

        """#)
  }

  @Test(.enabled(if: PythonMail.isPresent)) func messagesOfOthersAsJSON() throws {
    for (number, message) in allMessages.enumerated() {
      try convert.scratch.write(message.bytes, to: "\(number).eml")
      try convert("\(number).eml", as: .email, to: "public.json", "\(number).json")
    }
    let count = try jq(
      "",
      """
      for number in range(\(allMessages.count)):
          assert len(json.load(open(f"{number}.json", encoding="utf-8"))) == 1
      print(number)
      """)
    #expect(count == "\(allMessages.count - 1)\n")
  }

  @Test func csv() throws {
    try convert("in.mbox", to: "public.comma-separated-values-text", "out.csv")
    let lines = try convert.text("out.csv").split(separator: "\n").map(String.init)
    let sizes = try split(try convert.text("in.mbox")).map(\.utf8.count)
    #expect(
      lines == [
        "number,date,from,to,cc,subject,messageId,bytes,attachments",
        "1,2004-01-01T01:00:10+01:00,Anna <a@b>,\"c@d, e@f\",,Grüße,<1@b>,\(sizes[0]),",
        "2,,,,,page,,\(sizes[1]),",
        "3,,,,,file,,\(sizes[2]),\"a, \"\"b\"\".txt\"", "4,,,,,,,\(sizes[3]),",
      ])
  }

  @Test func text() throws {
    try convert("in.mbox", to: .plainText, "out.txt")
    let text = try convert.text("out.txt")
    let messages = text.components(separatedBy: "\n" + String(repeating: "=", count: 72) + "\n\n")
    #expect(messages.count == 4)
    #expect(messages[0].hasPrefix("From     Anna <a@b>\n") || messages[0].contains("Anna <a@b>"))
    #expect(messages[0].contains("Grüße"))
    #expect(messages[0].contains("\nFrom me\n"))
    #expect(messages[1].contains("Grüße"))
    #expect(messages[1].contains("https://track.example/p.gif"))
    #expect(messages[3].contains("no header at all <b>\n"))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func page() throws {
    let outcome = try convert.outcome("in.mbox", to: "public.html", "out.html")
    let page = try convert.text("out.html")
    let lower = page.lowercased()
    for word in ["<script", "onclick", "alert(1)", " src=\"http", "url(http", "<link", "@import"] {
      #expect(!lower.contains(word), "\(word)")
    }
    #expect(page.contains("src=\"data:image/png;base64,iVBORw0KGgo=\""))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("no header at all &lt;b&gt;"))
    #expect(page.contains("Grüße"))
    #expect(page.components(separatedBy: "<article>").count == 5)
    #expect(page.hasSuffix("</body>\n</html>\n"))
    #expect(outcome.ledger.contains { $0.what == "remote pictures" })
  }

  /// Nothing that a message says gets out of its place in the page.
  @Test func aPageThatBreaksOut() throws {
    let odd = "\"><script>alert(1)</script>"
    let coded = Base64.text(odd)
    let text = """
      Subject: =?utf-8?B?\(coded)?=
      From: "\(odd)" <a@b>
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html

      <img src="cid:x"><img src='cid:"onerror="alert(1)'></div></article></html><svg onload=alert(1)>
      --b
      Content-Type: image/x"onerror="alert(1); name="=?utf-8?B?\(coded)?="
      Content-ID: <x>

      PNG
      --b--
      """
    try convert.write(text, to: "in.eml")
    try convert("in.eml", as: .email, to: "public.html", "one.html")
    let page = try convert.text("one.html").lowercased()
    #expect(!page.contains("<script"))
    #expect(!page.contains("<svg"))
    #expect(!page.contains("\"onerror"))
    #expect(!page.contains(" onerror"))
    #expect(page.components(separatedBy: "</article>").count == 2)
  }
}
