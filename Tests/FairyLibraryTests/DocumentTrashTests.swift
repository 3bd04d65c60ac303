import ConverterCore
import FairyLibrary
import Foundation
import Scanning
import SystemPackage
import TestSupport
import Testing

/// What is deleted for ever, what was changed since it was seen, and what was corrected.
@Suite struct DocumentTrashTests {
  private let example: Example

  init() throws { example = try Example() }

  @Test func whatIsDeletedIsGone() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let kept = try example.editor.create(title: "Two", of: [example.photo])
    #expect(errorCode { try example.library.delete(made.id) } == .inputNotFound)
    try example.editor.trash(made.id)
    try example.editor.trash(kept.id)
    try example.library.delete(made.id)
    #expect(try example.library.identifiers(inTrash: true) == [kept.id])
    #expect(
      try FolderTree.paths(example.folder.file("library/trash")).allSatisfy {
        !$0.contains("\(made.id)")
      })
    #expect(errorCode { try example.editor.restore(made.id) } == .inputNotFound)
    try example.editor.restore(kept.id)
  }

  @Test func whatACutOffDeletionLeftGoesWithTheNext() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    try example.editor.trash(made.id)
    try example.folder.write([1], to: "library/trash/.deleting-\(DocumentID())/metadata.json")
    #expect(try example.library.trashedDocuments { _ in }.map(\.id) == [made.id])
    try example.library.delete(made.id)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: example.folder.file("library/trash")) == [])
  }

  @Test func whatWasChangedSinceIsNotTrashed() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    try example.editor.describe(made.id) { $0.title = "Two" }
    #expect(
      errorCode { try example.editor.trash(made.id, from: made.revision) } == .changedMeanwhile)
    #expect(try example.library.identifiers() == [made.id])
    try example.editor.trash(made.id, from: made.revision + 1)
  }

  @Test func aCorrectionStandsInThePlaceOfWhatWasRecognized() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let saved = try example.editor.save(made.id)
    let page = saved.pages[0].id
    let corrected = try example.editor.correct(
      page, of: made.id, to: "by hand", from: saved.revision)
    #expect(corrected.state == .savedLocal)
    #expect(corrected.pages[0].correction == "by hand")
    #expect(try found("hand") == [made.id.description])
    #expect(try found("word1") == [])
    // It stays where the page is filtered and its words are recognised again, and goes with the photo.
    try example.editor.edit(made.id) { (session) throws(ConversionError) in
      try session.setFilter(.bw, of: page)
    }
    #expect(try example.editor.save(made.id).pages[0].correction == "by hand")
    let stored = try example.library.document(made.id).metadata()
    #expect(try DocumentMetadata(record: stored.record) == stored)
    #expect(try example.editor.correct(page, of: made.id, to: nil).pages[0].correction == nil)
    #expect(try found("word1") == [made.id.description])
    try example.editor.correct(page, of: made.id, to: "again")
    #expect(
      try example.editor.retake(page, of: made.id, with: example.photo).pages[0].correction == nil)
    #expect(errorCode { try example.editor.correct(99, of: made.id, to: "x") } == .usage)
  }

  private func found(_ words: String) throws -> [String] {
    let words = try #require(SearchWords(words))
    return try example.library.openedIndex().search(words, by: .best, most: 9).map(\.item.key)
  }

  @Test func wordsHavePlaces() throws {
    let json = try JSONValue(
      parsing: Array(
        """
        {"width":100,"height":50,"blocks":[{"lines":[
          {"words":[{"text":"Rye","box":[1,2,10,4]},{"text":"bread,","box":[12,2,20,4]}]},
          {"words":[{"text":"bread","box":[1,10,15,4]},{"text":"rolls","box":[-1,0,0,4]},{"text":"lost"}]}]}]}
        """.utf8))
    let words = PageWords(json)
    #expect(words.text == "Rye bread,\nbread rolls lost")
    #expect(words.lines.map(\.text) == ["Rye bread,", "bread rolls lost"])
    #expect(numbers(words.lines[0].box) == [1, 2, 31, 4])
    let bread = try #require(SearchWords("BREA"))
    #expect(
      words.places(of: bread).map { $0.map(numbers) } == [[[12, 2, 20, 4]], [[1, 10, 15, 4]]])
    // A phrase over the end of a line has a box for each word; what has no place is shown nowhere.
    let phrase = try #require(SearchWords("\"bread bread\""))
    #expect(words.places(of: phrase).map(\.count) == [2])
    #expect(words.places(of: try #require(SearchWords("lost"))) == [])
  }

  private func numbers(_ box: PageWords.Box) -> [Int] { [box.x, box.y, box.width, box.height] }
}
