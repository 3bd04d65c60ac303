import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// What a check finds, what it mends, and what it leaves alone.
@Suite struct LibraryCheckTests {
  private let example: Example
  private let document: DocumentMetadata

  init() throws {
    example = try Example()
    let made = try example.editor.create(title: "One", of: [example.photo])
    document = try example.editor.save(made.id)
  }

  private var folder: String { "library/documents/\(document.id)" }

  private func check(mends: Bool = true, removesUnusedOriginals: Bool = false) throws -> [String] {
    var check =
      mends
      ? LibraryCheck(
        mendingWith: example.editor, removesUnusedOriginals: removesUnusedOriginals)
      : try LibraryCheck(example.library)
    try check.run()
    return check.findings.map { finding in
      let path = finding.path.string.dropFirst(example.library.path.string.utf8.count + 1)
      return "\(finding.kind.rawValue) \(finding.action.rawValue) \(path)"
        .replacingOccurrences(of: document.id.description, with: "ID")
    }.sorted()
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: example.folder.file("\(folder)/\(name)"))
  }

  @Test func aSoundLibraryHasNoFindings() throws {
    let before = try example.files(of: document.id)
    #expect(try check() == [])
    #expect(try example.files(of: document.id) == before)
  }

  @Test func whatAChangeLeftBehindGoes() throws {
    let before = try example.files(of: document.id)
    for name in [
      "metadata.json.new", "thumbnail.jpg.1", "thumbnail.jpg.99", "output/document.pdf.7",
      "pages/009.jpg", "text/010.json",
    ] { try example.folder.write([1], to: "\(folder)/\(name)") }
    let expected = [
      "leftover mended documents/ID/metadata.json.new",
      "leftover mended documents/ID/output/document.pdf.7",
      "leftover mended documents/ID/pages/009.jpg", "leftover mended documents/ID/text/010.json",
      "leftover mended documents/ID/thumbnail.jpg.1",
      "leftover mended documents/ID/thumbnail.jpg.99",
    ]
    let with = try example.files(of: document.id)
    #expect(try check(mends: false) == expected.map { $0.replacing("mended", with: "left") })
    #expect(try example.files(of: document.id) == with)
    #expect(try check() == expected)
    #expect(try example.files(of: document.id) == before)
  }

  @Test func whatIsNotKnownStays() throws {
    for name in ["notes.txt", "pages/cover.jpg", "text/x", "output/other.pdf", "thumbnail.jpg.bak"]
    {
      try example.folder.write([1], to: "\(folder)/\(name)")
    }
    try example.folder.write([1], to: "library/documents/readme")
    let before = try example.files(of: document.id)
    #expect(try check() == ["unknown left documents/readme"])
    #expect(try example.files(of: document.id) == before)
  }

  @Test func originalsAreRemovedOnlyWhereThatIsAskedFor() throws {
    try example.folder.write([1], to: "\(folder)/originals/009.heic")
    #expect(try check() == ["unusedOriginal left documents/ID/originals/009.heic"])
    // Its number is not used again.
    let added = try example.editor.add([example.photo], to: document.id)
    #expect(added.pages[1].original == "010.heic")
    #expect(
      try check(removesUnusedOriginals: true)
        == ["unusedOriginal mended documents/ID/originals/009.heic"])
    #expect(try check() == [])
  }

  @Test func whatIsMissingIsMadeAgain() throws {
    for name in ["pages/002.jpg", "text/003.json", "thumbnail.jpg", "output/document.pdf"] {
      try remove(name)
    }
    #expect(
      try check() == [
        "missingFile mended documents/ID/output/document.pdf",
        "missingFile mended documents/ID/pages/002.jpg",
        "missingFile mended documents/ID/text/003.json",
        "missingFile mended documents/ID/thumbnail.jpg",
      ])
    let folder = try example.library.document(document.id)
    #expect(try folder.faults() == [])
    #expect(try folder.metadata().state == .savedLocal)
    #expect(try check() == [])
  }

  @Test func aMissingOriginalIsNamedAndItsPageStays() throws {
    try remove("originals/001.heic")
    let before = try example.files(of: document.id)
    #expect(try check() == ["missingOriginal left documents/ID/originals/001.heic"])
    #expect(try example.files(of: document.id) == before)
  }

  @Test func aDocumentThatWasBeingMadeIsFinishedOrRemoved() throws {
    let whole = try example.editor.create(title: "Two", of: [example.photo])
    let documents = example.folder.file("library/documents")
    try FileManager.default.moveItem(
      atPath: "\(documents)/\(whole.id)", toPath: "\(documents)/.new-\(whole.id)")
    let begun = DocumentID()
    try example.folder.write([1], to: "library/documents/.new-\(begun)/originals/001.jpg")
    let found = try check()
    #expect(
      Set(found) == [
        "unfinished mended documents/.new-\(whole.id)", "unfinished mended documents/.new-\(begun)",
      ])
    #expect(try example.library.document(whole.id).metadata() == whole)
    #expect(try FolderTree.paths(documents).filter { $0.hasPrefix(".new") } == [])
    #expect(try check() == [])
  }

  @Test func aSyncThatWasStoppedEnds() throws {
    try example.library.document(document.id).change(.beginSync) { _ in }
    let found = try check()
    #expect(found.first == "abandonedSync mended documents/ID")
    #expect(try example.library.document(document.id).metadata().state == .savedLocal)
  }

  @Test func anIndexThatDoesNotAgreeIsMended() throws {
    try example.library.document(document.id).change(.describe) { _ in }
    #expect(try check() == ["staleIndex mended index.sqlite"])
    #expect(try check() == [])
  }

  @Test func whatCannotBeReadIsNamedAndLeft() throws {
    try example.folder.write(Array("{".utf8), to: "\(folder)/metadata.json")
    let link = DocumentID()
    try FileManager.default.createSymbolicLink(
      atPath: example.folder.file("library/documents/\(link)"), withDestinationPath: "/etc")
    let before = try example.files(of: document.id)
    let found = try check()
    #expect(found.contains("unreadable left documents/ID/metadata.json"))
    #expect(found.contains("unreadable left documents/\(link)"))
    #expect(try example.files(of: document.id) == before)
  }
}
