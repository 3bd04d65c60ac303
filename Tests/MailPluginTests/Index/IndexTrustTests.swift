import ConverterCore
import Foundation
import MailboxModel
import SQLiteDatabases
import SystemPackage
import TestSupport
import Testing

@testable import MailPlugin

@Suite("An index that cannot be trusted")
struct IndexTrustTests {
  private func code(_ body: () throws -> Void) -> ConversionError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ConversionError)?.code
    }
  }

  @Test func isStaleWhenTheMailboxHasChanged() throws {
    let mail = try IndexedMail(assortedMail)
    let path = mail.folder.file("mail.mbox")
    let index = InputFile(bytes: mail.index)
    #expect(try MailIndex.state(of: index, for: mail.mailbox) == .fresh)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]

    // Later, with the same bytes.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    #expect(try MailIndex.state(of: index, for: try InputFile(path: FilePath(path))) == .stale)

    // Another beginning, or another size, at the same time.
    let bytes = Array(assortedMail.utf8)
    for changed in [bytes.dropFirst(1) + [0x0A], bytes + [0x0A]] {
      try mail.folder.write(Array(changed), to: "mail.mbox")
      try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
      let changed = try InputFile(path: FilePath(path))
      #expect(try MailIndex.state(of: index, for: changed) == .stale)
      var reading = ReadingOptions()
      reading.index = index
      let context = try IndexedMail.context(reading)
      #expect(
        code {
          _ = try MboxReader().read(changed, type: "public.mbox", in: ReadingContext(context))
        }
          == .damagedInput)
    }
  }

  @Test func isForeignWhereItIsNoneOfFairys() throws {
    let mail = try IndexedMail(assortedMail)
    var other = mail.index
    other.replaceSubrange(68..<72, with: [0, 0, 0, 0])
    for bytes in [[], Array("From a".utf8), mail.index.prefix(99).map { $0 }, other] {
      #expect(try MailIndex.state(of: InputFile(bytes: bytes), for: mail.mailbox) == .foreign)
    }
    let cut = Array(mail.index.dropLast(4096))
    #expect(try MailIndex.state(of: InputFile(bytes: cut), for: mail.mailbox) == .stale)
  }

  @Test func damageAtAnyPlaceIsNoCrash() throws {
    let mail = try IndexedMail(assortedMail)
    var selections = [MessageSelection(), MessageSelection(), MessageSelection()]
    selections[1].search = ["minutes 会議"]
    selections[2].message = "3@example.jp"
    for place in stride(from: 0, to: mail.index.count, by: 61) {
      for value: UInt8 in [0x00, 0xFF, mail.index[place] ^ 0x10] {
        var bytes = mail.index
        bytes[place] = value
        for selection in selections {
          // What it says may be wrong; where messages are is within the mailbox.
          _ = code { _ = try mail.shown(selection, index: bytes) }
        }
      }
    }
    for count in stride(from: 0, to: mail.index.count, by: 1000) {
      let bytes = Array(mail.index.prefix(count))
      #expect(code { _ = try mail.shown(index: bytes) } == .damagedInput)
    }
  }

  /// Changes the database, as one that lies would be.
  private func changed(_ mail: IndexedMail, _ sql: String) throws -> [UInt8] {
    try changed(mail, by: "d.executescript(sys.argv[2])", sql)
  }

  /// - Parameter script: of Python, with the database at hand as `d`.
  private func changed(
    _ mail: IndexedMail, by script: String, _ word: String = ""
  ) throws -> [UInt8] {
    let path = try mail.folder.write(mail.index, to: "lies")
    let opening = "import sqlite3, sys\nd = sqlite3.connect(sys.argv[1])\n"
    let result = try Program.run("/usr/bin/python3", ["-c", opening + script, path, word])
    try #require(result.status == 0, "\(result.error)")
    return try mail.folder.bytes("lies")
  }

  /// The third row of the table gets the key of the second, which SQLite does not check when it reads.
  @Test func messagesWithOneNumberAreDamage() throws {
    let script = """
      size = d.execute("PRAGMA page_size").fetchone()[0]
      root = d.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message'").fetchone()[0]
      with open(sys.argv[1], "r+b") as file:
        file.seek((root - 1) * size)
        page = file.read(size)
        assert page[0] == 13
        key = int.from_bytes(page[12:14], "big") + 1
        while page[key - 1] > 127: key += 1
        assert page[key] == 3
        file.seek((root - 1) * size + key)
        file.write(bytes([2]))
      """
    let mail = try IndexedMail(assortedMail)
    let index = try changed(mail, by: script)
    #expect(code { _ = try mail.shown(index: index) } == .damagedInput)
  }

  @Test(
    arguments: [
      "UPDATE message SET \"end\" = 1000000 WHERE number = 2",
      "UPDATE message SET next = 1000000 WHERE number = 6",
      "UPDATE message SET \"start\" = -1 WHERE number = 1",
      "UPDATE message SET header = 9223372036854775807 WHERE number = 1",
      "UPDATE message SET \"start\" = 0 WHERE number = 3",
      "UPDATE message SET number = -5 WHERE number = 3",
      "UPDATE message SET files = '[1]' WHERE number = 2",
      "UPDATE message SET files = '[' WHERE number = 2",
      "UPDATE mailbox SET bytes = 1", "UPDATE mailbox SET messages = 1000000",
      "DELETE FROM mailbox",
      "CREATE VIEW v AS SELECT 1", "DROP INDEX message_id", "ALTER TABLE message ADD COLUMN x",
      "DROP TABLE message; CREATE TABLE message(number)",
      "CREATE TRIGGER t AFTER INSERT ON message BEGIN SELECT 1; END",
    ])
  func liesAreDamage(_ sql: String) throws {
    let mail = try IndexedMail(assortedMail)
    let index = try changed(mail, sql)
    // A number below the first is not asked for.
    guard !sql.contains("-5") else {
      #expect(try mail.found(MessageSelection(), index: index) == [1, 2, 4, 5, 6])
      return
    }
    #expect(code { _ = try mail.shown(index: index) } == .damagedInput)
  }

  @Test func isMadeOfMboxFilesAlone() throws {
    let mail = try IndexedMail(assortedMail)
    let context = try IndexedMail.context()
    let options = try MailOptions(ConversionOptions())
    let bytes = InputFile(bytes: Array(assortedMail.utf8), name: "mail.mbox")
    #expect(code { _ = try IndexedMail.index(of: bytes) } == .usage)
    let single = try MessageFileReader().read(
      mail.mailbox, type: .email, in: ReadingContext(context))
    #expect(
      code {
        try MailIndexWriter().write(
          single, as: .mailIndex, to: try OutputFile(.memory), options: options,
          in: WritingContext(context))
      } == .usage)
    #expect(
      code { _ = try mail.shown(index: mail.index, ["quoting": "none"]) } == .usage)
  }
}
