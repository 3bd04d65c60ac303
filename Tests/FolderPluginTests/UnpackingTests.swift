import ArchiveModel
import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What an archive says of its entries is what stands on the disk.
@Suite struct UnpackingTests {
  private var unpack: Unpacking

  init() throws { unpack = try Unpacking() }

  @Test(arguments: [1, 2, 4]) func everyKind(threads: Int) throws {
    var unpack = unpack
    unpack.threads = threads
    let archive = FakeArchive(
      "a=1", "empty/", "d/e/f=22", "d/e/g=", "d/l>e/f", "k>d", "h~d/e/f", "z~h")
    for (name, model) in [("one", archive.model), ("two", archive.stream)] {
      try unpack(model, to: name)
      #expect(
        try unpack.lines(name) == [
          "file 644 a = \"1\"", "file 644 d/e/f = \"22\"", "file 644 d/e/g = \"\"",
          "file 644 h = \"22\"", "file 644 z = \"22\"", "folder 755 .", "folder 755 d",
          "folder 755 d/e", "folder 755 empty", "link - d/l -> e/f", "link - k -> d",
        ])
      let attributes = try FileManager.default.attributesOfItem(
        atPath: unpack.scratch.file("\(name)/z"))
      #expect(attributes[.referenceCount] as? Int == 3)
    }
  }

  @Test func contentsOfAnyLengthInAnyPieces() throws {
    var archive = FakeArchive()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    for (number, count) in [0, 1, 4095, 65536, 300_000].enumerated() {
      for piece in [1 << 20, 4096, 65537] {
        archive.add(
          Array("\(number)-\(piece)".utf8), .file,
          FakeArchive.Content(bytes: Array(bytes.prefix(count)), piece: piece))
      }
    }
    try unpack(archive.model)
    for (entry, content) in zip(archive.entries, archive.contents) {
      let name = String(decoding: entry.path.bytes, as: UTF8.self)
      #expect(try unpack.scratch.bytes("out/\(name)") == content.bytes)
    }
  }

  @Test func permissions() throws {
    var archive = FakeArchive()
    let modes: [UInt16] = [0o644, 0o755, 0o600, 0o444, 0o000, 0o777, 0o4755, 0o2755, 0o1777, 0o666]
    for mode in modes { archive.file(String(mode, radix: 8), "x", permissions: mode) }
    archive.file("r/inner", "x")
    archive.folder("r", permissions: 0o555)
    archive.folder("s", permissions: 0o3775)
    archive.folder("s/t", permissions: 0o500)
    archive.file("s/t/inner", "x")
    try unpack(archive.model)
    let lines = try unpack.lines()
    for mode in modes {
      // The usual umask takes the right to write from others.
      let expected = "file \(String(mode & 0o755, radix: 8)) \(String(mode, radix: 8)) = \"x\""
      #expect(lines.contains(expected), "\(expected)")
    }
    for line in ["folder 555 r", "folder 755 s", "folder 500 s/t", "file 644 s/t/inner = \"x\""] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test func aPrivateArchiveUnpacksPrivately() throws {
    var unpack = unpack
    unpack.permissions = FilePermissions(rawValue: 0o600)
    var archive = FakeArchive("a=1", "d/b=1")
    archive.file("c", "1", permissions: 0o755)
    try unpack(archive.model)
    #expect(
      try unpack.lines() == [
        "file 600 a = \"1\"", "file 600 d/b = \"1\"", "file 700 c = \"1\"", "folder 700 .",
        "folder 700 d",
      ])
  }

  @Test func times() throws {
    var archive = FakeArchive()
    func at(_ seconds: Int) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 123_456_789) }
    archive.folder("d", modified: at(1000))
    archive.folder("d/e", modified: at(2000))
    archive.file("d/e/a", "1", modified: at(3000))
    archive.link("d/e/l", to: "a")
    archive.hardLink("d/h", to: "d/e/a")
    archive.file("old", modified: at(-86400))
    try unpack(archive.model)
    let lines = try unpack.lines(times: true)
    for line in [
      "folder 755 d @1000.123456789", "folder 755 d/e @2000.123456789",
      "file 644 d/e/a @3000.123456789 = \"1\"", "file 644 old @-86400.123456789 = \"\"",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    var unpack = unpack
    unpack.keepsTimes = false
    try unpack(archive.model, to: "now")
    #expect(try unpack.lines("now", times: true).allSatisfy { !$0.contains("123456789") })
  }

  @Test func oddNames() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("ü".utf8), Array("u\u{308}".utf8), Array(" ".utf8), Array("-rf".utf8),
      Array("a\\b".utf8), Array("*?".utf8), Array(repeating: 0x61, count: 255),
    ]
    var archive = FakeArchive()
    for name in names { archive.add(name) }
    for name in names { archive.add(Array("d/".utf8) + name + Array("/x".utf8)) }
    try unpack(archive.model)
    let root = try OpenFolder(path: FilePath(unpack.scratch.file("out")))
    #expect(Set(try root.items().map(\.name)) == Set(names + [Array("d".utf8)]))
    #expect(Set(try root.folder("d".utf8).items().map(\.name)) == Set(names))
  }

  @Test func duplicateNamesAndFoldersThatComeTwice() throws {
    let context = try unpack(FakeArchive("a=1", "a=2", "d/", "d/", "d/x=1", "d/x=2").model)
    #expect(
      try FolderTree.paths(unpack.scratch.file("out")) == ["a", "a-2", "d", "d/x", "d/x-2"])
    #expect(context.ledger.filter { $0.action == .changed }.count == 2)
  }

  @Test func selectedEntriesOnly() throws {
    var unpack = unpack
    unpack.options.entries = ["d/e"]
    try unpack(FakeArchive("a=1", "d/x=1", "d/e/f=1", "d/e/g/h=1").model)
    #expect(
      try FolderTree.paths(unpack.scratch.file("out"))
        == ["d", "d/e", "d/e/f", "d/e/g", "d/e/g/h"])
  }

  @Test(arguments: [1, 4]) func tenThousandFiles(threads: Int) throws {
    var unpack = unpack
    unpack.threads = threads
    var archive = FakeArchive()
    for number in 0..<10_000 {
      archive.file("\(number % 7)/\(number % 301)/\(number)", "\(number)")
    }
    try unpack(archive.model)
    let lines = try unpack.lines()
    #expect(lines.count == 10_000 + 7 + 301 + 1)
    #expect(lines.contains("file 644 \(9999 % 7)/\(9999 % 301)/9999 = \"9999\""))
  }

  @Test(arguments: OutputFolder.Arrangement.allCases)
  func arrangements(arrangement: OutputFolder.Arrangement) throws {
    var unpack = unpack
    unpack.arrangement = arrangement
    try unpack.scratch.write([1], to: "out/old")
    let archive = FakeArchive("top/a=1", "top/l>a")
    switch arrangement {
    case .whole: #expect(throws: ConversionError.self) { try unpack(archive.model) }
    case .unwrapped:
      try unpack(archive.model)
      #expect(unpack.scratch.names == ["out", "out/old", "top", "top/a", "top/l"])
    case .merged:
      try unpack(archive.model)
      #expect(unpack.scratch.names == ["out", "out/old", "out/top", "out/top/a", "out/top/l"])
    }
  }

  /// The worker's side: nothing is published there, and links are left to the other.
  @Test func fillsAFolderOfAnotherProcess() throws {
    let unpack = unpack
    let output = try OutputFolder(FilePath(unpack.scratch.file("out")), .whole)
    var archive = FakeArchive("d/a=1", "d/l>a")
    archive.folder("r", permissions: 0o500)
    archive.file("wide", "1", permissions: 0o666)
    let before = umask(0o022)
    defer { umask(before) }
    let granted = OutputFolder(
      granted: try output.descriptor.duplicate(), for: output.destination, .whole
    ) { (thing) throws(ConversionError) in
      switch thing {
      case .link(let path, let target): try output.addLink(path, to: target)
      case .permissions(let path, let value): try output.setPermissions(value, of: path)
      }
    }
    try unpack.fill(granted, archive.model, unpack.context())
    #expect(!unpack.scratch.names.contains { $0.hasSuffix("/l") })
    _ = try output.publish()
    #expect(
      try unpack.lines() == [
        "file 644 d/a = \"1\"", "file 644 wide = \"1\"", "folder 500 r", "folder 755 .",
        "folder 755 d", "link - d/l -> a",
      ])
  }
}
