import ArchiveModel
import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A folder as an archive: what is in it, in an order that does not depend on the disk.
@Suite struct FolderReaderTests {
  private let unpack: Unpacking

  init() throws { unpack = try Unpacking() }

  private func read(
    _ name: String, in context: ConversionContext? = nil
  ) throws -> (archive: Archive, directory: any EntryDirectory) {
    let archive = try unpack.read(name, in: context)
    guard case .directory(let directory) = archive.content else {
      throw ConversionError(.internalError, "a folder is read in any order")
    }
    return (archive, directory)
  }

  private func contents(_ directory: any EntryDirectory, _ path: String) throws -> [UInt8] {
    let entry = try #require(directory.entries.first { $0.path == EntryPath(Array(path.utf8)) })
    let stream = try directory.makeReader().open(entry)
    var bytes: [UInt8] = []
    while let piece = try stream.next() { bytes.append(piece) }
    return bytes
  }

  private func set(_ name: String, mode: mode_t) throws {
    try #require(chmod(unpack.scratch.file(name), mode) == 0)
  }

  @Test func comesInTheOrderOfNames() throws {
    for name in ["in/b", "in/a/z", "in/a/b/c", "in/a.txt", "in/B", "in/é"] {
      try unpack.scratch.write([1], to: name)
    }
    let entries = try read("in").directory.entries
    #expect(
      entries.map { String(decoding: $0.path.bytes, as: UTF8.self) }
        == ["B", "a", "a/b", "a/b/c", "a/z", "a.txt", "b", "é"])
    #expect(entries.map(\.index) == Array(0..<8))
  }

  @Test func describesEveryKind() throws {
    try unpack.scratch.write([1, 2, 3], to: "in/f")
    try unpack.scratch.write([], to: "in/d/g")
    try set("in/f", mode: 0o4750)
    try set("in/d", mode: 0o1700)
    #expect(symlink("/etc/passwd", unpack.scratch.file("in/l")) == 0)
    #expect(mkfifo(unpack.scratch.file("in/p"), 0o600) == 0)
    try OpenFolder(path: FilePath(unpack.scratch.file("in/d")))
      .setTimes(FileTimes(modified: -5, nanoseconds: 999_999_999))
    let context = unpack.context()
    let (archive, directory) = try read("in", in: context)
    #expect(archive.format == "folder")
    #expect(directory.entries.map(\.kind) == [.folder, .file, .file, .link])
    let folder = directory.entries[0]
    #expect(folder.permissions == 0o700)
    #expect(folder.modified == Timestamp(seconds: -5, nanoseconds: 999_999_999))
    #expect(directory.entries[2].permissions == 0o750)
    #expect(directory.entries[2].byteCount == 3)
    #expect(directory.entries[3].linkTarget == Array("/etc/passwd".utf8))
    #expect(context.ledger.map(\.what) == ["special files"])
    #expect(context.ledger[0].why?.contains("\"p\"") == true)
  }

  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_000_000])
  func givesContents(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 11) }
    try unpack.scratch.write(bytes, to: "in/d/f")
    #expect(try contents(read("in").directory, "d/f") == bytes)
  }

  @Test func whatItReadsItCanWrite() throws {
    var archive = FakeArchive("a=1", "d/e/f=22", "empty/", "d/l>e/f", "d/up>../a")
    archive.file("x", "1", permissions: 0o751, modified: Timestamp(seconds: 7, nanoseconds: 8))
    archive.folder("t", permissions: 0o555, modified: Timestamp(seconds: 9, nanoseconds: 1))
    archive.add([0x66, 0xFF])
    try unpack(archive.model, to: "one")
    try unpack(read("one").archive, to: "two")
    #expect(try unpack.lines("one").count == 11)
    let (one, two) = (try unpack.lines("one", times: true), try unpack.lines("two", times: true))
    // The folder itself is new, and so are links.
    func kept(_ lines: [String]) -> [String] {
      lines.filter { !$0.hasPrefix("link") && !$0.hasPrefix("folder 755 . ") }
    }
    #expect(kept(one) == kept(two))
  }

  @Test func leavesOutWhatIsBeingWritten() throws {
    try unpack.scratch.write([1], to: "in/a")
    try unpack.scratch.write([1], to: "in/.fairy-x.partial/b")
    #expect(try read("in").directory.entries.count == 1)
  }

  @Test func changesAreNoticed() throws {
    for name in ["gone", "longer", "shorter", "link", "pipe", "d/f"] {
      try unpack.scratch.write([1, 2, 3], to: "in/\(name)")
    }
    let directory = try read("in").directory
    let files = FileManager.default
    func path(_ name: String) -> String { unpack.scratch.file("in/\(name)") }
    for name in ["gone", "link", "pipe", "d"] { try files.removeItem(atPath: path(name)) }
    try unpack.scratch.write([1, 2, 3, 4], to: "in/longer")
    try unpack.scratch.write([1, 2], to: "in/shorter")
    try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "../elsewhere/f")
    try unpack.scratch.write([7, 7, 7], to: "elsewhere/f")
    try files.createSymbolicLink(atPath: path("d"), withDestinationPath: "../elsewhere")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    for name in ["gone", "longer", "shorter", "link", "pipe", "d/f"] {
      let error = #expect(throws: ConversionError.self, "\(name)") {
        _ = try contents(directory, name)
      }
      #expect(error?.code == .readFailed)
      let why = name == "gone" ? "is no longer there" : "changed while it was read"
      #expect(error?.message.hasPrefix(why) == true, "\(name)")
    }
  }

  @Test func growthWhileItIsReadIsNoticed() throws {
    try unpack.scratch.write([UInt8](repeating: 1, count: 400_000), to: "in/f")
    let directory = try read("in").directory
    let stream = try directory.makeReader().open(directory.entries[0])
    #expect(try stream.next()?.count == 262_144)
    try unpack.scratch.write([UInt8](repeating: 1, count: 400_001), to: "in/g")
    // In place, so that the open file is the one that grows.
    let file = try FileDescriptor.open(
      FilePath(unpack.scratch.file("in/f")), .writeOnly, options: .append)
    try file.writeAll([1])
    try file.close()
    #expect(throws: ConversionError.self) { while try stream.next() != nil {} }
  }

  @Test func entriesAreLimited() throws {
    for number in 0..<5 { try unpack.scratch.write([1], to: "in/\(number)") }
    var unpack = unpack
    unpack.limits.entries = 4
    let error = #expect(throws: ConversionError.self) { try read("in", in: unpack.context()) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func deepFoldersAreRead() throws {
    var archive = FakeArchive()
    archive.file(String(repeating: "d/", count: 500) + "x", "deep")
    try unpack(archive.model, to: "in")
    let (_, directory) = try read("in")
    #expect(directory.entries.count == 501)
    #expect(
      try contents(directory, String(repeating: "d/", count: 500) + "x") == Array("deep".utf8))
  }

  @Test("what may not be read is named, or left out", .enabled(if: geteuid() == 0))
  func asOrdinaryUser() async throws {
    await #expect(processExitsWith: .success) {
      var unpack = try Unpacking()
      for name in ["in/a", "in/closed/b", "in/secret"] { try unpack.scratch.write([1], to: name) }
      try #require(chmod(unpack.scratch.file("in/closed"), 0o700) == 0)
      try #require(chmod(unpack.scratch.file("in/secret"), 0o600) == 0)
      try #require(chown(unpack.scratch.path, 65534, 65534) == 0)
      try #require(setegid(65534) == 0 && seteuid(65534) == 0)
      let error = #expect(throws: ConversionError.self) { try unpack(unpack.read("in")) }
      #expect(error?.code == .readFailed)
      #expect(error?.message.contains("closed") == true)
      unpack.options.keepGoing = true
      let context = try unpack(unpack.read("in"))
      #expect(context.omissions.count == 2)
      let names = try OpenFolder(path: FilePath(unpack.scratch.file("out"))).items().map(\.name)
      #expect(names == [Array("a".utf8)])
      _ = seteuid(0)
    }
  }
}
