import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Photos go to the trash of the desktop and come back, whatever happens in between.
@Suite struct TrashTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  private func delete(_ photos: Photo...) throws {
    try example.triage.decide(.delete, on: photos)
  }

  private func commit() throws -> CommitReport { try example.triage.commit(to: example.trash) }

  @Test func theInfoIsThatOfTheSpecification() throws {
    let photo = try example.photo("a b%ü.jpg")
    try delete(photo)
    let report = try commit()
    #expect(report.refused.isEmpty)
    #expect(report.trashed.map { $0.files.map(\.file) } == [photo.files])
    #expect(report.byteCount == photo.byteCount)
    #expect(report.freedByteCount == photo.byteCount)
    #expect(example.names("photos") == [])
    #expect(example.names("Trash/files") == ["a b%ü.jpg"])
    #expect(try example.text("Trash/files/a b%ü.jpg") == "photo a b%ü.jpg")
    let photos = try example.photos()
    let lines = try example.text("Trash/info/a b%ü.jpg.trashinfo").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines[0] == "[Trash Info]")
    #expect(lines[1] == "Path=\(photos)/a%20b%25%C3%BC.jpg")
    #expect(lines[2].wholeMatch(of: /DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    #expect(lines[3] == "")
    #expect(try example.triage.queue().isEmpty)
  }

  @Test func whatIsRefusedStaysWhereItIs() throws {
    let (a, b) = (try example.photo("a.jpg"), try example.photo("b.jpg"))
    try delete(a, b)
    let reason = ConversionError(.readFailed, "is not wanted")
    let triage = try example.triage
    let report = try triage.commit(
      to: example.trash, refusing: { $0 == a ? reason : nil }, while: { _ in true })
    #expect(report.refused.map(\.message) == ["is not wanted"])
    #expect(example.names("photos") == ["a.jpg"])
    #expect(example.names("Trash/files") == ["b.jpg"])
    // It waits in the queue as before.
    #expect(triage.queue() == [a])
    let back = try triage.restore(from: example.trash, refusing: { _ in reason })
    #expect((back.restored.count, back.refused.map(\.message)) == (0, ["is not wanted"]))
    #expect(example.names("Trash/files") == ["b.jpg"])
  }

  @Test func namesAreUnique() throws {
    try example.folder.write([1], to: "Trash/files/a.jpg")
    try example.folder.write([1], to: "Trash/info/a.2.jpg.trashinfo")
    try delete(try example.photo("a.jpg"))
    #expect(try commit().trashed.count == 1)
    #expect(example.names("Trash/files") == ["a.3.jpg", "a.jpg"])
    #expect(try example.folder.bytes("Trash/files/a.jpg") == [1])
    #expect(example.names("Trash/info") == ["a.2.jpg.trashinfo", "a.3.jpg.trashinfo"])
  }

  @Test func aLongNameIsShortened() throws {
    let name = String(repeating: "n", count: 251) + ".jpg"
    let photo = try example.photo(name)
    try delete(photo)
    #expect(try commit().trashed.count == 1)
    #expect(example.names("Trash/files") == [String(repeating: "n", count: 241) + ".jpg"])
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
    #expect(example.names("photos") == [name])
  }

  @Test func hardLinksFreeNothing() throws {
    let photo = try example.photo("a.jpg")
    try FileManager.default.linkItem(
      atPath: example.folder.file("photos/a.jpg"), toPath: example.folder.file("photos/b.jpg"))
    let other = try PhotoFolder.photo(at: FilePath(example.folder.file("photos/b.jpg")))
    try delete(photo)
    let first = try commit()
    #expect(first.byteCount == photo.byteCount)
    #expect(first.freedByteCount == 0)
    _ = try example.triage.restore(from: example.trash)
    try delete(photo, other)
    let both = try commit()
    #expect(both.byteCount == 2 * photo.byteCount)
    #expect(both.freedByteCount == photo.byteCount)
  }

  @Test func aChangedPhotoStays() throws {
    let (a, b) = (try example.photo("a.jpg"), try example.photo("b.jpg"))
    try delete(a, b)
    try example.photo("a.jpg", "another text")
    let report = try commit()
    #expect(report.refused.map(\.code) == [.changedMeanwhile])
    #expect(report.refused.map(\.file) == [a.main.path])
    #expect(report.trashed.count == 1)
    #expect(example.names("photos") == ["a.jpg"])
    #expect(try example.text("photos/a.jpg") == "photo another text")
  }

  @Test func filesOfAPhotoMoveTogetherOrNotAtAll() throws {
    try example.photo("IMG_1.CR2")
    try example.photo("IMG_1.xmp")
    let photo = try example.photo("IMG_1.JPG")
    #expect(photo.files.count == 3)
    try delete(photo)
    try example.photo("IMG_1.xmp", "changed meanwhile")
    let report = try commit()
    #expect(report.trashed.isEmpty)
    #expect(report.refused.map(\.code) == [.changedMeanwhile])
    #expect(example.names("photos") == ["IMG_1.CR2", "IMG_1.JPG", "IMG_1.xmp"])
    #expect(example.names("Trash/files") == [])
    #expect(example.names("Trash/info") == [])
    try delete(try example.photo("IMG_1.JPG", "IMG_1.JPG"))
    #expect(try commit().trashed.map(\.files.count) == [3])
    #expect(example.names("photos") == [])
  }

  @Test func aCommitComesBackButNeverOverAFile() throws {
    let (a, b) = (try example.photo("in/a.jpg"), try example.photo("b.jpg"))
    try delete(a, b)
    let report = try commit()
    try FileManager.default.removeItem(atPath: example.folder.file("photos/in"))
    try example.photo("b.jpg", "a new one")
    let back = try example.triage.restore(from: example.trash)
    #expect(back.number == report.number)
    #expect(back.restored.map { $0.files[0].file.path } == [a.main.path])
    #expect(back.refused.map(\.code) == [.outputExists])
    #expect(try example.text("photos/in/a.jpg") == "photo in/a.jpg")
    #expect(try example.text("photos/b.jpg") == "photo a new one")
    #expect(example.names("Trash/files") == ["b.jpg"])
    FilePath(example.folder.file("photos/b.jpg")).removeFile()
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
    #expect(try example.text("photos/b.jpg") == "photo b.jpg")
    #expect(example.names("Trash/info") == [])
    #expect(try example.triage.verdict(on: b) == nil)
    #expect(errorCode { _ = try example.triage.restore(from: example.trash) } == .inputNotFound)
  }

  @Test func anEmptiedTrashIsSaid() throws {
    try delete(try example.photo("a.jpg"))
    _ = try commit()
    try FileManager.default.removeItem(atPath: example.folder.file("Trash"))
    let back = try example.triage.restore(from: example.trash)
    #expect(back.restored.isEmpty)
    #expect(back.refused.map(\.code) == [.inputNotFound])
  }

  @Test func commitsComeBackByTheirNumbers() throws {
    try delete(try example.photo("a.jpg"))
    let first = try commit()
    try delete(try example.photo("b.jpg"))
    let second = try commit()
    #expect(try example.triage.commits.map(\.number) == [second.number, first.number])
    let back = try example.triage.restore(commit: first.number, from: example.trash)
    #expect(back.restored.count == 1)
    #expect(example.names("photos") == ["a.jpg"])
  }

  @Test func undoingAfterACommitBringsNothingBack() throws {
    let photo = try example.photo("a.jpg")
    try delete(photo)
    _ = try commit()
    try example.triage.undo()
    #expect(try example.triage.queue().isEmpty)
    #expect(example.names("Trash/files") == ["a.jpg"])
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
  }

  /// Stopped at each step of each file: whatever is in the trash then can be brought back, and nothing is lost.
  @Test(arguments: 0..<8) func aStoppedCommitIsSettled(step: Int) throws {
    try example.photo("IMG_1.CR2")
    let photos = [try example.photo("IMG_1.JPG"), try example.photo("b.jpg")]
    try example.triage.decide(.delete, on: photos)
    var count = 0
    example.trash.goesOn = { _ in
      count += 1
      return count <= step
    }
    let isStopped = errorCode { _ = try commit() } == .interrupted
    // Two steps of each of three files.
    #expect(isStopped == (step < 6))
    #expect(example.names("photos").count + example.names("Trash/files").count == 3)
    example.trash.goesOn = { _ in true }
    let report = try commit()
    #expect(report.refused.isEmpty)
    #expect(example.names("photos") == [])
    #expect(example.names("Trash/files") == ["IMG_1.CR2", "IMG_1.JPG", "b.jpg"])
    #expect(example.names("Trash/info").count == 3)
    while let commit = try example.triage.commits.first {
      #expect(
        try example.triage.restore(commit: commit.number, from: example.trash).refused.isEmpty)
    }
    #expect(example.names("photos") == ["IMG_1.CR2", "IMG_1.JPG", "b.jpg"])
    #expect(example.names("Trash/files") == [])
    #expect(example.names("Trash/info") == [])
  }

  @Test func aCommitThatIsEndedEarlyIsOne() throws {
    try delete(try example.photo("a.jpg"), try example.photo("b.jpg"))
    let report = try example.triage.commit(to: example.trash, while: { _ in false })
    #expect(report.trashed.count == 1)
    #expect(try example.triage.queue().count == 1)
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
  }
}

