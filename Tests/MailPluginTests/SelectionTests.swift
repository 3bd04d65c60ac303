import ConverterCore
import TableModel
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Which messages are meant.
@Suite struct SelectionTests {
  private static let messages = [
    "From: A\u{308}rger Müller <aerger@example.org>\nTo: Яна <jana@example.com>\nSubject: Über den Wolken\n"
      + "Date: Thu, 1 Jan 2004 00:00:10 +0000\nMessage-ID: <one@x>\n\nDas Wetter ist schön.\n",
    "From: =?utf-8?B?\(Base64.text("ПРИВЕТ"))?= <b@example.org>\nCc: copy@example.com\nSubject: report\n"
      + "Date: Thu, 1 Jan 2004 01:00:11 +0100\nMessage-ID: two@x\nContent-Type: multipart/mixed; boundary=b\n\n"
      + "--b\n\nsee below\n--b\nContent-Type: application/pdf; name=\"Bericht Ä.PDF\"\n\n%PDF\n--b--\n",
    "From: c@example.org\nBcc: hidden@example.com\nSubject: page\nMessage-ID: <three@x>\nContent-Type: multipart/related; boundary=b\n\n"
      + "--b\nContent-Type: text/html; charset=utf-8\n\n<p>GRÜSSE aus<b>dem</b> S&uuml;den</p>\n"
      + "--b\nContent-Type: image/png; name=p.png\nContent-ID: <p@x>\n\nPNG\n--b--\n",
    "Subject: nobody wrote it\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
      + "\(Base64.text("ein verborgenes Wort: Öl"))\n",
    "no header\n\n",
  ]

  private static let mbox: Mailbox = {
    let lines = [
      "Thu Jan  1 00:00:00 2004", "Thu Jan  1 00:00:00 2004", "Fri Jan  2 00:00:00 2004",
      "Sat Jan  3 00:00:00 2004",
      "Sun Jan  4 00:00:00 2004",
    ]
    let text = zip(lines, messages).map {
      "From a@b \($0)\n\($1.hasPrefix("no") ? "\n" : "")\($1)\n"
    }.joined()
    return Mailbox(
      format: "mbox",
      content: MboxContent(input: InputFile(bytes: Array(text.utf8)), quoting: .auto))
  }()

