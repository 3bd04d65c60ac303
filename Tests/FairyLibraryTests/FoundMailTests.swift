import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing

/// Messages stand among what is found in the library.
@Suite struct FoundMailTests {
  private func mail(
    _ number: Int, _ subject: String, from sender: String = "anna@example.org",
    date: String = "2024-01-01T10:00:00+01:00"
  ) throws -> FoundMail {
    let line = JSONValue.object([
      .init("index", .integer(number)), .init("date", .string(date)),
      .init("from", .string(sender)), .init("subject", .string(subject)),
    ])
    return try #require(FoundMail(line: line, in: "/mail.mbox"))
  }

  private func document(_ title: String, at date: String) throws -> IndexedItem {
    let date = try #require(StoredDate(date))
    return IndexedItem(kind: .document, key: title, title: title, created: date, modified: date)
  }

  /// The keys of what is found for `invoice plumber`.
  private func found(
    _ order: LibraryIndex.Order, _ mails: [FoundMail], most: Int = 20
  ) throws -> [String] {
    let folder = try ScratchFolder()
    let index = try LibraryIndex(making: FilePath(folder.file("index.sqlite")))
    try index.put(try document("Invoice of the plumber", at: "2024-03-01T00:00:00Z"))
    try index.put(try document("Something else", at: "2024-06-01T00:00:00Z"))
    let words = try #require(SearchWords("invoice plumb"))
    return try index.search(words, by: order, most: most)
      .merged(with: mails, for: words, by: order, most: most).map(\.item.key)
  }

  @Test func aMessageIsRead() throws {
    let mail = try mail(12, "Hello")
    #expect(mail.number == 12)
    #expect(mail.date == StoredDate("2024-01-01T09:00:00Z"))
    #expect(FoundMail(line: .object([]), in: "/mail.mbox") == nil)
    #expect(FoundMail(line: .object([.init("index", .integer(0))]), in: "/mail.mbox") == nil)
    let bare = FoundMail(line: .object([.init("index", .integer(1))]), in: "/mail.mbox")
    #expect(bare?.subject == "" && bare?.date == nil)
  }

  @Test func theNewestComeFirst() throws {
    let mails = [
      try mail(1, "old"), try mail(2, "new", date: "2024-12-01T00:00:00Z"),
      try mail(3, "no date", date: ""),
    ]
    #expect(
      try found(.newest, mails)
        == ["/mail.mbox#2", "Invoice of the plumber", "/mail.mbox#1", "/mail.mbox#3"])
    #expect(try found(.newest, mails, most: 2) == ["/mail.mbox#2", "Invoice of the plumber"])
  }

  @Test func theBestComeFirst() throws {
    let mails = [
      try mail(1, "of the text alone", date: "2024-12-01T00:00:00Z"),
      try mail(2, "Plumbing: your invoice", date: "2024-02-01T00:00:00Z"),
      try mail(3, "Invoice", from: "The plumber <p@example.org>"),
    ]
    #expect(
      try found(.best, mails)
        == ["Invoice of the plumber", "/mail.mbox#2", "/mail.mbox#3", "/mail.mbox#1"])
  }

  @Test func thePlaceInTheTextIsShown() throws {
    let words = try #require(SearchWords("plumb"))
    let hit = try #require(
      [SearchHit]().merged(with: [try mail(1, "Hello")], for: words, by: .best, most: 1).first)
    #expect(hit.snippet.matches.isEmpty)
    let shown = hit.showing("Dear Anna,\nthe plumber was here.", for: words)
    #expect(shown.snippet.text == "Dear Anna, the plumber was here.")
    #expect(shown.snippet.matches == [15..<22])
    #expect(shown.snippet.page == nil)
    #expect(hit.showing("nothing", for: words) == hit)
  }

  @Test func mailIsAskedInItsOwnWords() throws {
    let words = try #require(SearchWords("alpha \"beta gamma\" -delta del"))
    #expect(words.mailWords == ["alpha", "beta", "gamma", "del"])
    #expect(words.unwantedMailWords == [["delta", "alpha", "beta", "gamma", "del"]])
  }
}
