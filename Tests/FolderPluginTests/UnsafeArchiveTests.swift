import ArchiveModel
import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Archives that would reach out of their folder leave everything as it was.
@Suite struct UnsafeArchiveTests {
  private var unpack: Unpacking

  init() throws {
    unpack = try Unpacking()
    try unpack.scratch.write([1], to: "secret")
  }

  @Test(arguments: [
    "../secret", "a/../../secret", "/tmp/evil", "C:evil", "a/..", "..", "a\0b", "a\nb", "\u{1B}[2J",
    "a\u{202E}b",
  ])
  func paths(path: String) throws {
    var archive = FakeArchive("good=1")
    archive.file(path, "evil")
    #expect(try unpack.refused(archive).code == .unsafeEntry)
  }

  @Test(arguments: [
    "l>..", "l>/etc/passwd", "d/l>../../secret", "l>a/../..", "d/l>../d/../../secret", "l>",
  ])
  func linkTargets(thing: String) throws {
    #expect(try unpack.refused(FakeArchive("d/a=1", thing)).code == .unsafeEntry)
  }

  @Test func linksThatLeaveThroughOthers() throws {
    // x is the folder itself, so x/.. would be the one above it.
    #expect(try unpack.refused(FakeArchive("x>.", "p/y>../x/../secret")).code == .unsafeEntry)
    var flat = unpack
    flat.arrangement = .unwrapped
    #expect(try flat.refused(FakeArchive("top/a=1", "top/l>../secret")).code == .unsafeEntry)
  }

  @Test(arguments: [
    ["l>d", "d/", "l/evil=1"], ["d/", "l>d", "l/e/evil=1"], ["l>d", "d/", "l/m>x"],
  ])
  func throughALinkThatCameBefore(things: [String]) throws {
    var archive = FakeArchive()
    for thing in things {
      let one = FakeArchive(thing)
      archive.entries.append(one.entries[0])
      archive.entries[archive.entries.count - 1].index = archive.entries.count - 1
      archive.contents.append(one.contents[0])
    }
    #expect(try unpack.refused(archive).code == .unsafeEntry)
  }

  @Test(arguments: ["h~../secret", "h~/etc/passwd", "h~missing", "h~d", "h~l"])
  func hardLinks(thing: String) throws {
    let error = try unpack.refused(FakeArchive("d/a=1", "l>d/a", thing))
    #expect([.unsafeEntry, .unsupportedContent].contains(error.code))
  }

  @Test func devices() throws {
    var archive = FakeArchive("good=1")
    archive.add(Array("null".utf8), .device)
    #expect(try unpack.refused(archive).code == .unsafeEntry)
  }

  @Test func aFileWhereAFolderIs() throws {
    #expect(try unpack.refused(FakeArchive("a=1", "a/b=1")).code == .unsafeEntry)
  }

  @Test func longNames() throws {
    var archive = FakeArchive("good=1")
    archive.file(String(repeating: "a", count: 256), "1")
    #expect(try unpack.refused(archive).code == .unsafeEntry)
    archive = FakeArchive("good=1")
    archive.file(String(repeating: "abcdefg/", count: 600) + "x", "1")
    #expect(try unpack.refused(archive).code == .unsafeEntry)
  }

  @Test func aDeepFolderIsUnpacked() throws {
    var archive = FakeArchive()
    archive.file(String(repeating: "d/", count: 900) + "x", "deep")
    try unpack(archive.model)
    #expect(try FolderTree.paths(unpack.scratch.file("out")).count == 901)
  }

  // MARK: - Failures on the way

