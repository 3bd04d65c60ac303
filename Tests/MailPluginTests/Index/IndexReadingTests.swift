import ConverterCore
import MailboxModel
import TestSupport
import Testing

@testable import MailPlugin

@Suite("An index of a mailbox")
struct IndexReadingTests {
  @Test func saysTheSameAsTheMailbox() throws {
    let mail = try IndexedMail(assortedMail)
    for json in [true, false] {
      let expected = try mail.shown(index: nil, json: json)
      #expect(try mail.shown(index: mail.index, json: json) == expected)
    }
    let first = try mail.shown(index: mail.index).split(separator: "\n").first
    #expect(
      first == """
        {"index":1,"date":"2015-01-05T11:00:00+01:00","from":"Anna Müller <anna@example.org>",\
        "to":"Bob <bob@example.org>, carl@example.org","cc":"dora@example.org",\
        "subject":"Budget meeting","messageId":"<1@example.org>","bytes":\
        \(mail.size(ofMessage: 1)),"attachments":[]}
        """)
  }

  static let selections: [(String, @Sendable (inout MessageSelection) -> Void)] = [
    ("number", { $0.message = "3" }), ("no such number", { $0.message = "30" }),
    ("id", { $0.message = "<3@example.jp>" }),
    ("id that repeats", { $0.message = "1@example.org" }),
    ("no such id", { $0.message = "9@example.org" }), ("word", { $0.message = "tanaka" }),
    ("word of a body", { $0.message = "Äpfel" }), ("from", { $0.from = ["müller"] }),
    ("to", { $0.to = ["carl"] }), ("cc", { $0.to = ["DORA"] }), ("bcc", { $0.to = ["secret"] }),
    ("subject", { $0.subject = ["grüße"] }), ("text", { $0.text = ["café"] }),
    ("after", { $0.after = 1_420_538_400 }), ("before", { $0.before = 1_420_538_400 }),
    ("larger", { $0.largerThan = 300 }), ("attached", { $0.hasAttachment = true }),
    ("pattern", { $0.attachments = ["*.asc"] }), ("patterns", { $0.attachments = ["*.pdf", "x"] }),
    ("all", { ($0.from, $0.to, $0.after) = (["example"], ["bob"], 0) }),
    ("limit", { $0.limit = 2 }),
  ]

  @Test(arguments: selections.indices)
  func choosesTheSame(_ index: Int) throws {
    let (name, choose) = Self.selections[index]
    var selection = MessageSelection()
    choose(&selection)
    let mail = try IndexedMail(assortedMail)
    for json in [true, false] {
      let expected = Result { try mail.shown(selection, index: nil, json: json) }
      let result = Result { try mail.shown(selection, index: mail.index, json: json) }
      switch (expected, result) {
      case (.success(let expected), .success(let result)): #expect(result == expected, "\(name)")
      case (.failure(let expected), .failure(let result)):
        #expect("\(result)" == "\(expected)", "\(name)")
      default: Issue.record("\(name): \(expected), \(result)")
      }
    }
  }

  @Test func holdsAllMessagesWhateverIsChosen() throws {
    let mail = try IndexedMail(assortedMail)
    var reading = ReadingOptions()
    reading.messages.from = ["anna"]
    let context = try IndexedMail.context(reading)
    let output = try OutputFile(.memory)
    try MailIndexWriter().write(
      try MboxReader().read(mail.mailbox, type: "public.mbox", in: ReadingContext(context)),
      as: .mailIndex,
      to: output, options: MailOptions(ConversionOptions()), in: WritingContext(context))
    #expect(output.bytes == mail.index)
  }

  @Test func isReadFromAnyRow() throws {
    let mail = try IndexedMail(
      (1...2000).map { "From a@b Mon Jan  5 10:00:00 2015\nSubject: s\($0)\n\nx\n\n" }.joined())
    var reading = ReadingOptions()
    reading.index = InputFile(bytes: mail.index)
    let context = try IndexedMail.context(reading)
    let content = try MboxReader().read(
      mail.mailbox, type: "public.mbox", in: ReadingContext(context)
    ).content
    #expect(content.messageCount == 2000)
    let source = try content.messages(from: nil, in: context)
    let batch = MessageBatch()
    var marks: [MessageMark] = []
    var numbers: [Int] = []
    while try source.claim(batch) {
      numbers += batch.messages.map(\.number)
      marks += [batch.mark].compactMap(\.self)
    }
    #expect(numbers == Array(1...2000))
    #expect(marks.count > 1)
    for mark in marks {
      #expect(try content.messages(from: mark, in: context).claim(batch))
      #expect(batch.messages.first?.number == mark.number)
    }
  }

  @Test func anEmptyMailboxHasAnEmptyIndex() throws {
    let mail = try IndexedMail("")
    #expect(try mail.shown(index: mail.index) == "")
  }

  @Test(
    arguments: Sample.files(
      fixtures: ["others/mail/list.mbox"],
      corpus: ["hadoop-list-3", "rlug-list-5", "substring-from"].map { "mail/\($0).mbox" }))
  func mailOfOthersIsTheSame(_ sample: Sample) throws {
    let mail = try IndexedMail(try sample.bytes())
    let expected = try mail.shown(index: nil)
    #expect(!expected.isEmpty)
    #expect(try mail.shown(index: mail.index) == expected)
  }
}

extension IndexedMail {
  /// From the first header field to the end of the body.
  fileprivate func size(ofMessage number: Int) -> Int {
    let lines = assortedMail.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0].hasPrefix("From ") }
    let rest = lines[(starts[number - 1] + 1)..<(starts[number] - 1)]
    return rest.reduce(0) { $0 + $1.utf8.count + 1 }
  }
}
