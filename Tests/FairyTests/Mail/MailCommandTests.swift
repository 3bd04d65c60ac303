import Foundation
import TestSupport
import Testing

/// What `fairy open`, `info`, `extract` and `convert` make of mail.
@Suite struct MailCommandTests {
  private let scratch: ScratchFolder

  static let mailbox = """
    From anna@example.org Mon Jan  1 10:00:00 2024
    From: Anna Berg <anna@example.org>
    To: bob@example.com
    Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
    Date: Mon, 01 Jan 2024 10:00:00 +0100
    Message-ID: <1@example.org>

    Hello Bob,
    >From here on it is quoted.

    From bob@example.com Tue Jan  2 11:30:00 2024
    From: bob@example.com
    To: Anna Berg <anna@example.org>
    Cc: json@example.net
    Subject: Re: numbers
    Date: Tue, 02 Jan 2024 11:30:00 +0000
    Message-ID: <2@example.com>
    Content-Type: multipart/mixed; boundary="b"

    --b
    Content-Type: text/plain

    See the table.
    --b
    Content-Type: text/csv; name="../numbers.csv"
    Content-Transfer-Encoding: base64
    Content-Disposition: attachment; filename="../numbers.csv"

    YSxiCjEsMgo=
    --b--

    From json@example.net Wed Jan  3 12:00:00 2024
    From: J. Son <json@example.net>
    To: bob@example.com
    Subject: page
    Date: Wed, 03 Jan 2024 12:00:00 +0000
    Content-Type: text/html

    <p>Hi <a href="https://example.org/x">there</a><script>alert(1)</script></p>

    """

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array(Self.mailbox.utf8), to: "m.mbox")
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try scratch.bytes(name), as: UTF8.self)
  }

  @Test func listed() throws {
    let result = try fairy("open", "m.mbox")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.text == """
        m.mbox: mailbox (mbox)
        #  date              from                          subject      bytes  attachments
        ─  ────────────────  ────────────────────────────  ───────────  ─────  ──────────────
        1  2024-01-01 10:00  Anna Berg <anna@example.org>  Grüße          198
        2  2024-01-02 11:30  bob@example.com               Re: numbers    416  ../numbers.csv
        3  2024-01-03 12:00  "J. Son" <json@example.net>   page           206

        3 messages

        """)
  }

  @Test func asJSON() throws {
    let result = try fairy("open", "--json", "m.mbox")
    #expect(result.lines.count == 3)
    #expect(
      result.lines[0]
        == #"{"index":1,"date":"2024-01-01T10:00:00+01:00","from":"Anna Berg <anna@example.org>","#
        + #""to":"bob@example.com","cc":null,"subject":"Grüße","messageId":"<1@example.org>","#
        + #""bytes":198,"attachments":[]}"#)
    #expect(
      result.lines[1].contains(
        #""attachments":[{"name":"../numbers.csv","mediaType":"text/csv","bytes":8,"part":"2"}]"#))
  }

  @Test(arguments: [
    (["--from", "anna"], [1]), (["--sender", "bob"], [2]), (["--to", "ANNA"], [2]),
    (["--recipient", "json@"], [2]), (["--subject", "grüSSe"], []), (["--subject", "grüße"], [1]),
    (["--text", "quoted"], [1]), (["--text", "hi there"], [3]), (["--has-attachment"], [2]),
    (["--attachment", "*.CSV"], [2]), (["--after", "2024-01-02T00:00Z"], [2, 3]),
    (["--before", "2024-01-02T00:00Z"], [1]), (["--larger", "300"], [2]),
    (["--limit", "2"], [1, 2]),
    // A word that is a type, too, means the sender of mail.
    (["--from", "json"], [3]), (["--from", "a", "--from", "example.org"], [1]),
  ])
  func filtered(words: [String], numbers: [Int]) throws {
    let result = try Program.run(
      Program.fairy, ["open", "--json", "m.mbox"] + words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let found = result.lines.filter { !$0.isEmpty }.map { line in
      Int(line.drop { $0 != ":" }.dropFirst().prefix { $0.isNumber })
    }
    #expect(found == numbers.map { $0 })
  }

  @Test func oneIsRead() throws {
    let page = try fairy("open", "m.mbox", "--message", "3")
    #expect(page.text.contains("Hi there [1]"))
    #expect(page.text.contains("\n[1] https://example.org/x\n"))
    #expect(!page.text.contains("alert"))
    let known = try fairy("open", "m.mbox", "--message", "<2@example.com>", "--json")
    #expect(known.text.contains(#""text":"See the table.""#))
    let missing = try fairy("open", "m.mbox", "--message", "9")
    #expect(missing.status == 66)
    #expect(missing.error == "fairy: m.mbox: has no message \"9\"\n")
    let filtered = try fairy("open", "m.mbox", "--message", "1", "--subject", "page")
    #expect(filtered.status == 66)
    #expect(filtered.error == "fairy: m.mbox: has no message \"1\" of those that are asked for\n")
    let saved = try fairy("extract", "m.mbox", "--message", "9", "-o", "none")
    #expect(saved.status == 66)
    #expect(saved.error == "fairy: m.mbox: has no message \"9\"\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/none"))
    #expect(
      try fairy("convert", "m.mbox", "--message", "9", "--to", "csv", "-o", "no.csv").status == 66)
    #expect(try fairy("open", "m.mbox", "--message", " ").status == 64)
  }

  /// A limit counts messages, unless rows are chosen or sorted first.
  @Test func rowsOfTheList() throws {
    let page = try fairy(
      "open", "m.mbox", "--json", "--filter", "subject=~^p", "--columns", "number,from")
    #expect(
      page.text == #"{"columns":["number","from"],"rows":[[3,"\"J. Son\" <json@example.net>"]]}"#
        + "\n")
    let first = try fairy("open", "m.mbox", "--json", "--limit", "1")
    #expect(first.lines.filter { !$0.isEmpty }.count == 1)
    #expect(first.text.hasPrefix(#"{"index":1,"#))
    let last = try fairy(
      "open", "m.mbox", "--json", "--sort=-number", "--limit", "1", "--columns", "number")
    #expect(last.text == #"{"columns":["number"],"rows":[[3]]}"# + "\n")
    let table = try fairy(
      "convert", "m.mbox", "--to", "csv", "--sort=-number", "--limit", "1", "--columns", "number",
      "-o", "-")
    #expect(table.text == "number\n3\n")
  }

  @Test func attachmentsOfTheFirstMessages() throws {
    let nothing = try fairy("extract", "m.mbox", "--limit", "1", "-o", "one")
    #expect(nothing.status == 66)
    #expect(
      nothing.error == "fairy: m.mbox: nothing is attached to the messages that were chosen\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/one"))
    #expect(try fairy("extract", "m.mbox", "--limit", "2", "-o", "two").status == 0)
    #expect(try text("two/numbers.csv") == "a,b\n1,2\n")
    #expect(try fairy("convert", "m.mbox", "--to", "zip", "-o", "m.zip").status == 0)
    let archive = try fairy("extract", "m.zip", "--limit", "1", "-o", "three")
    #expect(archive.status != 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/three"))
  }

  @Test func mailboxesThatAreHardlyText() throws {
    let text = Array(Self.mailbox.utf8)
    let half = try #require(Self.mailbox.range(of: "From bob@example.com Tue"))
    let hole = Self.mailbox.utf8.distance(from: Self.mailbox.startIndex, to: half.lowerBound)
    let holed = text[..<hole] + [UInt8](repeating: 0, count: 4096) + [0x0A, 0x0A] + text[hole...]
    for name in ["hole.mbox", "Inbox"] {
      try scratch.write(Array(holed), to: name)
      let list = try fairy("open", name, "--json")
      #expect(list.lines.filter { !$0.isEmpty }.count == 3, "\(list.text) \(list.error)")
    }
    try scratch.write(text.map { $0 == 0x0A ? 0x0D : $0 }, to: "mac.mbox")
    let mac = try fairy("open", "mac.mbox", "--message", "2", "--json")
    #expect(mac.text.contains(#""text":"See the table.""#))
    #expect(mac.error.contains("its lines end with carriage returns alone"))
    // Bytes that are no text have carriage returns anywhere.
    try scratch.write(Array("From \u{1}\rx\ry\rz".utf8), to: "bytes.mbox")
    let bytes = try fairy("open", "bytes.mbox", "--json")
    #expect(!bytes.error.contains("carriage returns"), "\(bytes.error)")
    // One line was added by another program.
    try scratch.write(text.dropLast().map { $0 == 0x0A ? 0x0D : $0 } + [0x0A], to: "mixed.mbox")
    let mixed = try fairy("open", "mixed.mbox", "--json")
    #expect(mixed.lines.filter { !$0.isEmpty }.count == 3, "\(mixed.text) \(mixed.error)")
  }

  /// What copies folders may leave empty ones out.
  @Test func maildirsInPart() throws {
    #expect(try fairy("convert", "m.mbox", "--to", "maildir", "-o", "m").status == 0)
    for rest in ["cur", "cur tmp", "cur new"] {
      let path = scratch.path + "/" + rest
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      for name in rest.split(separator: " ") {
        try FileManager.default.copyItem(
          atPath: scratch.path + "/m/\(name)", toPath: path + "/\(name)")
      }
      let list = try fairy("open", rest, "--json")
      #expect(list.lines.filter { !$0.isEmpty }.count == 3, "\(rest): \(list.text) \(list.error)")
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/photos/new", withIntermediateDirectories: true)
    try scratch.write([0], to: "photos/new/1.jpg")
    #expect(try fairy("open", "photos", "--message", "1").status == 64)
  }

  @Test func attachmentsAreSaved() throws {
    let result = try fairy("extract", "m.mbox", "-o", "out")
    #expect(result.status == 0, "\(result.error)")
    #expect(try text("out/numbers.csv") == "a,b\n1,2\n")
    let arranged = try fairy("extract", "m.mbox", "-o", "by", "--set", "layout=by-message")
    #expect(arranged.status == 0, "\(arranged.error)")
    #expect(try text("by/000002 Re_ numbers/numbers.csv") == "a,b\n1,2\n")
    // A file in a message is an input like any other.
    let table = try fairy("open", "--json", "m.mbox//numbers.csv")
    #expect(table.text == #"{"columns":["a","b"],"rows":[["1","2"]]}"# + "\n")
  }

  @Test func converted() throws {
    #expect(try fairy("convert", "m.mbox", "--to", "mbox", "-o", "same.mbox").status == 0)
    #expect(try text("same.mbox") == Self.mailbox)
    let part = try fairy("convert", "m.mbox", "--to", "mbox", "--from", "bob", "-o", "bob.mbox")
    #expect(part.status == 0, "\(part.error)")
    let all = Self.mailbox
    let start = try #require(all.range(of: "From bob@example.com Tue"))
    let end = try #require(all.range(of: "From json@example.net Wed"))
    #expect(try text("bob.mbox") == String(all[start.lowerBound..<end.lowerBound]))
    #expect(try fairy("convert", "m.mbox", "--to", "eml", "-o", "eml/").status == 0)
    #expect(try text("eml/000001 Grüße.eml").hasSuffix("Hello Bob,\nFrom here on it is quoted.\n"))
    #expect(try fairy("convert", "m.mbox", "--to", "maildir", "-o", "m").status == 0)
    let folder = try fairy("open", "--json", "m", "--has-attachment")
    #expect(folder.text.hasPrefix(#"{"index":2,"date":"2024-01-02T11:30:00+00:00""#))
    #expect(try fairy("extract", "m", "-o", "of-folder").status == 0)
    #expect(try text("of-folder/numbers.csv") == "a,b\n1,2\n")
    #expect(try fairy("convert", "m", "--to", "csv", "-o", "m.csv").status == 0)
    #expect(
      try text("m.csv").hasPrefix(
        "number,date,from,to,cc,subject,messageId,bytes,attachments\n1,2024-01-01T10:00:00+01:00,"))
    #expect(try fairy("convert", "m.mbox", "--to", "html", "-o", "m.html").status == 0)
    #expect(try !text("m.html").contains("<script"))
  }

  @Test func merged() throws {
    try scratch.write(
      Array("From x@y Thu Jan  4 12:00:00 2024\nSubject: last\n\nend\n".utf8), to: "n.mbox")
    for (words, path, count) in [
      (["--to", "maildir", "-o", "all"], "all", 4), (["--to", "eml", "-o", "each/"], "each", 4),
      (["-o", "all.mbox"], "all.mbox", 4),
    ] {
      let result = try Program.run(
        Program.fairy, ["merge", "m.mbox", "n.mbox"] + words, in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      if path == "each" {
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/each").count == count
        )
      } else {
        let list = try fairy("open", path, "--json")
        #expect(list.lines.filter { !$0.isEmpty }.count == count, "\(list.error)")
      }
    }
  }

  /// A folder of mail is read as mail where messages are chosen.
  @Test func filesOfMaildirs() throws {
    #expect(try fairy("convert", "m.mbox", "--to", "maildir", "-o", "m").status == 0)
    let missing = try fairy("convert", "m", "--message", "9", "--to", "zip", "-o", "no.zip")
    #expect(missing.status == 66)
    let some = try fairy("convert", "m", "--attachment", "*.csv", "--to", "zip", "-o", "some.zip")
    #expect(some.status == 0, "\(some.error)")
    #expect(try fairy("extract", "some.zip", "--flat").status == 0)
    #expect(try text("numbers.csv") == "a,b\n1,2\n")
  }

  @Test func filtersAreForMail() throws {
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "t.csv")
    let open = try fairy("open", "t.csv", "--subject", "x")
    #expect(open.status == 64)
    #expect(open.error.contains("messages can be chosen of mail alone"))
    let misspelt = try fairy("open", "t.csv", "--from", "csw")
    #expect(misspelt.status == 64)
    #expect(misspelt.error.contains("there is no type \"csw\" for --from"))
  }

  @Test func indexed() throws {
    let words = ["--index-file", "m.index", "--json"]
    func look(_ more: [String]) throws -> Program.Result {
      try Program.run(Program.fairy, ["open", "m.mbox"] + words + more, in: scratch.path)
    }
    let plain = try fairy("open", "m.mbox", "--json")
    #expect(try look([]).text == plain.text)
    #expect(try look([]).text == plain.text)
    #expect(try look(["--search", "grüße quo"]).lines.first?.hasPrefix(#"{"index":1,"#) == true)
    // An index of the mailbox as it was is made anew.
    try scratch.write(
      Array((Self.mailbox + "From x@y Thu Jan  4 12:00:00 2024\nSubject: new\n\nnew\n").utf8),
      to: "m.mbox")
    #expect(try look([]).lines.filter { !$0.isEmpty }.count == 4)
  }
}
