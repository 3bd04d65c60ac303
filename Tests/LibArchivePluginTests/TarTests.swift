import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct TarTests {
  @Test(arguments: ["gnu", "posix", "ustar", "oldgnu"])
  func readsWhatGNUTarWrites(format: String) throws {
    let sample = try Sample()
    let bytes = try sample.make("tar --format=\(format) -cf a.tar in", "a.tar")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "tar")
    #expect(try opened.items().inOrder == sample.items)
    #expect(opened.context.warnings.isEmpty)
  }

  @Test(arguments: [
    ("gzip", "tar.gz", "gzip"), ("bzip2", "tar.bz2", "bzip2"), ("xz", "tar.xz", "xz"),
    ("zstd", "tar.zst", "zstd"), ("lz4", "tar.lz4", "lz4"), ("lzma", "tar.lzma", "lzma"),
    ("lzip", "tar.lz", "lzip"), ("compress", "tar.Z", "compress"),
  ])
  func readsThroughCompression(program: String, ending: String, method: String) throws {
    guard Places.has(program: program) else { return }
    let sample = try Sample()
    let bytes = try sample.make("tar -cf - in | \(program) -cf > a.\(ending)", "a.\(ending)")
    // With a name, and through a pipe.
    for name in ["a.\(ending)", nil] {
      if name == nil, method == "lzma" { continue }
      let opened = try Opened(bytes, named: name)
      #expect(opened.archive.format == "tar in \(method)")
      #expect(try opened.items().inOrder == sample.items)
      #expect(try opened.entries().allSatisfy { $0.method == method })
      #expect(try opened.entries().allSatisfy { $0.compressedByteCount == nil })
      #expect(opened.context.warnings.isEmpty)
    }
  }

  @Test func tellsFacts() throws {
    let sample = try Sample()
    let bytes = try sample.make(
      """
      chmod 4755 in/a.txt; chmod 700 in/sub; touch -d 2001-02-03T04:05:06.789012345Z in/a.txt
      ln in/a.txt in/second; mkfifo in/pipe; tar --format=posix --sort=name -cf a.tar in
      """, "a.tar")
    let entries = try Opened(bytes).entries()
    let file = try #require(entries.first { $0.path == EntryPath(Array("in/a.txt".utf8)) })
    #expect(file.index == 1)
    #expect(file.byteCount == 6)
    #expect(file.compressedByteCount == 6)
    #expect(file.permissions == 0o4755)
    #expect(file.modified == Timestamp(seconds: 981_173_106, nanoseconds: 789_012_345))
    #expect(file.method == "store")
    #expect(!file.isEncrypted)
    let folder = try #require(entries.first { $0.path == EntryPath(Array("in/sub".utf8)) })
    #expect(folder.kind == .folder)
    #expect(folder.permissions == 0o700)
    let second = try #require(entries.first { $0.path == EntryPath(Array("in/second".utf8)) })
    #expect(second.kind == .hardLink)
    #expect(second.linkTarget == Array("in/a.txt".utf8))
    #expect(entries.first { $0.path == EntryPath(Array("in/pipe".utf8)) }?.kind == .device)
    #expect(entries.map(\.index) == Array(0..<entries.count))
  }

  @Test(arguments: [
    "gnu", "posix --sparse-version=0.0", "posix --sparse-version=0.1",
    "posix --sparse-version=1.0",
  ])
  func fillsHolesOfSparseFiles(format: String) throws {
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      truncate -s 3M s; printf begin | dd of=s conv=notrunc status=none
      printf middle | dd of=s bs=1 seek=2000000 conv=notrunc status=none
      truncate -s 1M hole; printf after > z
      tar --format=\(format) -S -cf a.tar s hole z
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    let items = try Opened(scratch.bytes("a.tar")).items()
    #expect(items.map(\.path) == ["s", "hole", "z"])
    #expect(items[0].content == (try scratch.bytes("s")))
    #expect(items[1].content == [UInt8](repeating: 0, count: 1 << 20))
    #expect(items[2].content == Array("after".utf8))
    #expect(try scratch.bytes("a.tar").count < 100_000)
  }

  @Test func passesAreIndependent() throws {
    let sample = try Sample()
    let opened = try Opened(try sample.make("tar -czf a.tgz in", "a.tgz"))
    let first = try opened.sequence.makePass()
    _ = try first.next()
    #expect(try opened.items().inOrder == sample.items)
    var rest = 1
    while try first.next() != nil { rest += 1 }
    #expect(rest == sample.items.count)
    #expect(first.fraction == 1)
    #expect(try first.next() == nil)
  }

  /// A stream that is not read to its end costs nothing, and one that is over gives nothing.
  @Test func contentMayBeLeft() throws {
    let sample = try Sample()
    let pass = try Opened(try sample.make("tar -cf a.tar in", "a.tar")).sequence.makePass()
    var streams: [any EntryStream] = []
    while try pass.next() != nil {
      let stream = try pass.open()
      streams.append(stream)
      _ = try stream.next()
    }
    #expect(streams.count == sample.items.count)
  }

  @Test func withoutEndOfArchiveIsWhole() throws {
    let tar = TarBytes.file("a", Array("x".utf8))
    #expect(try Opened(tar).items() == [Item("a", "x")])
    // An archive of nothing.
    #expect(
      try Opened([UInt8](repeating: 0, count: 1024), type: "public.tar-archive").items() == [])
  }

  @Test func saysWhatFollowsTheEnd() throws {
    let one = TarBytes.file("a", []) + TarBytes.end
    let opened = try Opened(one + TarBytes.file("b", []) + TarBytes.end)
    #expect(try opened.items() == [Item("a")])
    #expect(opened.context.warnings == ["bytes after the end of the archive are ignored"])
    let padded = try Opened(one + [UInt8](repeating: 0, count: 10240))
    #expect(try padded.items() == [Item("a")])
    #expect(padded.context.warnings.isEmpty)
  }
}
