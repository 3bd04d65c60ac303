import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import Scanning
import SystemPackage
import TestSupport
import Testing

/// What two libraries and their target have after a sync.
@Suite struct SyncTests {
  private let example: SyncExample

  init() throws { example = try SyncExample() }

  private func change(
    _ machine: Example, _ id: DocumentID, _ filter: ScannedPage.Filter
  ) throws {
    try machine.editor.edit(id) { (session) throws(ConversionError) in
      try session.setFilter(filter, of: 1)
    }
    try machine.editor.save(id)
  }

  @Test func theTargetHasEachFile() throws {
    let saved = try example.saved()
    #expect(try example.sync(example.here) == ["uploaded One"])
    #expect(
      try example.paths == [
        "documents", "documents/\(saved.id)", "documents/\(saved.id)/metadata.json",
        "documents/\(saved.id)/originals", "documents/\(saved.id)/originals/001.heic",
        "documents/\(saved.id)/output", "documents/\(saved.id)/output/document.pdf",
        "documents/\(saved.id)/pages", "documents/\(saved.id)/pages/002.jpg",
        "documents/\(saved.id)/text", "documents/\(saved.id)/text/003.json",
        "documents/\(saved.id)/thumbnail.jpg",
      ])
    let local = try example.here.library.document(saved.id).metadata()
    #expect(local.state == .synced)
    #expect(local.modified == saved.modified)
    #expect(local.sync?.target == example.target)
    #expect(local.sync?.revision == saved.revision + 1)
    // The target is a library itself, in which nothing says that it was copied.
    let library = try DocumentLibrary(at: FilePath(example.target))
    let remote = try library.document(saved.id).metadata()
    #expect(remote.state == .savedLocal)
    #expect(remote.sync == nil)
    #expect(remote.pages == saved.pages)
    #expect(try library.document(saved.id).faults() == [])
    let before = try FolderTree.lines(example.target)
    #expect(try example.sync(example.here) == [])
    #expect(try FolderTree.lines(example.target) == before)
  }

  /// It would be missing at the target, and nobody would know.
  @Test func whatCannotBeReadIsTold() throws {
    let saved = try example.saved()
    let place = example.here.library.path.appending("documents/\(saved.id)/metadata.json")
    try Data("{".utf8).write(to: URL(fileURLWithPath: place.string))
    let told = try example.sync(example.here)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("failed ") == true, "\(told)")
  }

  @Test func anotherMachineGetsIt() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    #expect(try example.sync(example.there) == ["downloaded One"])
    let got = try example.there.library.document(saved.id)
    #expect(try got.faults() == [])
    #expect(try got.metadata().state == .synced)
    #expect(try got.metadata().pages == saved.pages)
    var indexed: [String] = []
    try example.there.library.openedIndex().items(.document) { indexed.append($0.key) }
    #expect(indexed == [saved.id.description])
    #expect(try example.sync(example.there) == [])
    #expect(try example.sync(example.here) == [])
  }

  @Test func aChangeReachesTheOtherMachine() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    try example.sync(example.there)
    try change(example.there, saved.id, .gray)
    try example.there.editor.describe(saved.id) { $0.title = "Two" }
    #expect(try example.sync(example.there) == ["uploaded Two"])
    #expect(try example.sync(example.here) == ["updated Two"])
    let local = try example.here.library.document(saved.id)
    #expect(try local.faults() == [])
    #expect(try local.metadata().state == .synced)
    #expect(try example.here.paths(of: saved.id) == (try example.there.paths(of: saved.id)))
    #expect(
      try example.seen() == ["Two | page 1 of 001.heic gray | One: 001.heic 1"])
    #expect(try example.sync(example.here) == [])
    // The files of the first version are nowhere any more.
    #expect(try example.paths.filter { $0.contains("/pages/") || $0.contains("/text/") }.count == 2)
  }

  @Test func onlyWhatIsSavedGoes() throws {
    let draft = try example.here.editor.create(title: "Draft", of: [example.here.photo])
    let saved = try example.saved()
    #expect(try example.sync(example.here) == ["uploaded One"])
    #expect(try example.here.state(draft.id) == .draft)
    try example.here.editor.edit(saved.id) { (session) throws(ConversionError) in
      try session.rotate(1, by: 90)
    }
    #expect(try example.sync(example.here) == [])
    #expect(try example.here.state(saved.id) == .draft)
    #expect(try example.seen() == ["One | page 1 of 001.heic color | One: 001.heic 1"])
    try example.here.editor.save(saved.id)
    #expect(try example.sync(example.here) == ["uploaded One"])
    #expect(try example.here.state(saved.id) == .synced)
  }

  @Test func whatIsInTheTrashDoesNotComeBack() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    try example.here.editor.trash(saved.id)
    #expect(try example.sync(example.here, startsOver: true) == [])
    #expect(try example.here.library.identifiers() == [])
    #expect(try example.seen().count == 1)
  }

  @Test func bothVersionsStay() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    try example.sync(example.there)
    // The same file names with different contents.
    try change(example.here, saved.id, .gray)
    try change(example.there, saved.id, .photo)
    #expect(try example.sync(example.here) == ["uploaded One"])
    let day = "\(StoredDate.now)".prefix(10)
    let other = "One (other version, \(day))"
    #expect(try example.sync(example.there) == ["conflict One", "uploaded \(other)"])
    #expect(try example.sync(example.here) == ["updated One", "downloaded \(other)"])
    for machine in [example.here, example.there] {
      #expect(try machine.titles() == ["One", other])
      for id in try machine.library.identifiers() {
        #expect(try machine.library.document(id).faults() == [])
        #expect(try machine.state(id) == .synced)
      }
      #expect(try example.sync(machine) == [])
    }
    #expect(
      try example.seen()
        == [
          "\(other) | page 1 of 001.heic gray | One: 001.heic 1",
          "One | page 1 of 001.heic photo | One: 001.heic 1",
        ].sorted())
  }

  @Test func theSameChangeOnBothIsNoConflict() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    try example.sync(example.there)
    for machine in [example.here, example.there] {
      try machine.editor.describe(saved.id) { $0.tags = ["tax"] }
    }
    #expect(try example.sync(example.here) == ["uploaded One"])
    #expect(try example.sync(example.there) == ["uploaded One"])
    #expect(try example.there.titles() == ["One"])
    #expect(try example.sync(example.here) == [])
  }

  @Test func aTargetThatIsGoneIsTriedAgainWithGrowingPauses() throws {
    let saved = try example.saved()
    try FileManager.default.removeItem(atPath: example.target)
    let start = try #require(StoredDate(seconds: 1_800_000_000))
    var time = start.seconds
    for (count, pause) in [60, 120, 240, 480].enumerated() {
      let now = try #require(StoredDate(seconds: time))
      #expect(
        errorCode { try example.sync(example.here, now: now, ignoresPauses: false) } == .readFailed)
      let sync = try #require(try example.here.library.document(saved.id).metadata().sync)
      #expect(sync.failureCount == count + 1)
      #expect(sync.nextTry?.seconds == time + pause)
      #expect(
        sync.failure
          == "\(example.target): is not there: plug in its disk, or make the folder if it is a new one"
      )
      #expect(try example.here.state(saved.id) == .syncError)
      // Before its time nothing changes.
      let early = try #require(StoredDate(seconds: time + pause - 1))
      let before = try example.here.files(of: saved.id)
      #expect(
        errorCode { try example.sync(example.here, now: early, ignoresPauses: false) }
          == .readFailed)
      #expect(try example.here.files(of: saved.id) == before)
      time += pause
    }
    try FileManager.default.createDirectory(
      atPath: example.target, withIntermediateDirectories: true)
    let early = try #require(StoredDate(seconds: time - 1))
    #expect(try example.sync(example.here, now: early, ignoresPauses: false) == ["waiting One"])
    #expect(try example.sync(example.here, now: early) == ["uploaded One"])
    let sync = try #require(try example.here.library.document(saved.id).metadata().sync)
    #expect(sync.failure == nil)
    #expect(sync.failureCount == 0)
    #expect(sync.nextTry == nil)
  }

  @Test func aTargetThatLostAllIsNotFilledUnasked() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    try FileManager.default.removeItem(atPath: "\(example.target)/documents")
    #expect(errorCode { try example.sync(example.here) } == .readFailed)
    #expect(try example.paths == [])
    #expect(try example.here.state(saved.id) == .synced)
    #expect(try example.sync(example.here, startsOver: true) == ["uploaded One"])
    #expect(try example.seen().count == 1)
  }

  @Test func whatCannotBeReadThereHurtsNoOther() throws {
    let saved = try example.saved()
    try example.sync(example.here)
    let id = DocumentID()
    try FileManager.default.createDirectory(
      atPath: "\(example.target)/documents/\(id)", withIntermediateDirectories: true)
    try Data("{".utf8).write(
      to: URL(fileURLWithPath: "\(example.target)/documents/\(id)/metadata.json"))
    #expect(try Set(example.sync(example.there)) == ["downloaded One", "failed \(id)"])
    #expect(try example.there.library.document(saved.id).faults() == [])
    #expect(try example.there.titles() == ["One"])
  }

  @Test func aLinkAtTheTargetIsNotFollowed() throws {
    let saved = try example.saved()
    let elsewhere = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: "\(example.target)/documents", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(example.target)/documents/\(saved.id)", withDestinationPath: elsewhere.path)
    #expect(try example.sync(example.here) == ["failed One"])
    #expect(elsewhere.names == [])
    #expect(try example.here.state(saved.id) == .syncError)
  }

  @Test func oneProgramSyncsAtATime() throws {
    let saved = try example.saved()
    let other = try LibrarySync(
      example.here.editor, with: FolderTarget(FilePath(example.target)), at: example.place
    ) { _ in }
    #expect(errorCode { try example.sync(example.here) } == .changedMeanwhile)
    withExtendedLifetime(other) {}
    #expect(try example.here.state(saved.id) == .savedLocal)
  }

  @Test func aSyncThatWasStoppedIsNoLongerOne() throws {
    let saved = try example.saved()
    try example.here.library.document(saved.id).change(.beginSync) { _ in }
    #expect(try example.sync(example.here) == ["uploaded One"])
    #expect(try example.here.state(saved.id) == .synced)
  }

  @Test func settingsFollowButForPlacesOfAMachine() throws {
    try example.here.library.changeSettings {
      ($0.titleTemplate, $0.documentFolder, $0.syncTarget) = ("Beleg %Y", "/here", example.target)
    }
    try example.there.library.changeSettings { $0.documentFolder = "/there" }
    #expect(try example.sync(example.here) == ["uploaded settings"])
    #expect(try example.sync(example.there) == ["updated settings"])
    let there = try example.there.library.settings()
    #expect(there.titleTemplate == "Beleg %Y")
    #expect(there.documentFolder == "/there")
    #expect(there.syncTarget == nil)
    #expect(try example.sync(example.here) == [])
    #expect(try example.sync(example.there) == [])
    try example.here.library.changeSettings { $0.saving = .both }
    try example.there.library.changeSettings { $0.saving = .images }
    #expect(try example.sync(example.here) == ["uploaded settings"])
    #expect(try example.sync(example.there) == ["conflict settings"])
    #expect(try example.there.library.settings().saving == .images)
    let other = try example.there.folder.bytes("library/settings/settings.other.json")
    #expect(try LibrarySettings(record: try JSONValue(parsing: other)).saving == .both)
    #expect(try example.sync(example.here) == ["updated settings"])
    #expect(try example.here.library.settings().saving == .images)
  }
}
