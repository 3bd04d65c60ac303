import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Lines are only added, and a torn one hurts no other.
@Suite struct JournalTests {
  private struct Word: JournalRecord {
    static let kind = "word"
    let word: String

    var members: [JSONValue.Member] { [.init("word", .string(word))] }

    init(_ word: String) { self.word = word }

    init(line: JSONValue) throws(ConversionError) {
      guard let word = line["word"]?.text else { throw ConversionError(.damagedInput, "no word") }
      self.word = word
    }
  }

  private let example: TriageExample
  private let journal: LibraryJournal

  init() throws {
    example = try TriageExample()
    journal = LibraryJournal(of: example.library)
  }

  private func add(_ words: String...) throws {
    try journal.write { (writer) throws(ConversionError) in
      for word in words { try writer.append(Word(word)) }
    }
  }

  private func words(
    from place: LibraryJournal.Place = .start
  ) throws -> (words: [String], end: LibraryJournal.Place, restarts: Int) {
    var (words, restarts) = ([String](), 0)
    let end = try journal.read(from: place, kinds: ["word"], restart: { restarts += 1 }) { line in
      words.append(line.record(Word.self)?.word ?? "damaged")
    }
    return (words, end, restarts)
  }

  private func append(_ text: String) throws {
    let old = try? example.folder.bytes("library/journal.ndjson")
    try example.folder.write((old ?? []) + Array(text.utf8), to: "library/journal.ndjson")
  }

  @Test func aLineHasItsKindFirst() throws {
    let time = try #require(StoredDate("2026-11-22T21:16:36Z"))
    try journal.write { (writer) throws(ConversionError) in
      try writer.append(Word("a\nb"), at: time)
    }
    #expect(
      try example.text("library/journal.ndjson")
        == "{\"kind\":\"word\",\"time\":\"2026-11-22T21:16:36Z\",\"word\":\"a\\nb\"}\n")
  }

  @Test func readingGoesOn() throws {
    #expect(try words().words == [])
    try add("one", "two")
    let first = try words()
    #expect(first.words == ["one", "two"])
    #expect(try words(from: first.end).words == [])
    try add("three")
    #expect(try words(from: first.end).words == ["three"])
  }

  @Test func othersArePassedOver() throws {
    try add("one")
    try append(
      "{\"kind\":\"later\",\"x\":[[[]]]}\n{ \"word\":\"two\", \"kind\":\"word\" }\n[1]\nnonsense\n\n"
    )
    try append("{\"kind\":\"word\"}\n")
    try add("three")
    #expect(try words().words == ["one", "two", "damaged", "three"])
    #expect(
      try example.text("library/journal.ndjson").contains("{\"kind\":\"later\",\"x\":[[[]]]}\n"))
  }

  @Test func aTornLineNeverCounts() throws {
    try add("one")
    try append("{\"kind\":\"word\",\"word\":\"to")
    let torn = try words()
    #expect(torn.words == ["one"])
    try add("three")
    #expect(try words().words == ["one", "three"])
    #expect(try words(from: torn.end).words == ["three"])
    #expect(try example.text("library/journal.ndjson").contains("\"to\n{\"kind\""))
  }

  @Test func aLineThatLacksItsNewlineCountsOnce() throws {
    try append("{\"kind\":\"word\",\"word\":\"one\"}")
    let whole = try words()
    #expect(whole.words == ["one"])
    try add("two")
    #expect(try words(from: whole.end).words == ["two"])
    #expect(try words().words == ["one", "two"])
  }

  @Test func anotherJournalIsReadFromItsBeginning() throws {
    try add("one", "two", "three")
    let end = try words().end
    FilePath(example.folder.file("library/journal.ndjson")).removeFile()
    try add("four")
    let again = try words(from: end)
    #expect(again.words == ["four"])
    #expect(again.restarts == 1)
  }

  @Test func whatFailedIsTakenBack() throws {
    try add("one")
    let before = try example.text("library/journal.ndjson")
    #expect(
      errorCode {
        try journal.write { (writer) throws(ConversionError) in
          try writer.append(Word("two"))
          throw ConversionError(.interrupted, "enough")
        }
      } == .interrupted)
    #expect(try example.text("library/journal.ndjson") == before)
  }

  @Test func oneWritesAtATime() throws {
    #expect(
      errorCode {
        try journal.write { (_) throws(ConversionError) in
          try journal.write(patience: .milliseconds(50)) { (_) throws(ConversionError) in }
        }
      } == .changedMeanwhile)
  }

  @Test func aLinkIsLeftAlone() throws {
    try example.folder.write([], to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: example.folder.file("library/journal.ndjson"),
      withDestinationPath: example.folder.file("elsewhere"))
    #expect(errorCode { try add("one") } == .writeFailed)
    #expect(try example.folder.bytes("elsewhere") == [])
  }
}
