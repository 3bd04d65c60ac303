import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A verdict holds for the photo, and every step can be taken back.
@Suite struct TriageTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  @Test func verdictsOutliveTheProgram() throws {
    let (a, b, c) = (
      try example.photo("a.jpg"), try example.photo("b.jpg"), try example.photo("c.jpg")
    )
    let triage = try example.triage
    try triage.decide(.keep, on: [a])
    try triage.decide(.delete, on: [b])
    try triage.decide(.text, on: [c])
    let later = try example.triage
    #expect([a, b, c].map { later.verdict(on: $0) } == [.keep, .delete, .text])
    #expect(later.queue() == [b])
    let progress = later.progress(of: [a, b, c, try example.photo("d.jpg")])
    #expect(progress.counts == [.keep: 1, .delete: 1, .text: 1])
    #expect((progress.decided, progress.total) == (3, 4))
  }

  @Test func stepsAreUndoneAcrossSessions() throws {
    let photos = try ["a.jpg", "b.jpg"].map { try example.photo($0) }
    try example.triage.decide(.keep, on: photos)
    try example.triage.decide(.delete, on: photos)
    try example.triage.decide(.text, on: [photos[0]])
    func verdicts() throws -> [Verdict?] {
      let triage = try example.triage
      return photos.map { triage.verdict(on: $0) }
    }
    #expect(try verdicts() == [.text, .delete])
    #expect(try example.triage.undo() == [[photos[0].main.path]])
    #expect(try verdicts() == [.delete, .delete])
    #expect(try example.triage.undo().map(\.count) == [2])
    #expect(try verdicts() == [.keep, .keep])
    #expect(try example.triage.undo(5).map(\.count) == [2])
    #expect(try verdicts() == [nil, nil])
    #expect(try example.triage.undo().isEmpty)
  }

  @Test func requestsAreDoneOnce() throws {
    let photos = try ["a.jpg", "b.jpg"].map { try example.photo($0) }
    #expect(try example.triage.decide([(.delete, [photos[0]])], request: "s:1"))
    // Another program, which has read the journal anew, knows it as well.
    #expect(try !example.triage.decide([(.delete, [photos[1]])], request: "s:1"))
    #expect(try example.triage.decide([(.keep, [photos[0]])], request: "s:2"))
    #expect(try example.triage.undo(request: "s:3").count == 1)
    #expect(try example.triage.undo(request: "s:3").isEmpty)
    // What was undone is not done again by a late copy of its request.
    #expect(try !example.triage.decide([(.keep, [photos[0]])], request: "s:2"))
    let triage = try example.triage
    #expect(photos.map { triage.verdict(on: $0) } == [.delete, nil])
    #expect(triage.photos(with: .delete) == [photos[0]])
    #expect(triage.photos(with: .keep).isEmpty)
  }

  @Test func differentVerdictsAreOneStep() throws {
    let photos = try ["a.jpg", "b.jpg", "c.jpg"].map { try example.photo($0) }
    try example.triage.decide(.text, on: [photos[0]])
    try example.triage.decide([(.keep, [photos[0]]), (.delete, Array(photos[1...])), (nil, [])])
    let triage = try example.triage
    #expect(photos.map { triage.verdict(on: $0) } == [.keep, .delete, .delete])
    #expect(try triage.undo() == [photos.map(\.main.path)])
    #expect(photos.map { triage.verdict(on: $0) } == [.text, nil, nil])
    #expect(try triage.undo(5).count == 1)
  }

  @Test func aLibraryIsNewUntilSomebodyDecidesOrLooks() throws {
    let triage = try example.triage
    #expect(triage.isNew)
    try triage.decide(.keep, on: [try example.photo("a.jpg")])
    #expect(try !example.triage.isNew)
    let other = try TriageExample()
    try other.triage.keep(TriageSession(folders: ["/p"]))
    #expect(try !other.triage.isNew)
  }

  @Test func hardLinksFreeNothingUntilAllGo() throws {
    let (a, b) = (try example.photo("a.jpg"), try example.photo("b.jpg", "b"))
    let link = example.folder.file("photos/c.jpg")
    try FileManager.default.linkItem(atPath: example.folder.file("photos/a.jpg"), toPath: link)
    let c = try PhotoFolder.photo(at: FilePath(link))
    let triage = try example.triage
    #expect(triage.freedByteCount(of: [a]) == 0)
    #expect(triage.freedByteCount(of: [a, b]) == b.byteCount)
    #expect(triage.freedByteCount(of: [a, b, c]) == a.byteCount + b.byteCount)
  }

  @Test func undoingInAFolderLeavesOthersAlone() throws {
    let (a, b) = (try example.photo("one/a.jpg"), try example.photo("two/b.jpg"))
    let triage = try example.triage
    try triage.decide(.delete, on: [a])
    try triage.decide(.delete, on: [b])
    try triage.undo(5, in: [a.main.path.removingLastComponent()])
    #expect(triage.verdict(on: a) == nil)
    #expect(triage.verdict(on: b) == .delete)
  }

  @Test func aSingleOneIsTakenOutOfTheQueue() throws {
    let photos = try ["a.jpg", "b.jpg", "c.jpg"].map { try example.photo($0) }
    let triage = try example.triage
    try triage.decide(.delete, on: photos)
    try triage.decide(nil, on: [photos[1]])
    #expect(triage.queue() == [photos[0], photos[2]])
    try triage.undo()
    #expect(triage.queue() == photos)
  }

  @Test func startingOverCanBeUndone() throws {
    let (a, b) = (try example.photo("one/a.jpg"), try example.photo("two/b.jpg"))
    let triage = try example.triage
    try triage.decide(.delete, on: [a, b])
    #expect(try triage.startOver(in: [a.main.path.removingLastComponent()]) == 1)
    #expect(triage.verdict(on: a) == nil)
    #expect(triage.verdict(on: b) == .delete)
    #expect(try triage.startOver(in: [a.main.path.removingLastComponent()]) == 0)
    try triage.undo()
    #expect(try example.triage.verdict(on: a) == .delete)
  }

  @Test func aChangedPhotoHasNoVerdict() throws {
    let photo = try example.photo("a.jpg")
    let triage = try example.triage
    try triage.decide(.delete, on: [photo])
    let changed = try example.photo("a.jpg", "another, and longer")
    #expect(triage.verdict(on: changed) == nil)
    #expect(triage.refusal(of: photo)?.code == .changedMeanwhile)
    FilePath(example.folder.file("photos/a.jpg")).removeFile()
    #expect(triage.refusal(of: photo)?.code == .inputNotFound)
  }

  @Test func aRenamedPhotoKeepsItsVerdictAndAnotherNameHasNone() throws {
    let photo = try example.photo("a.jpg")
    let triage = try example.triage
    try triage.decide(.delete, on: [photo])
    try FileManager.default.linkItem(
      atPath: example.folder.file("photos/a.jpg"), toPath: example.folder.file("photos/b.jpg"))
    let other = try PhotoFolder.photo(at: FilePath(example.folder.file("photos/b.jpg")))
    #expect(triage.verdict(on: other) == nil)
    FilePath(example.folder.file("photos/a.jpg")).removeFile()
    #expect(triage.verdict(on: other) == .delete)
  }

  @Test func sessionsGoOn() throws {
    let folders: [FilePath] = ["/photos/b", "/photos/a"]
    var session = try example.triage.session(of: folders)
    #expect(session.cursor == nil)
    session.cursor = "/photos/a/x.jpg"
    session.filter = "screenshots"
    try example.triage.keep(session)
    let again = try example.triage.session(of: folders.reversed())
    #expect(again == session)
    #expect(try example.triage.session(of: ["/photos/a"]).cursor == nil)
  }

  @Test func oddNamesAreKept() throws {
    let names: [[UInt8]] = [
      Array("a\nb.jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8), Array("ä %.jpg".utf8),
    ]
    let triage = try example.triage
    var paths: [FilePath] = []
    for name in names {
      let path = try example.photos(making: true).appending(
        try #require(FilePath(bytes: name)?.lastComponent))
      try example.photo("x.jpg")
      _ = rename(
        example.folder.file("photos/x.jpg"), path.bytes.map { CChar(bitPattern: $0) } + [0])
      let photo = try PhotoFolder.photo(at: path)
      #expect(photo.main.path == path)
      try triage.decide(.delete, on: [photo])
      #expect(try example.triage.verdict(on: photo) == .delete)
      paths.append(path)
    }
    #expect(try example.triage.queue().map(\.main.path) == paths)
    let report = try example.triage.commit(to: example.trash)
    #expect(report.refused.isEmpty)
    #expect(paths.allSatisfy { !$0.isThere })
    #expect(try example.triage.restore(from: example.trash).restored.count == 3)
    #expect(paths.allSatisfy { $0.isRegularFile })
  }

  @Test func twoProgramsDecide() throws {
    let photo = try example.photo("a.jpg")
    let (one, other) = (try example.triage, try example.triage)
    try one.decide(.keep, on: [photo])
    try other.decide(.delete, on: [photo])
    #expect(one.verdict(on: photo) == .keep)
    try one.refresh()
    #expect(one.verdict(on: photo) == .delete)
    try one.undo()
    #expect(one.verdict(on: photo) == .keep)
  }
}
