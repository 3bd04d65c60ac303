import ArchiveModel
import ConverterCore
import Synchronization
import Testing

@Suite("Files in archives")
struct FileContainerTests {
  private static let tree = MemoryArchive([
    (.test("docs", .folder), []), (.test("docs/a.txt", bytes: 5), Array("first".utf8)),
    (.test("docs/a.txt"), Array("second".utf8)), (.test("./b//c.txt"), Array("c".utf8)),
    (.test("link", .link, to: "docs/a.txt"), []), (.test("current", .link, to: "./docs"), []),
    (.test("docs/up", .link, to: "../b"), []), (.test("content", .link), Array("b/c.txt".utf8)),
    (.test("hard", .hardLink, to: "b/c.txt"), []), (.test("x", .link, to: "y"), []),
    (.test("y", .link, to: "x"), []), (.test("out", .link, to: "../secret"), []),
    (.test("tty", .device), []), (.test("implied/deep/d.txt", bytes: 1), Array("d".utf8)),
    (.test("é.txt"), Array("e".utf8)), (.test("../evil.txt"), Array("evil".utf8)),
    (.test("bad", fault: ConversionError(.unsafeEntry, "overlaps \"x\"")), []),
  ])

  private static let archives = [tree.directory, tree.sequence]

  @Test(
    "are found",
    arguments: [
      ("docs/a.txt", "first"), ("docs//a.txt", "first"), ("b/c.txt", "c"), ("link", "first"),
      ("current/a.txt", "first"), ("docs/up/c.txt", "c"), ("current/up/c.txt", "c"),
      ("content", "c"), ("hard", "c"), ("implied/deep/d.txt", "d"), ("e\u{301}.txt", "e"),
    ])
  func found(path: String, content: String) throws {
    for archive in Self.archives {
      let context = ConversionContext.test()
      let file = try archive.file(at: Array(path.utf8), in: context)
      #expect(try file.read(at: 0, count: 100) == Array(content.utf8))
    }
    #expect(
      try Self.tree.directory.file(at: Array("link".utf8), in: .test()).name == "a.txt")
  }

  @Test(
    "are not found, or refused",
    arguments: [
      ("nothing", ConversionError.Code.inputNotFound), ("docs", .inputNotFound),
      ("docs/", .inputNotFound), ("implied", .inputNotFound), ("", .inputNotFound),
      ("implied/deep", .inputNotFound), ("docs/a", .inputNotFound), ("x", .unsafeEntry),
      ("x/y", .unsafeEntry), ("out", .unsafeEntry), ("tty", .unsafeEntry), ("bad", .unsafeEntry),
      ("current", .inputNotFound),
    ])
  func notFound(path: String, code: ConversionError.Code) {
    for archive in Self.archives {
      let error = failure { () throws(ConversionError) in
        try archive.file(at: Array(path.utf8), in: .test())
      }
      #expect(error?.code == code)
    }
  }

  @Test("are listed by patterns")
  func matching() throws {
    for archive in Self.archives {
      let context = ConversionContext.test()
      let all = try archive.files(matching: Array("**".utf8), in: context)
      #expect(
        all.map { String(decoding: $0.path, as: UTF8.self) } == [
          "docs/a.txt", "b/c.txt", "hard", "implied/deep/d.txt", "é.txt", "bad",
        ])
      #expect(all.map(\.byteCount) == [5, nil, nil, 1, nil, nil])
      #expect(context.warnings.count == 1)
      let some = try archive.files(matching: Array("implied".utf8), in: .test())
      #expect(some.map(\.path) == [Array("implied/deep/d.txt".utf8)])
      #expect(try archive.files(matching: Array("nothing*".utf8), in: .test()).isEmpty)
    }
  }

  @Test("are what is left of a narrowed archive")
  func narrowed() throws {
    for archive in Self.archives {
      let narrow = try archive.narrowed(to: Array("docs".utf8), in: .test())
      let files = try narrow.files(matching: Array("**".utf8), in: .test())
      #expect(files.map(\.path) == [Array("docs/a.txt".utf8)])
      let file = try narrow.file(at: Array("docs/a.txt".utf8), in: .test())
      #expect(try file.read(at: 0, count: 9) == Array("first".utf8))
      let error = failure { () throws(ConversionError) in
        try archive.narrowed(to: Array("nothing".utf8), in: .test())
      }
      #expect(error?.code == .inputNotFound)
    }
  }

  /// More than is held whole, each 4 bytes another number.
  private static let large: [UInt8] = {
    let words = (70 << 20) / 4 + 100
    return [UInt8](unsafeUninitializedCapacity: words * 4) { buffer, count in
      for index in 0..<words {
        buffer.baseAddress.map {
          UnsafeMutableRawPointer($0).storeBytes(
            of: UInt32(index), toByteOffset: index * 4, as: UInt32.self)
        }
      }
      count = words * 4
    }
  }()

  @Test("that are large are read at any place", arguments: [true, false], [true, false])
  func large(isKnown: Bool, isDirectory: Bool) throws {
    let memory = MemoryArchive(
      [
        (.test("small"), [1]),
        (.test("large", bytes: isKnown ? Self.large.count : nil), Self.large),
      ], piece: 300_007, byteCount: 1 << 30)
    let archive = isDirectory ? memory.directory : memory.sequence
    let file = try archive.file(at: Array("large".utf8), in: .test())
    #expect(file.byteCount == Self.large.count)
    let before = memory.opened.load(ordering: .relaxed)
    // The end, the beginning, forward, across blocks, and what is held still.
    for offset in [
      Self.large.count - 10, 0, 100, 5_000_000, (40 << 20) - 3, 69 << 20, 60 << 20, (41 << 20) + 1,
    ] {
      let expected = Self.large[offset..<min(Self.large.count, offset + 70_000)]
      #expect(try file.read(at: offset, count: 70_000) == Array(expected))
    }
    // Once from the beginning to the end, and once again.
    #expect(memory.opened.load(ordering: .relaxed) == before + 2)
    #expect(try file.read(at: Self.large.count, count: 10).isEmpty)
  }

  @Test("that are longer than they say are refused")
  func longer() {
    let memory = MemoryArchive([(.test("large", bytes: 65 << 20), Self.large)])
    let error = failure { () throws(ConversionError) in
      let file = try memory.directory.file(at: Array("large".utf8), in: .test())
      return try file.read(at: (65 << 20) - 10, count: 10)
    }
    #expect(error?.code == .damagedInput)
  }

  @Test("are held to limits")
  func limits() {
    let bomb = MemoryArchive([(.test("bomb", compressed: 1000), Self.large)])
    let error = failure { () throws(ConversionError) in
      try bomb.directory.file(at: Array("bomb".utf8), in: .test())
    }
    #expect(error?.code == .limitExceeded)
  }
}
