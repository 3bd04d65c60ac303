import ConverterCore
import Foundation
import MailViewer
import MailboxModel
import SystemPackage
import TestSupport

@testable import MailPlugin

/// An mbox file and its index.
struct IndexedMail {
  let folder: ScratchFolder
  let mailbox: InputFile
  let index: [UInt8]

  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) throws {
    folder = try ScratchFolder()
    try folder.write(bytes, to: "mail.mbox")
    mailbox = try InputFile(path: FilePath(folder.file("mail.mbox")))
    index = try Self.index(of: mailbox)
  }

  static func index(of mailbox: InputFile) throws -> [UInt8] {
    let context = try context()
    let output = try OutputFile(.memory)
    try MailIndexWriter().write(
      try MboxReader().read(mailbox, type: "public.mbox", in: ReadingContext(context)),
      as: .mailIndex, to: output,
      options: MailOptions(ConversionOptions()), in: WritingContext(context))
    return output.bytes
  }

  static func context(_ reading: ReadingOptions = ReadingOptions()) throws -> ConversionContext {
    var registry = Registry()
    try MailPlugin.register(in: &registry)
    return ConversionContext(registry: registry, reading: reading, threads: 2)
  }

  /// What `fairy open` shows of it.
  ///
  /// - Parameter index: `nil` to look at the mailbox alone.
  func shown(
    _ selection: MessageSelection = MessageSelection(), index: [UInt8]?, json: Bool = true,
    _ settings: [String: String] = [:]
  ) throws -> String {
    var reading = ReadingOptions()
    reading.messages = selection
    reading.settings = settings
    reading.index = index.map { InputFile(bytes: $0, name: "mail.mbox.fairy-index") }
    let context = try Self.context(reading)
    let page = TextPage(isJSON: json)
    let mail = try MboxReader().read(mailbox, type: "public.mbox", in: ReadingContext(context))
    _ = try MailboxViewer().show(mail, on: page, in: context)
    return page.text
  }

  /// The numbers of the messages that an index gives.
  func found(_ selection: MessageSelection, index: [UInt8]? = nil) throws -> [Int] {
    try shown(selection, index: index ?? self.index).split(separator: "\n").map { line in
      try JSONValue(parsing: Array(line.utf8))["index"]?.int ?? 0
    }
  }

  func found(searching words: String...) throws -> [Int] {
    var selection = MessageSelection()
    selection.search = words
    return try found(selection)
  }
}

private final class TextPage: Page {
  let isJSON: Bool
  let width: Int? = nil
  let usesColour = false
  private(set) var text = ""

  init(isJSON: Bool) { self.isJSON = isJSON }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    text += String(decoding: lines, as: UTF8.self)
    return true
  }
}

/// Six messages with what a list and a search can meet.
let assortedMail = """
  From anna@example.org Mon Jan  5 10:00:00 2015
  From: =?utf-8?q?Anna_M=C3=BCller?= <anna@example.org>
  To: Bob <bob@example.org>, carl@example.org
  Cc: dora@example.org
  Subject: Budget meeting
  Date: Mon, 05 Jan 2015 11:00:00 +0100
  Message-ID: <1@example.org>

  The minutes of the meeting are attached to nothing.

  From bob@example.org Tue Jan  6 10:00:00 2015
  From: Bob <bob@example.org>
  Bcc: secret@example.org
  Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=
  Message-ID: <2@example.org>
  Content-Type: multipart/mixed; boundary=b

  --b
  Content-Type: text/html; charset=utf-8

  <html><body><p>Viele <b>Gr&uuml;&szlig;e</b>, caf&eacute; und &Auml;pfel</p></body></html>
  --b
  Content-Type: application/pdf; name="Stra\u{DF}e \\"1\\".pdf"
  Content-Transfer-Encoding: base64

  JVBERi0xLjQK
  --b
  Content-Type: application/pgp-signature; name=sig.asc

  signed
  --b--

  From MAILER-DAEMON Wed Jan  7 10:00:00 2015
  From: =?utf-8?b?55Sw5Lit?= <tanaka@example.jp>
  To: bob@example.org
  Subject: =?utf-8?b?5pyI5L6L5Lya6K2w44Gu6K2w5LqL6Yyy?=
  Date: no date at all
  Message-ID: <3@example.jp>
  Content-Type: text/plain; charset=utf-8

  来週の会議室は三階です。東京タワーA3で。

  From x@example.org Thu Jan  8 10:00:00 2015
  From: x@example.org
  Date: Thu, 08 Jan 2015 10:00:00 -0000
  Subject: quoted

  >From the beginning, foo-bar and don't.

  From y@example.org Fri Jan  9 10:00:00 2015

  no header at all

  From z@example.org Sat Jan 10 10:00:00 2015
  From: z@example.org
  To: list@example.org
  Subject: last
  Message-ID: <1@example.org>
  Date: Sat, 10 Jan 2015 10:00:00 +0000

  \(String(repeating: "long and longer ", count: 200))

  """
