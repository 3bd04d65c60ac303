import ConverterCore
import FairyLibrary
import LibraryTestSupport
import Scanning
import SystemPackage
import TestSupport
import Testing

/// A change is made as a whole, or not at all.
@Suite struct DocumentChangeTests {
  private let example: Example

  init() throws { example = try Example() }

  @Test func aDocumentHasItsFiles() throws {
    let made = try example.editor.create(title: "Two", of: [example.photo, example.photo])
    #expect(made.state == .draft)
    #expect(
      try example.paths(of: made.id) == [
        "metadata.json", "originals", "originals/001.heic", "originals/002.heic", "pages",
        "pages/003.jpg", "pages/004.jpg", "thumbnail.jpg",
      ])
    let saved = try example.editor.save(made.id)
    #expect(saved.state == .savedLocal)
    #expect(
      try example.paths(of: made.id) == [
        "metadata.json", "originals", "originals/001.heic", "originals/002.heic", "output",
        "output/document.pdf", "pages", "pages/003.jpg", "pages/004.jpg", "text", "text/005.json",
        "text/006.json", "thumbnail.jpg",
      ])
    let document = try example.library.document(made.id)
    #expect(try document.faults() == [])
    let thumbnail = try example.folder.bytes("library/documents/\(made.id)/thumbnail.jpg")
    #expect(thumbnail == Array(DrawnPages.text("thumbnail of 003.jpg").utf8))
    let pdf = try example.folder.bytes("library/documents/\(made.id)/output/document.pdf")
    #expect(pdf == Array(DrawnPages.text("Two: 001.heic 1, 002.heic 1").utf8))
  }

  @Test func aChangedPageIsMadeAgainAndItsOldFilesGo() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    try example.editor.save(made.id)
    let turned = try example.editor.edit(made.id) { (session) throws(ConversionError) in
      try session.setFilter(.bw, of: 1)
    }
    #expect(turned.state == .draft)
    #expect(turned.output == nil)
    #expect(
      try example.paths(of: made.id) == [
        "metadata.json", "originals", "originals/001.heic", "output", "pages", "pages/004.png",
        "text", "thumbnail.jpg",
      ])
    #expect(
      try example.folder.bytes("library/documents/\(made.id)/pages/004.png")
        == Array(DrawnPages.text("page 1 of 001.heic bw").utf8))
  }

  @Test func pagesAreMovedRemovedAndTakenAgain() throws {
    let made = try example.editor.create(title: "Three", of: [example.photo, example.photo])
    let added = try example.editor.add([example.photo], to: made.id, at: 0)
    #expect(added.pages.map(\.id) == [3, 1, 2])
    let moved = try example.editor.edit(made.id) { (session) throws(ConversionError) in
      try session.move(2, to: 0)
      try session.remove(1)
    }
    #expect(moved.pages.map(\.id) == [2, 3])
    let other = FilePath(
      try example.folder.write(Array(DrawnPages.text("other").utf8), to: "new.PNG"))
    let taken = try example.editor.retake(3, of: made.id, with: other)
    #expect(taken.pages.map(\.id) == [2, 3])
    #expect(taken.pages[1].importedName == "new.PNG")
    #expect(taken.pages[1].original.hasSuffix(".png"))
    #expect(try example.library.document(made.id).faults() == [])
    #expect(try example.paths(of: made.id).count { $0.hasPrefix("originals/") } == 2)
  }

  @Test func aStaleWriterIsRefused() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    try example.editor.describe(made.id, from: made.revision) { $0.title = "Two" }
    let before = try example.files(of: made.id)
    let error = #expect(throws: ConversionError.self) {
      try example.editor.describe(made.id, from: made.revision) { $0.title = "Three" }
    }
    #expect(error?.code == .changedMeanwhile)
    #expect(
      error?.message
        == "was changed by another program: it has revision 3, and the change was made for 2; look at it again"
    )
    #expect(try example.files(of: made.id) == before)
  }

  @Test func aFailedChangeLeavesAllAsItWas() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let before = try example.files(of: made.id)
    let document = try example.library.document(made.id)
    #expect(
      errorCode {
        try document.change(.save) { (change) throws(ConversionError) in
          _ = try change.copyOriginal(try InputFile(path: example.photo), named: "a.jpg")
          _ = try change.newProduct(.pdf)
          throw ConversionError(.decoderCrashed, "it crashed")
        }
      } == .decoderCrashed)
    // An empty folder is no loss.
    #expect(try example.files(of: made.id).filter { !$0.hasSuffix(" output") } == before)
  }

  @Test func aFileThatWasNotWrittenEndsTheChange() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let document = try example.library.document(made.id)
    #expect(
      errorCode {
        try document.change(.save) { (change) throws(ConversionError) in
          _ = try change.newProduct(.pdf)
        }
      } == .writeFailed)
    #expect(try document.metadata() == made)
  }

  @Test func whatAnotherProgramIsChangingIsWaitedFor() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let document = try example.library.document(made.id)
    let other = try example.library.document(made.id)
    #expect(
      errorCode {
        try document.change(.describe, patience: .milliseconds(50)) { (_) throws(ConversionError) in
          try other.change(.describe, patience: .milliseconds(50)) { _ in }
        }
      } == .changedMeanwhile)
    #expect(try document.metadata().revision == made.revision)
  }

  @Test func aChangeThatCannotHappenIsRefused() throws {
    let made = try example.editor.create(title: "One", of: [example.photo])
    let document = try example.library.document(made.id)
    #expect(errorCode { try document.change(.endSync) { _ in } } == .usage)
    #expect(try document.metadata() == made)
  }

  @Test func anEmptyDocumentIsNotSaved() throws {
    let made = try example.editor.create(title: "Empty", of: [])
    #expect(errorCode { try example.editor.save(made.id) } == .usage)
    #expect(try example.library.document(made.id).metadata() == made)
  }
}
