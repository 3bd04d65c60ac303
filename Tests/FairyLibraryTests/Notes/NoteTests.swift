import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// Words of photos become notes, once each, and nothing of them is lost.
@Suite struct NoteTests {
  private let example: TriageExample
  private let texts = WrittenTexts([
    "a.jpg": ["Hello World", "second line", "", "New paragraph"], "b.jpg": ["Another"],
    "empty.jpg": ["", ""],
  ])

  init() throws { example = try TriageExample() }

  @Test func wordsBecomeANoteOnce() throws {
    let photo = try example.photo("a.jpg")
    let note = try #require(try example.take([photo], texts).first?.get())
    #expect(note.text == "Hello World\nsecond line\n\nNew paragraph")
    #expect(note.recognized.language == "eng")
    #expect(note.number == 1)
    #expect(note.title == "a.jpg")
    #expect(note.photo == photo.main)
    #expect(abs(note.created.seconds - StoredDate.now.seconds) < 60)
    #expect(try example.take([photo, photo], texts).map { try $0.get() } == [note, note])
    #expect(texts.read == ["a.jpg"])
    #expect(try example.notes.notes == [note])
    #expect(try example.library.notes() == [note])
  }

  @Test func aNoteIsFoundAlsoByANewIndex() throws {
    try example.take([try example.photo("a.jpg"), try example.photo("b.jpg")], texts)
    #expect(try example.found("wor") == ["1"])
    #expect(try example.found("another") == ["2"])
    #expect(try example.found("a.jpg") == ["1"])
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
      FilePath(example.folder.file("library/\(name)")).removeFile()
    }
    #expect(try example.found("wor") == ["1"])
    #expect(try example.found("another") == ["2"])
  }

  @Test func aCorrectionKeepsWhatWasRecognised() throws {
    try example.take([try example.photo("a.jpg")], texts)
    let old = try example.notes.note(1)
    let new = try example.notes.correct(1, to: "Marmalade")
    #expect(new.text == "Marmalade")
    #expect(new.correction == "Marmalade")
    #expect(new.recognized == old.recognized)
    #expect(new.created == old.created)
    #expect(try example.found("marmalade") == ["1"])
    #expect(try example.found("hello") == [])
    _ = try example.library.reindexed()
    #expect(try example.found("marmalade") == ["1"])
    #expect(try example.notes.correct(1, to: nil).text == old.text)
    #expect(try example.found("hello") == ["1"])
    #expect(try example.found("marmalade") == [])
    // All of it is still there to be read.
    #expect(try example.text("library/journal.ndjson").contains("Marmalade"))
  }

  @Test func whatIsAsItWasIsNoCorrection() throws {
    try example.take([try example.photo("b.jpg")], texts)
    let journal = try example.text("library/journal.ndjson")
    #expect(try example.notes.correct(1, to: "Another").correction == nil)
    #expect(try example.text("library/journal.ndjson") == journal)
  }

  @Test(arguments: ["", " \n"]) func aTextIsNotEmpty(text: String) throws {
    try example.take([try example.photo("b.jpg")], texts)
    let notes = try example.notes
    #expect(errorCode { try notes.correct(1, to: text) } == .usage)
    #expect(errorCode { try notes.correct(2, to: "x") } == .inputNotFound)
    #expect(try example.notes.note(1).text == "Another")
  }

  @Test func aRemovedNoteCanBeMadeAgain() throws {
    let photo = try example.photo("b.jpg")
    try example.take([photo], texts)
    let notes = try example.notes
    #expect(errorCode { try notes.remove([1, 2]) } == .inputNotFound)
    #expect(try example.notes.notes.map(\.number) == [1])
    try notes.remove([1])
    #expect(notes.notes.isEmpty)
    #expect(try example.found("another") == [])
    #expect(FileManager.default.fileExists(atPath: photo.main.path.string))
    // Numbers are never used twice.
    #expect(try example.take([photo], texts).map { try $0.get().number } == [2])
    #expect(try example.found("another") == ["2"])
  }

  @Test func aRenamedPhotoKeepsItsNote() throws {
    try example.take([try example.photo("a.jpg")], texts)
    try FileManager.default.moveItem(
      atPath: example.folder.file("photos/a.jpg"), toPath: example.folder.file("photos/b.jpg"))
    let moved = try PhotoFolder.photo(at: FilePath(example.folder.file("photos/b.jpg")))
    #expect(try example.notes.note(of: moved)?.number == 1)
    #expect(try example.take([moved], texts).map { try $0.get().number } == [1])
    #expect(texts.read == ["a.jpg"])
  }

  @Test func aChangedPhotoIsReadAgainUnlessItWasCorrected() throws {
    try example.take([try example.photo("a.jpg"), try example.photo("b.jpg")], texts)
    try example.notes.correct(2, to: "by hand")
    texts.lines = ["a.jpg": ["new"], "b.jpg": ["new"]]
    let changed = try ["a.jpg", "b.jpg"].map { try example.photo($0, "longer than before") }
    let notes = try example.take(changed, texts).map { try $0.get() }
    #expect(notes.map(\.number) == [1, 2])
    #expect(notes.map(\.text) == ["new", "by hand"])
    #expect(texts.read == ["a.jpg", "b.jpg", "a.jpg"])
  }

  @Test func onePhotoThatCannotBeReadKeepsNoOtherBack() throws {
    let photos = try ["empty.jpg", "b.jpg", "damaged.jpg"].map { try example.photo($0) }
    let results = try example.take(photos, texts)
    #expect(errorCode { _ = try results[0].get() } == .unsupportedContent)
    #expect(try results[1].get().text == "Another")
    #expect(errorCode { _ = try results[2].get() } == .damagedInput)
    #expect(try example.notes.notes.count == 1)
  }

  @Test func twoProgramsNoteAPhotoOnce() throws {
    let photo = try example.photo("b.jpg")
    let other = WrittenTexts(["b.jpg": ["The other was faster"]])
    let example = self.example
    texts.meanwhile = { try example.take([photo], other) }
    let results = try example.take([photo], texts)
    #expect(try results.map { try $0.get().text } == ["The other was faster"])
    #expect(try example.notes.notes.count == 1)
  }

  @Test func whatACrashLeftIsLookedAtAgain() throws {
    try example.take([try example.photo("a.jpg"), try example.photo("b.jpg")], texts)
    let index = try example.library.openedIndex()
    for key in ["1", "2"] { try index.willChange(.note, key) }
    // The program ended after the journal was written, and before the index was.
    let lines = """
      {"kind":"note-removed","time":"2026-11-22T21:16:36Z","note":1}
      {"kind":"correction","time":"2026-11-22T21:16:36Z","note":2,"text":"corrected"}

      """
    let journal = try example.folder.bytes("library/journal.ndjson")
    try example.folder.write(journal + Array(lines.utf8), to: "library/journal.ndjson")
    #expect(try example.found("hello") == [])
    #expect(try example.found("corrected") == ["2"])
    #expect(try index.unfinished().isEmpty)
  }

  @Test func aCheckMendsTheIndex() throws {
    try example.take([try example.photo("a.jpg"), try example.photo("b.jpg")], texts)
    let editor = try LibraryEditor(example.library, maker: DrawnPages())
    let note = try example.notes.note(1)
    var item = IndexedItem(
      kind: .note, key: "9", title: "x", created: note.created, modified: note.created)
    item.body = "not there"
    try editor.index.put(item)
    try editor.index.remove(.note, "1")
    for (mends, action) in [(false, LibraryFinding.Action.left), (true, .mended)] {
      var check =
        mends ? LibraryCheck(mendingWith: editor) : try LibraryCheck(example.library)
      try check.run()
      #expect(check.findings.map(\.message) == ["did not agree with 2 notes"])
      #expect(check.findings.map(\.action) == [action])
    }
    #expect(try example.found("hello") == ["1"])
    #expect(try example.found("there") == [])
  }

  @Test func whatIsExportedSaysAll() throws {
    try example.take([try example.photo("b.jpg")], texts)
    try example.notes.correct(1, to: "# 1\n*two*")
    let note = try example.notes.note(1)
    #expect(note.json["text"]?.text == "# 1\n*two*")
    #expect(note.json["recognized"]?.text == "Another")
    #expect(note.json["photo"]?.text == note.photo.path.string)
    #expect(note.json["reason"]?.text == "1 word in 1 line")
    #expect(note.markdown.hasPrefix("# b\\.jpg\n\n"))
    #expect(note.markdown.hasSuffix(", eng, other\n\n\\# 1  \n\\*two\\*\n"))
  }
}
