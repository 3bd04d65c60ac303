import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Folders appear whole, under the right name, or not at all.
@Suite struct OutputFolderTests {
  private let disk: FilledFolder

  init() throws { disk = try FilledFolder() }

  @Test func isHiddenUntilItIsPublished() throws {
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "a=1", "b/c=22")
    let names = disk.scratch.names.filter { !$0.contains("/") }
    #expect(names.count == 1)
    #expect(names[0].hasPrefix(".fairy-") && names[0].hasSuffix(".partial"))
    let publication = try output.publish()
    #expect(publication.paths == [FilePath(disk.scratch.file("out"))])
    #expect(publication.contents.files == 2)
    #expect(publication.contents.folders == 1)
    #expect(publication.contents.byteCount == 3)
    #expect(disk.scratch.names == ["out", "out/a", "out/b", "out/b/c"])
  }

  @Test(arguments: OutputFolder.Arrangement.allCases)
  func nothingIsLeftWhenItIsGivenUp(arrangement: OutputFolder.Arrangement) throws {
    try disk.prepare("out/old=1")
    let before = try FolderTree.lines(disk.path)
    do {
      let output = try disk.output("out", arrangement)
      try FilledFolder.fill(output, "a=1", "b/c/d=2", "b/l>c")
    }
    #expect(try FolderTree.lines(disk.path) == before)
  }

  /// Another process says which folders get which permissions: it reaches none beside its own.
  @Test func permissionsReachNothingBeside() throws {
    try disk.prepare("Downloads/old=1")
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .unwrapped)
    try FilledFolder.fill(output, "D/a=1")
    for path in ["Xownloads", "Dxownloads", "../Downloads", "D/../Downloads"] {
      try output.add(.permissions(path: Array(path.utf8), [.ownerReadWriteExecute, .otherWrite]))
    }
    #expect(try output.publish().paths == [FilePath(disk.scratch.file("D"))])
    #expect(
      try FolderTree.lines(disk.path).filter { $0.contains(" Downloads") }
        == before.filter { $0.contains(" Downloads") })
  }

  @Test func readOnlyFoldersAndDeepOnesAreGivenUpToo() throws {
    do {
      let output = try disk.output("out", .whole)
      try FilledFolder.fill(output, "r/s/t=1", String(repeating: "d/", count: 700))
      let inner = try OpenFolder(reopening: output.descriptor).folder("r".utf8)
      #expect(fchmod(inner.raw, 0o500) == 0)
    }
    #expect(disk.scratch.names == [])
  }

  @Test func linksAreNotFollowedWhenItIsGivenUp() throws {
    try disk.prepare("precious/a=1")
    do {
      let output = try disk.output("out", .whole)
      let root = try OpenFolder(reopening: output.descriptor)
      let target = Array(disk.scratch.file("precious").utf8)
      let status = withPlatformBytes(target) { symlinkat($0, root.raw, "l") }
      #expect(status == 0)
      let error = #expect(throws: ConversionError.self) { try output.publish() }
      #expect(error?.code == .unsafeEntry)
    }
    #expect(disk.scratch.names == ["precious", "precious/a"])
  }

  @Test func aProgramThatRunsAsItsOwnerIsRefused() throws {
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "a=1")
    let root = try OpenFolder(reopening: output.descriptor)
    let file = try root.open("a".utf8, O_RDONLY)
    #expect(fchmod(file.rawValue, 0o4755) == 0)
    try file.close()
    let error = #expect(throws: ConversionError.self) { try output.publish() }
    #expect(error?.code == .unsafeEntry)
    #expect(disk.scratch.names == [])
  }

  // MARK: - Names

  @Test func anExistingFolderIsLeftAlone() throws {
    try disk.prepare("out/old=1")
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "a=1")
    let error = try FilledFolder.refused(disk, output, .fail, before: before)
    #expect(error.code == .outputExists)
    #expect(error.file == FilePath(disk.scratch.file("out")))
  }

  @Test func anExistingFileIsLeftAloneWhateverThePolicy() throws {
    for policy in [OutputFile.ConflictPolicy.fail, .overwrite] {
      try disk.prepare("out=1")
      let before = try FolderTree.lines(disk.path)
      let output = try disk.output("out", .whole)
      try FilledFolder.fill(output, "a=1")
      let error = try FilledFolder.refused(disk, output, policy, before: before)
      #expect(error.code == (policy == .fail ? .outputExists : .cannotCreateOutput))
    }
  }

  @Test func anExistingFolderIsSkipped() throws {
    try disk.prepare("out/old=1")
    let before = try FolderTree.lines(disk.path)
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "a=1")
    let publication = try output.publish(conflict: .skip)
    #expect(publication.paths == [])
    #expect(publication.skipped == [FilePath(disk.scratch.file("out"))])
    #expect(try FolderTree.lines(disk.path) == before)
  }

  @Test func aTakenNameGetsANumber() throws {
    try disk.prepare("v1.2/old=1", "v1.2-2/old=2")
    let output = try disk.output("v1.2", .whole)
    try FilledFolder.fill(output, "a=1")
    #expect(try output.publish(conflict: .rename).names == ["v1.2-3"])
    #expect(disk.scratch.names.contains("v1.2-3/a"))
  }

  @Test func anEmptyFolderIsFree() throws {
    try disk.prepare("out/")
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "a=1")
    #expect(try output.publish().names == ["out"])
    #expect(disk.scratch.names == ["out", "out/a"])
  }

  @Test func overwritingMergesFolders() throws {
    try disk.prepare("out/old=1", "out/d/a=old", "out/d/b=old")
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "d/a=new", "d/e/f=new")
    #expect(try output.publish(conflict: .overwrite).names == ["d"])
    let lines = try FolderTree.lines(disk.path, times: false).filter { $0.hasPrefix("file") }
    #expect(
      lines == [
        "file 644 out/d/a = \"new\"", "file 644 out/d/b = \"old\"", "file 644 out/d/e/f = \"new\"",
        "file 644 out/old = \"1\"",
      ])
  }

  @Test func theFolderToHoldItMustBeThere() throws {
    let error = #expect(throws: ConversionError.self) { try disk.output("none/out", .whole) }
    #expect(error?.code == .cannotCreateOutput)
    #expect(error?.message.contains("there is no folder") == true)
  }

  // MARK: - Unwrapping

  @Test(arguments: [
    (["a/b=1", "a/c=2"], ["a", "a/b", "a/c"]),
    (["a=1"], ["a"]),
    (["a=1", "b=2"], ["out", "out/a", "out/b"]),
    (["a=1", "l>a"], ["out", "out/a", "out/l"]),
    ([], ["out"]),
    (["a/"], ["a"]),
  ])
  func oneThingStandsForTheFolder(things: [String], names: [String]) throws {
    let output = try disk.output("out", .unwrapped)
    for thing in things { try FilledFolder.fill(output, thing) }
    #expect(try output.publish().names == [names[0]])
    #expect(disk.scratch.names == names)
  }

  @Test func theOneThingDoesNotReplaceAnother() throws {
    try disk.prepare("a.b=old", "d.e/x=old")
    for (thing, numbered) in [("a.b=new", "a-2.b"), ("d.e/x=new", "d.e-2")] {
      let before = try FolderTree.lines(disk.path)
      let output = try disk.output("out", .unwrapped)
      try FilledFolder.fill(output, thing)
      #expect(try FilledFolder.refused(disk, output, .fail, before: before).code == .outputExists)
      let second = try disk.output("out", .unwrapped)
      try FilledFolder.fill(second, thing)
      #expect(try second.publish(conflict: .rename).names == [numbered])
    }
  }

  @Test func theOneThingReplacesAFileAndMergesAFolder() throws {
    try disk.prepare("a=old", "d/x=old", "d/y=old")
    let first = try disk.output("out", .unwrapped)
    try FilledFolder.fill(first, "a=new")
    #expect(try first.publish(conflict: .overwrite).names == ["a"])
    let second = try disk.output("out", .unwrapped)
    try FilledFolder.fill(second, "d/x=new")
    #expect(try second.publish(conflict: .overwrite).names == ["d"])
    #expect(try disk.scratch.bytes("a") == Array("new".utf8))
    #expect(try disk.scratch.bytes("d/x") == Array("new".utf8))
    #expect(try disk.scratch.bytes("d/y") == Array("old".utf8))
    #expect(disk.scratch.names == ["a", "d", "d/x", "d/y"])
  }

  // MARK: - Who may read it

  @Test func permissionsAreThoseOfNewFolders() throws {
    let output = try disk.output("out", .whole)
    #expect(output.permissions(nil, isFolder: false) == FilePermissions(rawValue: 0o644))
    #expect(
      output.permissions(FilePermissions(rawValue: 0o6777), isFolder: false)
        == FilePermissions(rawValue: 0o755))
    try FilledFolder.fill(output, "a=1")
    _ = try output.publish()
    #expect(try FolderTree.lines(disk.path, times: false).contains("folder 755 out"))
  }

  @Test func aPrivateInputHasAPrivateOutput() throws {
    let output = try disk.output("out", .whole, permissions: FilePermissions(rawValue: 0o640))
    #expect(output.permissions(nil, isFolder: false) == FilePermissions(rawValue: 0o640))
    #expect(
      output.permissions(FilePermissions(rawValue: 0o775), isFolder: true)
        == FilePermissions(rawValue: 0o750))
    _ = try output.publish()
    #expect(try FolderTree.lines(disk.path, times: false).contains("folder 750 out"))
  }

  @Test func foldersBecomeReadOnlyAtTheEnd() throws {
    try disk.prepare("m/shared/old=1")
    for (name, arrangement) in [("w", OutputFolder.Arrangement.whole), ("m", .merged)] {
      let output = try disk.output(name, arrangement)
      try FilledFolder.fill(output, "r/s/a=1", "shared/b=2", "shared/t/c=3")
      for path in ["r", "r/s", "shared", "shared/t"] {
        try output.setPermissions(FilePermissions(rawValue: 0o555), of: Array(path.utf8))
      }
      _ = try output.publish()
    }
    let modes = try FolderTree.lines(disk.path, times: false).filter { $0.hasPrefix("folder 555") }
    #expect(
      modes == [
        "folder 555 m/r", "folder 555 m/r/s", "folder 555 m/shared/t", "folder 555 w/r",
        "folder 555 w/r/s", "folder 555 w/shared", "folder 555 w/shared/t",
      ])
  }
}
