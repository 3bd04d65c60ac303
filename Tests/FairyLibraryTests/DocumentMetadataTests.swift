import ConverterCore
import FairyLibrary
import LibraryTestSupport
import TestSupport
import Testing

/// What `metadata.json` has to have, and what it keeps of a later version.
@Suite struct DocumentMetadataTests {
  private func stored() throws -> JSONValue {
    let example = try Example()
    let made = try example.editor.create(
      title: "Rechnung März", of: [example.photo, example.photo])
    try example.editor.describe(made.id) { description in
      (description.note, description.tags) = ("paid", ["tax", "2026"])
    }
    return try example.editor.save(made.id).record
  }

  @Test func itIsReadAsItIsWritten() throws {
    let record = try stored()
    let read = try DocumentMetadata(record: try JSONValue(parsing: Array(record.description.utf8)))
    #expect(read.record == record)
    #expect(read.title == "Rechnung März")
    #expect(read.tags == ["tax", "2026"])
    #expect(read.note == "paid")
    #expect(read.state == .savedLocal)
    #expect(read.revision == 4)
    #expect(read.pages.map(\.importedName) == ["IMG_0001.HEIC", "IMG_0001.HEIC"])
  }

  @Test func whatALaterVersionAddedSurvives() throws {
    var record = try stored().with("mood", .string("good"))
    let pages = try #require(record["pages"]?.elements)
    record = record.with("pages", .array([pages[0].with("stars", .integer(5)), pages[1]]))
    let read = try DocumentMetadata(record: record)
    #expect(read.record["mood"] == .string("good"))
    #expect(read.record["pages"]?.elements?[0]["stars"] == .integer(5))
    #expect(read.record["pages"]?.elements?[1]["stars"] == nil)
  }

  @Test func anotherVersionIsRefused() throws {
    let record = try stored().with("version", .integer(2))
    #expect(errorCode { _ = try DocumentMetadata(record: record) } == .unsupportedContent)
  }

  @Test func whatIsMissingIsNamed() throws {
    let record = try stored()
    for member in try #require(record.members) where member.key != "version" {
      let part = JSONValue.object((record.members ?? []).filter { $0.key != member.key })
      let error = #expect(throws: ConversionError.self) { try DocumentMetadata(record: part) }
      #expect(error?.code == .damagedInput)
      #expect(error?.message == "metadata.json is damaged: \"\(member.key)\" is missing")
    }
  }

  @Test(arguments: [
    ("id", "\"A\""), ("id", "\"3F2A9C1E-5B07-4D8E-9A61-0C2F7D4B8E13\""), ("revision", "0"),
    ("title", "\"\""),
    ("title", "7"), ("note", "null"), ("tags", "[\"a\",\"a\"]"), ("tags", "[\"\"]"),
    ("tags", "[1]"),
    ("state", "\"lost\""), ("created", "\"2026-02-30T00:00:00Z\""), ("modified", "\"yesterday\""),
    ("form", "{}"), ("nextPage", "2"), ("nextFile", "1"), ("nextFile", "-1"), ("pages", "{}"),
    ("pages", "[1]"), ("output", "null"),
    ("output", "{\"bytes\":-1,\"revision\":1,\"made\":\"2026-01-01T00:00:00Z\"}"),
    ("sync", "[]"),
  ])
  func whatIsImpossibleIsRefused(member: String, value: String) throws {
    let record = try stored().with(member, try JSONValue(parsing: Array(value.utf8)))
    #expect(errorCode { _ = try DocumentMetadata(record: record) } == .damagedInput)
  }

  @Test(arguments: [
    "../001.heic", "001", "1.heic", "0001.heic", "001.HEIC", "a/001.jpg", "000.jpg", "001.a.b",
  ])
  func onlyNamesOfItsOwnFilesAreTaken(name: String) throws {
    let record = try stored()
    let page = try #require(record["pages"]?.elements?.first)
    let odd = record.with("pages", .array([page.with("picture", .string(name))]))
    #expect(errorCode { _ = try DocumentMetadata(record: odd) } == .damagedInput)
    let source = JSONValue.object([.init("name", .string(name)), .init("page", .integer(1))])
    let original = record.with("pages", .array([page.with("source", source)]))
    #expect(errorCode { _ = try DocumentMetadata(record: original) } == .damagedInput)
  }
}

extension JSONValue {
  /// The object with another value of a member, or with one more.
  func with(_ key: String, _ value: JSONValue) -> JSONValue {
    var members = members ?? []
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index] = Member(key, value)
    } else {
      members.append(Member(key, value))
    }
    return .object(members)
  }
}
