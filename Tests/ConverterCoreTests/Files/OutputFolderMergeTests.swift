import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What is added to a folder that holds something: all of it or nothing.
@Suite struct OutputFolderMergeTests {
  private let disk: FilledFolder

  init() throws { disk = try FilledFolder() }

  private func files() throws -> [String] {
    try FolderTree.lines(disk.path, times: false).filter { !$0.hasPrefix("folder") }
      .map { String($0.split(separator: " ", maxSplits: 2)[2]) }
  }

  @Test func addsBesideWhatIsThere() throws {
    try disk.prepare("out/old=1", "out/d/x=1")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "new=2", "d/y=2", "e/f/g=2", "d/l>x")
    var announced: [String] = []
    let publication = try output.publish { announced.append($0.lastComponent?.string ?? "") }
    #expect(publication.names.sorted() == ["d", "e", "new"])
    #expect(announced == publication.names)
    #expect(
      try files() == [
        "out/d/x = \"1\"", "out/d/y = \"2\"", "out/e/f/g = \"2\"", "out/new = \"2\"",
        "out/old = \"1\"", "out/d/l -> x",
      ])
  }

  @Test func makesTheFolder() throws {
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=1")
    #expect(try output.publish().names == ["out"])
    #expect(disk.scratch.names == ["out", "out/a"])
  }

  @Test func followsTheLinkThatTheUserNamed() throws {
    try disk.prepare("real/old=1", "out>real")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=2")
    _ = try output.publish()
    #expect(try files() == ["real/a = \"2\"", "real/old = \"1\"", "out -> real"])
  }

  @Test func keepsTheTimesOfWhatIsMoved() throws {
    try disk.prepare("out/d/x=1")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "d/e/f=2")
    let root = try OpenFolder(reopening: output.descriptor)
    try root.folder("d/e".utf8).setTimes(FileTimes(modified: 1000, nanoseconds: 5))
    _ = try output.publish()
    #expect(try FolderTree.lines(disk.path).contains("folder 755 out/d/e @1000.5"))
  }

  @Test func conflictsAreAllFoundBeforeAnythingIsMoved() throws {
    try disk.prepare("out/d/x=1", "out/d/y=1", "out/z=1")
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=2", "d/x=2", "d/y=2", "z=2")
    let error = try FilledFolder.refused(disk, output, .fail, before: before)
    #expect(error.code == .outputExists)
    #expect(error.file == FilePath(disk.scratch.file("out/z")))
    #expect(error.message.contains("2 more"))
  }

  @Test func skipsWhatIsThere() throws {
    try disk.prepare("out/d/x=1", "out/f=1", "out/k/m=1")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "d/x=2", "d/y=2", "f/g=2", "k=2")
    let publication = try output.publish(conflict: .skip)
    #expect(publication.names == ["d"])
    #expect(
      Set(publication.skipped.map(\.string))
        == Set(["d/x", "f", "k"].map { disk.scratch.file("out/\($0)") }))
    #expect(
      try files() == ["out/d/x = \"1\"", "out/d/y = \"2\"", "out/f = \"1\"", "out/k/m = \"1\""])
  }

  @Test func numbersWhatIsThere() throws {
    try disk.prepare("out/a.txt=1", "out/a-2.txt=1", "out/f=1", "out/k.d/m=1")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a.txt=2", "a-3.txt=2", "f/g=2", "k.d=2")
    try output.setPermissions(FilePermissions(rawValue: 0o711), of: Array("f".utf8))
    let names = try output.publish(conflict: .rename).names
    #expect(names.sorted() == ["a-3.txt", "a-4.txt", "f-2", "k-2.d"])
    #expect(try FolderTree.lines(disk.path, times: false).contains("folder 711 out/f-2"))
    #expect(try disk.scratch.bytes("out/a.txt") == [UInt8(ascii: "1")])
    #expect(try disk.scratch.bytes("out/a-4.txt") == [UInt8(ascii: "2")])
  }

  @Test func replacesFilesAndLinksButFollowsNone() throws {
    try disk.prepare("out/x=1", "out/l>../secret", "secret=s", "out/d/y=1")
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "x=2", "l=2", "d/y>../x")
    _ = try output.publish(conflict: .overwrite)
    #expect(
      try files() == ["out/l = \"2\"", "out/x = \"2\"", "secret = \"s\"", "out/d/y -> ../x"])
  }

  @Test func replacesMany() throws {
    let things = (0..<40).map { "out/\($0)=old" }
    for thing in things { try disk.prepare(thing) }
    let output = try disk.output("out", .merged)
    for number in 0..<40 { try FilledFolder.fill(output, "\(number)=new") }
    #expect(try output.publish(conflict: .overwrite).paths.count == 40)
    #expect(try files().allSatisfy { $0.hasSuffix("\"new\"") })
  }

  @Test(arguments: OutputFile.ConflictPolicy.allCases)
  func writesThroughNoLink(policy: OutputFile.ConflictPolicy) throws {
    try disk.prepare("elsewhere/", "out/d>../elsewhere", "out/old=1")
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=1", "d/evil=1")
    let error = try FilledFolder.refused(disk, output, policy, before: before)
    #expect(error.code == .unsafeEntry)
    #expect(error.file == FilePath(disk.scratch.file("out/d")))
  }

  @Test(arguments: [("d=2", "a folder"), ("f/g=2", "is no folder"), ("p=2", "regular")])
  func filesAndFoldersNeverReplaceEachOther(thing: String, why: String) throws {
    try disk.prepare("out/d/x=1", "out/f=1")
    #expect(mkfifo(disk.scratch.file("out/p"), 0o600) == 0)
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=1", thing)
    let error = try FilledFolder.refused(disk, output, .overwrite, before: before)
    #expect(error.code == .cannotCreateOutput)
    #expect(error.message.contains(why))
  }

  @Test func aMoveThatFailsTakesAllBack() throws {
    try disk.prepare("out/a=1", "out/z/y=1", "out/b=1")
    let before = try FolderTree.lines(disk.path, times: false)
    let output = try disk.output("out", .merged)
    try FilledFolder.fill(output, "a=2", "c/d=2", "z/y=2", "z/x=2")
    // Once all has been looked at, something appears where a file is to go.
    var intruded = false
    let error = #expect(throws: ConversionError.self) {
      try output.publish(conflict: .overwrite) { _ throws(ConversionError) in
        guard !intruded else { return }
        intruded = true
        _ = open(disk.scratch.file("out/z/x"), O_CREAT | O_WRONLY, 0o644)
      }
    }
    #expect(error?.code == .outputExists)
    _ = unlink(disk.scratch.file("out/z/x"))
    #expect(try FolderTree.lines(disk.path, times: false) == before)
  }

  @Test func anArchiveCannotNameTheStagingFolder() throws {
    try disk.prepare("out/a=1")
    let output = try disk.output("out", .merged)
    let staging = try #require(
      disk.scratch.names.first { $0.hasPrefix("out/.fairy-") }?.dropFirst(4))
    try FilledFolder.fill(output, "\(staging)/x=1")
    let error = #expect(throws: ConversionError.self) { try output.publish(conflict: .overwrite) }
    #expect(error?.code == .cannotCreateOutput)
    output.abandon()
    #expect(disk.scratch.names == ["out", "out/a"])
  }
}
