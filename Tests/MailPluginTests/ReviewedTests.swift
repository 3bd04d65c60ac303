import ConverterCore
import MIME
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// What a reader of the code found, and what it must not do again.
@Suite struct ReviewedTests {
  private static func message(_ text: String) throws -> Message {
    try OpenedMail(Array(text.utf8)).held()
  }

  /// Each was minutes for a header of a megabyte.
  @Test(
    arguments: [
      "Content-Type: text/plain" + String(repeating: ";(", count: 400_000) + "\n\nx\n",
      String(repeating: "To: a@b\n", count: 9_000) + "\nx\n",
    ])
  func headersCostNoMoreThanTheirSize(text: String) throws {
    let time = try processorTime {
      let mail = try OpenedMail(Array(text.utf8))
      let summary = try MessageSummary(of: mail.held())
      #expect(summary.files.isEmpty)
      #expect(summary.to.map { $0.split(separator: ",").count } ?? 9_000 == 9_000)
    }
    #expect(time < .seconds(20))
  }

  @Test func linesThatDivideCostNoMoreThanTheirSize() throws {
    let time = try processorTime {
      let line = "From a Thu Jan 1 00:00:00 2004\nContent-Length: 9\n"
      let bytes = Array(String(repeating: line, count: 40_000).utf8)
      let source = MboxSource(InputFile(bytes: bytes), from: nil, quoting: .auto)
      let batch = MessageBatch()
      var count = 0
      while try source.claim(batch) { count += batch.messages.count }
      #expect(count == 40_000)
    }
    #expect(time < .seconds(20))
  }

  @Test func linesThatDivideInOtherForms() throws {
    let text =
      "From a@b 2004-01-01 10:00:00\nSubject: one\n\n1\n\n"
      + "From a@b Thu Jan  1 00:00:00 2004\nReceived : x\nSubject: two\n\n2\n\n"
      + "From a@b 2004-01-02 10:00:00 and so on it goes\nno header\n"
    let mail = try OpenedMail(Array(text.utf8), mbox: true)
    #expect(mail.batch.messages.map(\.extent) == [0..<46, 46..<167])
    #expect(mail.batch.messages.map(\.range) == [29..<45, 80..<167])
  }

  private static let apple =
    "Content-Type: multipart/alternative; boundary=a\n\n--a\n\nplain words\n--a\n"
    + "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/html\n\n<p>first</p>\n"
    + "--m\nContent-Type: application/pdf; name=a.pdf\n\n%PDF\n--m\nContent-Type: text/html\n\n"
    + "<html><head><style>p{color:red}</style></head><p>zebra</p></html>\n--m--\n--a--\n"

  private static let two =
    "Content-Type: multipart/mixed; boundary=m\n\n--m\n\nIntro\n--m\nContent-Type: text/html\n\n"
    + "<p>Report</p>\n--m--\n"

  private func lines(_ text: String) throws -> String {
    let lines = try Self.message(text).readableLines()
    return lines.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func pagesBesideTextsAreRead() throws {
    let apple = try lines(Self.apple)
    #expect(apple.contains("plain words"))
    #expect(!apple.contains("<"))
    #expect(!apple.contains("color"))
    let both = try lines(Self.two)
    #expect(both.contains("Intro\n"))
    #expect(both.contains("Report\n"))
    for text in [Self.apple, Self.two] {
      let page = try MessagePage(Self.message(text))
      let html = page.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
      #expect(html.contains("zebra") || html.contains("<pre>Intro"))
      #expect(html.contains("first") || html.contains("Report"))
    }
  }

  @Test func wordsAreFoundAcrossLines() throws {
    let mail = try OpenedMail(Array("Subject: x\n\nA long\r\n  line of words\n".utf8))
    var selection = MessageSelection()
    selection.text = [" Long LINE of"]
    #expect(try MessageMatcher(selection).matches(mail.found()))
    selection.text = ["longline"]
    #expect(try !MessageMatcher(selection).matches(mail.found()))
  }

  @Test func whatOutlookHidesIsChosenByItsName() throws {
    var convert = try Converting()
    let outlook = String(
      decoding: Base64.encode(try Places.fixtureBytes("winmail.dat")), as: UTF8.self)
    let message =
      "From a@b Thu Jan  1 00:00:00 2004\nSubject: x\nContent-Type: application/ms-tnef; name=winmail.dat\n"
      + "Content-Transfer-Encoding: base64\n\n\(outlook)\n\n"
    try convert.write(message + message, to: "in.mbox")
    convert.options.reading.messages.attachments = ["*.csv"]
    convert.options.settings["dedupe"] = "true"
    try convert("in.mbox", as: "public.mbox", to: .folder, "out/")
    #expect(convert.scratch.names.filter { $0.hasPrefix("out/") } == ["out/Prüfung.csv"])
    #expect(try convert.text("out/Prüfung.csv") == "a;b\r\n1;2\r\n")
  }

  @Test func senderOfAnyLength() throws {
    let convert = try Converting()
    let sender = String(repeating: "a", count: 3000)
    try convert.write("From: <\(sender)@b.c>\nSubject: x\n\none\n", to: "in.eml")
    try convert("in.eml", as: "com.apple.mail.email", to: "public.mbox", "out.mbox")
    #expect(try convert.text("out.mbox").hasPrefix("From MAILER-DAEMON "))
  }

  @Test func picturesStandInAPageSomeTimes() throws {
    let picture = Base64.text(String(repeating: "p", count: 3000))
    let text =
      "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      + String(repeating: "<img src=\"cid:p\">", count: 100)
      + "\n--b\nContent-Type: image/png\nContent-ID: <p>\nContent-Transfer-Encoding: base64\n\n\(picture)\n--b--\n"
    let page = try MessagePage(Self.message(text))
    let html = page.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(html.split(separator: "<img src=\"data:image/png;base64,\(picture)\"").count == 4 + 1)
    #expect(html.split(separator: "<img").count == 100 + 1)
  }

  private func unlabelled(_ field: [UInt8], charset: String) throws -> Message {
    let type = "Content-Type: text/plain; charset=\(charset)\n"
    let bytes =
      Array("Subject: ".utf8) + field + Array("\nFrom: ".utf8) + field
      + Array(" <a@b.gr>\n\(type)\nx\n".utf8)
    return try OpenedMail(bytes).held()
  }

  /// A word is too short to tell Greek from its like, but the text says it.
  @Test func fieldsThatSayNoEncodingAreInThatOfTheText() throws {
    let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]
    let message = try unlabelled(greek, charset: "iso-8859-7")
    #expect(message.subject == "Ελλάδα")
    #expect(message.people("from")?.text == "Ελλάδα <a@b.gr>")
    #expect(message.allFields.map(\.value).prefix(2) == ["Ελλάδα", "Ελλάδα <a@b.gr>"])
    #expect(try unlabelled(Array("Ελλάδα".utf8), charset: "iso-8859-7").subject == "Ελλάδα")
  }

  @Test func fieldsThatCannotBeInTheEncodingOfTheTextAreGuessed() throws {
    // Shift-JIS.
    let japanese: [UInt8] = [
      0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x82, 0xCC, 0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA,
    ]
    #expect(try unlabelled(japanese, charset: "iso-2022-jp").subject == "テストの日本語")
    #expect(try unlabelled(japanese, charset: "us-ascii").subject == "テストの日本語")
  }
}