/// Photos on another file system than the home folder.
@Suite(.serialized, .enabled(if: OtherDisk.isThere)) struct OtherDiskTests {
  private let example: TriageExample
  private let disk: OtherDisk

  init() throws {
    example = try TriageExample()
    disk = try OtherDisk()
  }

  @Test func theyGoToTheTrashOfTheirDisk() throws {
    let photo = try disk.photo("a b.jpg")
    try example.triage.decide(.delete, on: [photo])
    let report = try example.triage.commit(to: example.trash)
    let file = try #require(report.trashed.first?.files.first)
    #expect(!file.isCopy)
    #expect(file.trash == OtherDisk.trash)
    #expect(file.path.status()?.st_ino == ino_t(photo.main.inode))
    let info = file.trash.appending("info").appending("\(file.name.string).trashinfo").string
    let text = try String(contentsOfFile: info, encoding: .utf8)
    #expect(text.hasPrefix("[Trash Info]\nPath=\(disk.name)/a%20b.jpg\nDeletionDate="))
    #expect(
      try FileManager.default.attributesOfItem(atPath: file.trash.string)[.posixPermissions] as? Int
        == 0o700)
    #expect(example.names("Trash/files") == [])
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
    #expect(photo.main.path.isRegularFile)
  }

  @Test func whereThereCanBeNoneTheyAreCopied() throws {
    let stands = OtherDisk.trash.isThere
    try #require(!stands, "the disk has a trash already")
    _ = FileManager.default.createFile(atPath: OtherDisk.trash.string, contents: nil)
    defer { OtherDisk.trash.removeFile() }
    let photo = try disk.photo("a.jpg")
    try example.triage.decide(.delete, on: [photo])
    let report = try example.triage.commit(to: example.trash)
    #expect(report.trashed.first?.files.map(\.isCopy) == [true])
    #expect(!photo.main.path.isThere)
    #expect(try example.text("Trash/files/a.jpg") == "photo a.jpg")
    #expect(try example.triage.restore(from: example.trash).restored.count == 1)
    #expect(photo.main.path.isRegularFile)
    #expect(try PhotoFolder.photo(at: photo.main.path).main.modified == photo.main.modified)
    #expect(example.names("Trash/files") == [])
  }

  /// A stop between the copy and the removal loses nothing.
  @Test(arguments: 0..<4) func aStoppedCopyIsSettled(step: Int) throws {
    try #require(!OtherDisk.trash.isThere, "the disk has a trash already")
    _ = FileManager.default.createFile(atPath: OtherDisk.trash.string, contents: nil)
    defer { OtherDisk.trash.removeFile() }
    let photo = try disk.photo("a.jpg")
    try example.triage.decide(.delete, on: [photo])
    var count = 0
    example.trash.goesOn = { _ in
      count += 1
      return count <= step
    }
    _ = try? example.triage.commit(to: example.trash)
    #expect(photo.main.path.isThere || example.names("Trash/files").count == 1)
    example.trash.goesOn = { _ in true }
    _ = try example.triage.commit(to: example.trash)
    #expect(!photo.main.path.isThere)
    while let commit = try example.triage.commits.first {
      #expect(
        try example.triage.restore(commit: commit.number, from: example.trash).refused.isEmpty)
    }
    #expect(photo.main.path.isThere)
  }
}

/// A folder in memory, which is on a file system of its own.
final class OtherDisk {
  private static let top: FilePath = "/dev/shm"
  static let trash = top.appending(".Trash-\(getuid())")

  static var isThere: Bool {
    guard let own = top.status(), let above = top.removingLastComponent().status(),
      let temporary = FilePath(NSTemporaryDirectory()).status()
    else { return false }
    return own.st_dev != temporary.st_dev && own.st_dev != above.st_dev && top.isWritable
      && !top.appending(".Trash").isThere
  }

  let name = "fairy-test-\(UUID().uuidString)"
  private var folder: FilePath { Self.top.appending(name) }
  private let hadTrash = OtherDisk.trash.isThere

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder.string)
    guard !hadTrash else { return }
    for place in ["files", "info"] { Self.trash.appending(place).removeFolder() }
    Self.trash.removeFolder()
  }

  func photo(_ name: String) throws -> Photo {
    let path = folder.appending(name)
    try Data("photo \(name)".utf8).write(to: URL(fileURLWithPath: path.string))
    return try PhotoFolder.photo(at: path)
  }
}