  @Test(arguments: [1, 2]) func aBadContentEndsIt(threads: Int) throws {
    var unpack = unpack
    unpack.threads = threads
    var archive = FakeArchive("a=1", "d/b=2")
    archive.add(
      Array("d/bad".utf8), .file,
      FakeArchive.Content(
        bytes: Array("half".utf8), piece: 2,
        failure: ConversionError(.damagedInput, "has a wrong checksum")))
    archive.file("c", "3")
    let error = try unpack.refused(archive)
    #expect(error.code == .damagedInput)
    #expect(
      error.message
        == "the entry \"d/bad\" has a wrong checksum; --keep-going takes the other entries")
  }

  @Test(arguments: [1, 2]) func goodEntriesStayWithKeepGoing(threads: Int) throws {
    var unpack = unpack
    unpack.threads = threads
    unpack.options.keepGoing = true
    var archive = FakeArchive(
      "a=1", "../x=1", "l>..", "k>a", "a/b=1", "h~bad")
    archive.add(
      Array("bad".utf8), .file,
      FakeArchive.Content(
        bytes: Array("half".utf8), piece: 2,
        failure: ConversionError(.damagedInput, "has a wrong checksum")))
    archive.hardLink("i", to: "bad")
    archive.hardLink("j", to: "a")
    archive.file("c", "3")
    for (name, model) in [("one", archive.model), ("two", archive.stream)] {
      let context = try unpack(model, to: name)
      #expect(try FolderTree.paths(unpack.scratch.file(name)) == ["a", "c", "j", "k"])
      #expect(context.omissions.count == 6)
    }
  }

  @Test func cancellation() throws {
    var unpack = unpack
    let cancellation = Cancellation()
    unpack.cancellation = cancellation
    cancellation.cancel()
    #expect(try unpack.refused(FakeArchive("a=1", "b=2")).code == .interrupted)
  }

  @Test func limits() throws {
    var unpack = unpack
    unpack.limits.entries = 2
    #expect(try unpack.refused(FakeArchive("a=1", "b=2", "c=3")).code == .limitExceeded)
    unpack.limits.entries = 10
    unpack.limits.expanded = 4
    #expect(try unpack.refused(FakeArchive("a=12", "b=34", "c=5")).code == .limitExceeded)
  }

  @Test("a file that the disk has no room for ends it, and nothing is left")
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) {
      let unpack = try Unpacking()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      var archive = FakeArchive("a=1")
      archive.file("large", String(repeating: "x", count: 2000))
      let error = try unpack.refused(archive)
      #expect(error.code == .writeFailed)
      #expect(error.message.contains("larger than the system allows"))
    }
  }

  /// Whoever is not root meets permissions.
  @Test(
    "folders that may not be written to are filled, moved and given up",
    .enabled(if: geteuid() == 0))
  func asOrdinaryUser() async throws {
    await #expect(processExitsWith: .success) {
      var unpack = try Unpacking()
      try #require(chown(unpack.scratch.path, 65534, 65534) == 0)
      try #require(setegid(65534) == 0 && seteuid(65534) == 0)
      var archive = FakeArchive("r/s/a=1", "k>r")
      archive.folder("r", permissions: 0o555)
      archive.folder("r/s", permissions: 0o000)
      archive.file("r/f", "1", permissions: 0o000)
      for arrangement in OutputFolder.Arrangement.allCases {
        unpack.arrangement = arrangement
        try unpack(archive.model, to: arrangement.rawValue)
        let place = arrangement.rawValue
        var status = stat()
        #expect(
          stat(unpack.scratch.file("\(place)/r"), &status) == 0 && status.st_mode & 0o777 == 0o555)
        #expect(
          stat(unpack.scratch.file("\(place)/r/s"), &status) == 0 && status.st_mode & 0o777 == 0)
      }
      unpack.arrangement = .unwrapped
      var single = FakeArchive("top/a=1")
      single.folder("top", permissions: 0o555)
      try unpack(single.model, to: "none")
      var status = stat()
      #expect(stat(unpack.scratch.file("top"), &status) == 0 && status.st_mode & 0o777 == 0o555)
      // Into a read-only folder that is there nothing goes, and it stays as it was.
      unpack.arrangement = .merged
      unpack.conflict = .overwrite
      #expect(throws: ConversionError.self) {
        try unpack(FakeArchive("r/new=1").model, to: "merged")
      }
      #expect(stat(unpack.scratch.file("merged/r/new"), &status) != 0)
      let names = try OpenFolder(path: FilePath(unpack.scratch.path)).items().map(\.name)
      #expect(!names.contains { $0.starts(with: ".fairy".utf8) })
      _ = seteuid(0)
    }
  }

  @Test("what a killed process leaves is hidden, and removed by the next")
  func killed() async throws {
    let unpack = unpack
    let path = unpack.scratch.file("out")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let folder = try OutputFolder(FilePath(path), .whole)
      let unpack = try Unpacking()
      try unpack.fill(folder, FakeArchive("d/a=1", "b=2").model, unpack.context())
      kill(getpid(), SIGKILL)
    }
    let left = unpack.scratch.names
    #expect(left.count == 5)
    #expect(left.allSatisfy { $0.hasPrefix(".fairy-") || $0 == "secret" })
    // While another process fills one, it is left alone.
    let busy = try OutputFolder(FilePath(path), .whole)
    #expect(unpack.scratch.names.count == 2)
    try unpack(FakeArchive("x=1").model)
    #expect(unpack.scratch.names.count == 4)
    busy.abandon()
    #expect(unpack.scratch.names == ["out", "out/x", "secret"])
  }
}
