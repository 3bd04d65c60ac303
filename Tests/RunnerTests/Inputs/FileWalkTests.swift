import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Runner

@Suite struct FileWalkTests {
  @Test("depth first, in the order of the bytes, hidden names left out")
  func order() throws {
    let tree = try Tree([
      "b.heic", "a/2.heic", "a/10.heic", "a/.hidden", ".git/config", "B.heic", "a.heic", "ä.heic",
      "c/", "a/z/deep.heic",
    ])
    #expect(
      try tree.found().files == [
        "B.heic", "a/10.heic", "a/2.heic", "a/z/deep.heic", "a.heic", "b.heic", "ä.heic",
      ])
  }

  @Test("each file knows the folders between the root and itself")
  func subfolders() throws {
    let tree = try Tree(["1", "a/b/2"])
    var walk = try tree.walk()
    #expect(walk.next(unlisted: { _ in })?.subfolder == "")
    #expect(walk.next(unlisted: { _ in })?.subfolder == "a/b")
    #expect(walk.next(unlisted: { _ in }) == nil)
    #expect(walk.next(unlisted: { _ in }) == nil)
  }

  @Test("files made in a folder after it was entered are not found")
  func snapshot() throws {
    let tree = try Tree(["a.heic", "b/c.heic", "d.heic"])
    var walk = try tree.walk()
    var found: [String] = []
    while let file = walk.next(unlisted: { _ in }) {
      let name = tree.short(file.path)
      found.append(name)
      // Every result stands beside its input, as `convert -r` without -o has it.
      try tree.make([name + ".jpg", name == "b/c.heic" ? "b/z.heic" : "z.heic"])
    }
    #expect(found == ["a.heic", "b/c.heic", "d.heic"])
  }

  @Test("a copy of a walk that was begun goes on by itself")
  func copies() throws {
    let tree = try Tree(["a", "b", "c/d"])
    var walk = try tree.walk()
    _ = walk.next(unlisted: { _ in })
    var copy = walk
    var (first, second): ([FilePath], [FilePath]) = ([], [])
    while let file = walk.next(unlisted: { _ in }) { first.append(file.path) }
    while let file = copy.next(unlisted: { _ in }) { second.append(file.path) }
    #expect(first.count == 2)
    #expect(first == second)
  }

  @Test("the output folder is left out by what it is, not by its name")
  func exclusion() throws {
    let tree = try Tree(["a.heic", "out/a.jpg", "x/b.heic"])
    #expect(
      try tree.found(excluding: tree.root.appending("x/../out")).files == ["a.heic", "x/b.heic"])
    #expect(try tree.found(excluding: tree.root).files.count == 3, "the root is always entered")
  }

  @Test("links to files are followed, links to folders and loops of links are not")
  func links() throws {
    let tree = try Tree(["real/a.heic", "other"])
    for (link, target) in [
      ("file", "real/a.heic"), ("folder", "real"), ("up", ".."), ("real/self", "."),
      ("nowhere", "missing"), ("loop", "loop"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: tree.root.appending(link).string, withDestinationPath: target)
    }
    // What leads nowhere is given out, so that opening it says what is wrong.
    #expect(try tree.found().files == ["file", "loop", "nowhere", "other", "real/a.heic"])
  }

  @Test("a root may be a link")
  func linkedRoot() throws {
    let tree = try Tree(["a"])
    let link = tree.scratch.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: tree.root.string)
    var walk = try FileWalk(FilePath(link))
    #expect(walk.next(unlisted: { _ in })?.path == FilePath(link).appending("a"))
  }

  @Test("pipes are no files")
  func pipes() throws {
    let tree = try Tree(["a"])
    #expect(mkfifo(tree.root.appending("pipe").string, 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: tree.root.appending("link").string, withDestinationPath: "pipe")
    #expect(try tree.found().files == ["a"])
  }

  @Test("a root that cannot be listed is an error")
  func missingRoot() throws {
    let missing = try Tree(["a"]).root.appending("missing")
    let error = #expect(throws: ConversionError.self) { _ = try FileWalk(missing) }
    #expect(error?.code == .readFailed)
    #expect(error?.file == missing)
  }

  @Test("a folder that vanishes or turns into something else is reported, the rest goes on")
  func changes() throws {
    let tree = try Tree(["a/1", "b/2", "c/3", "d.heic"])
    var walk = try tree.walk()
    try FileManager.default.removeItem(atPath: tree.root.appending("a").string)
    for name in ["b", "c"] {
      try FileManager.default.removeItem(atPath: tree.root.appending(name).string)
    }
    try FileManager.default.createSymbolicLink(
      atPath: tree.root.appending("b").string, withDestinationPath: "/")
    try tree.make(["c"])
    var errors: [ConversionError] = []
    #expect(walk.next(unlisted: { errors.append($0) })?.path.lastComponent == "d.heic")
    #expect(errors.map(\.code) == [.readFailed, .readFailed, .readFailed])
    #expect(errors.map { tree.short($0.file ?? "") } == ["a", "b", "c"])
  }

  @Test("a folder without permission is reported", .enabled(if: geteuid() != 0))
  func forbidden() throws {
    let tree = try Tree(["a/1", "b"])
    let locked = tree.root.appending("a").string
    #expect(chmod(locked, 0) == 0)
    defer { chmod(locked, 0o700) }
    let found = try tree.found()
    #expect(found.files == ["b"])
    #expect(found.unlisted == ["a"])
  }

  @Test("names that are not text, and text that breaks lines")
  func oddNames() throws {
    let tree = try Tree(["plain"])
    let names: [[UInt8]] = [
      Array("a\nb".utf8), Array("-r".utf8), Array("caf".utf8) + [0xE9], [0xFF, 0xFE],
      Array("\u{1b}[31m".utf8), Array(repeating: 0x61, count: 255), Array(" ".utf8),
    ]
    for name in names {
      let path = tree.root.appending(try #require(component(name)))
      try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        .close()
    }
    var walk = try tree.walk()
    var found: [[UInt8]] = []
    while let file = walk.next(unlisted: { _ in }) {
      found.append(try #require(file.path.lastComponent).bytes)
      #expect(access(file.path.platformBytes, F_OK) == 0)
    }
    #expect(found == (names + [Array("plain".utf8)]).sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("a folder of many names comes sorted, whatever they have in common")
  func manyNames() throws {
    let names = (0..<3000).map { number in
      // The number is decided late: all begin alike, and many go on alike.
      let name = "IMG_\(number / 1000)-2024-\(number * 7919 % 3000)"
      return number.isMultiple(of: 3) ? name : name + "-edited"
    }
    let tree = try Tree(names)
    #expect(
      try tree.found().files == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("ten thousand folders inside each other end in a report, not in a crash")
  func deep() throws {
    let tree = try Tree(["top"])
    var folder = open(tree.root.string, O_RDONLY | O_DIRECTORY)
    for level in 0..<10_000 {
      #expect(mkdirat(folder, "d", 0o700) == 0)
      let inner = openat(folder, "d", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = inner
      if level.isMultiple(of: 100) { close(openat(folder, "f", O_CREAT | O_WRONLY, 0o600)) }
    }
    close(folder)
    defer { _ = try? Program.run("/bin/rm", ["-rf", tree.root.string]) }
    let found = try tree.found()
    #expect(found.unlisted.count == 1)
    #expect(found.files.last == "top")
    // A path may have 4096 bytes, two for each level, and every hundredth has a file.
    #expect((19...22).contains(found.files.count))
  }

  private func component(_ name: [UInt8]) -> FilePath.Component? {
    FilePath.Component(platformString: name.map { CChar(bitPattern: $0) } + [0])
  }
}

extension FilePath {
  fileprivate var platformBytes: [CChar] {
    withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
  }
}

extension FilePath.Component {
  fileprivate var bytes: [UInt8] {
    withPlatformString { start in
      UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) }
    }
  }
}