  private func chosen(_ body: (inout MessageSelection) -> Void) throws -> [Int] {
    var selection = MessageSelection()
    body(&selection)
    let mailbox = Mailbox(format: "mbox", content: Self.mbox.content, selection: selection)
    let context = ConversionContext(registry: Registry(), threads: 2)
    let pass = try MessagePass(mailbox, in: context)
    var numbers: [Int] = []
    while let message = try pass.next() { numbers.append(message.stored.number) }
    nonisolated(unsafe) var others: [Int] = []
    guard selection.message == nil || !numbers.isEmpty else {
      let error = try #require(throws: ConversionError.self) {
        _ = try mailbox.forEachMessage(in: context) {
          $0.stored.number
        } finish: { _, _, _ in
          true
        }
      }
      #expect(error.code == .inputNotFound)
      #expect(error.message == "has no message \"\(selection.message ?? "")\"")
      return []
    }
    let tally = try mailbox.forEachMessage(in: context) {
      $0.stored.number
    } finish: { number, stored, _ in
      #expect(number == stored.number)
      others.append(number)
      return true
    }
    #expect(others == numbers)
    #expect(tally.chosen == numbers.count)
    #expect(try mailbox.table.content.countRows(in: context) == numbers.count)
    return numbers
  }

  @Test func all() throws {
    #expect(try chosen { _ in } == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [
    ("ÄRGER", [1]), ("ärger", [1]), ("Müller", [1]), ("müLLER", [1]), ("привет", [2]),
    ("ПРИВЕТ", [2]),
    ("a\u{308}RGER", [1]), ("Mu\u{308}ller", [1]), ("EXAMPLE.org", [1, 2, 3]), ("b@example", [2]),
    ("nobody", []), ("", [1, 2, 3, 4, 5]),
  ]) func from(word: String, numbers: [Int]) throws {
    #expect(try chosen { $0.from = [word] } == numbers)
  }

  @Test(arguments: [
    ("яна", [1]), ("ЯНА", [1]), ("copy@", [2]), ("hidden", [3]), ("example.com", [1, 2, 3]),
    ("example.org", []),
  ]) func to(word: String, numbers: [Int]) throws {
    #expect(try chosen { $0.to = [word] } == numbers)
  }

  @Test(arguments: [
    ("über", [1]), ("ÜBER DEN", [1]), ("REPORT", [2]), ("o", [1, 2, 4]), ("below", []),
  ]) func subject(word: String, numbers: [Int]) throws {
    #expect(try chosen { $0.subject = [word] } == numbers)
  }

  @Test(arguments: [
    ("SCHÖN", [1]), ("wetter", [1]), ("see below", [2]), ("grüsse", [3]), ("ausdem", [3]),
    ("SÜDEN", [3]), ("<p>", []),
    ("öl", [4]), ("o\u{308}l", [4]), ("verborgenes wort", [4]), ("%PDF", []), ("report", []),
    ("no header", [5]),
  ]) func text(word: String, numbers: [Int]) throws {
    #expect(try chosen { $0.text = [word] } == numbers)
  }

  /// Of a message without a date that of the line before it counts.
  @Test func dates() throws {
    let first = 1_072_915_210
    #expect(try chosen { $0.after = first } == [1, 2, 3, 4, 5])
    #expect(try chosen { $0.after = first + 1 } == [2, 3, 4, 5])
    #expect(try chosen { $0.after = first + 2 } == [3, 4, 5])
    #expect(try chosen { $0.before = first } == [])
    #expect(try chosen { $0.before = first + 1 } == [1])
    #expect(try chosen { $0.before = first + 2 } == [1, 2])
    #expect(try chosen { $0.before = 1_073_001_600 } == [1, 2])
    #expect(try chosen { $0.before = 1_073_001_601 } == [1, 2, 3])
    #expect(
      try chosen {
        $0.after = first + 1
        $0.before = 1_073_088_000
      } == [2, 3])
  }

  @Test func aMessageWithoutAnyDateIsOfNoTime() throws {
    let mail = try OpenedMail(Array("Subject: x\n\ntext\n".utf8))
    for (after, before) in [(Int.min, nil), (nil, Int.max)] as [(Int?, Int?)] {
      var selection = MessageSelection()
      (selection.after, selection.before) = (after, before)
      #expect(try !MessageMatcher(selection).matches(mail.found()))
    }
  }

  @Test func sizes() throws {
    let sizes = try (1...5).map { number in try #require(try size(number)) }
    let largest = try #require(sizes.max())
    #expect(try chosen { $0.largerThan = largest } == [])
    #expect(
      try chosen { $0.largerThan = largest - 1 } == [sizes.firstIndex(of: largest).map { $0 + 1 }])
    #expect(try chosen { $0.largerThan = 0 } == [1, 2, 3, 4, 5])
  }

  private func size(_ number: Int) throws -> Int? {
    var selection = MessageSelection()
    selection.message = "\(number)"
    let mailbox = Mailbox(format: "mbox", content: Self.mbox.content, selection: selection)
    let context = ConversionContext(registry: Registry())
    return try MessagePass(mailbox, in: context).next()?.stored.byteCount
  }

  @Test func attachments() throws {
    #expect(try chosen { $0.hasAttachment = true } == [2])
    for (pattern, numbers) in [
      ("*.pdf", [2]), ("*.PDF", [2]), ("bericht ä*", [2]), ("bericht a\u{308}*", [2]),
      ("*", [2, 3]), ("p.png", [3]),
      ("*.txt", []),
    ] {
      #expect(try chosen { $0.attachments = [pattern] } == numbers, "\(pattern)")
    }
    #expect(try chosen { $0.attachments = ["*.txt", "*.png"] } == [3])
  }

  @Test(arguments: [
    ("1", [1]), ("5", [5]), ("6", []), ("0", []), ("-1", []), ("<one@x>", [1]), ("one@x", [1]),
    (" <one@x>", []),
    ("two@x", [2]), ("<two@x>", [2]), ("ONE@x", []), ("three@x", [3]), ("REPORT", [2]),
    ("привет", [2]),
    ("nobody wrote", [4]), ("öl", [4]), ("e", [1]), ("no such word", []),
  ]) func one(word: String, numbers: [Int]) throws {
    #expect(try chosen { $0.message = word } == numbers)
  }

  @Test func several() throws {
    #expect(
      try chosen {
        $0.from = ["example.org", "b@"]
        $0.subject = ["rep", "ort"]
        $0.text = ["below"]
        $0.attachments = ["*.pdf"]
        $0.after = 1_072_915_211
        $0.before = 1_072_915_212
        $0.largerThan = 10
        $0.hasAttachment = true
      } == [2])
    #expect(
      try chosen {
        $0.from = ["example.org"]
        $0.to = ["example.com"]
        $0.limit = 2
      } == [1, 2])
    #expect(try chosen { $0.limit = 0 } == [])
    #expect(
      try chosen {
        $0.from = ["example.org", "nobody"]
      } == [])
  }
}
