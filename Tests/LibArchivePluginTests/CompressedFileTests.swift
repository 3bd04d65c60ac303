import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Compressed files without an archive in them.
@Suite struct CompressedFileTests {
  @Test(arguments: [
    ("gzip", "gz"), ("bzip2", "bz2"), ("xz", "xz"), ("zstd", "zst"), ("lz4", "lz4"),
    ("lzma", "lzma"), ("lzip", "lz"), ("compress", "Z"),
  ])
  func isAnArchiveOfOne(program: String, ending: String) throws {
    guard Places.has(program: program) else { return }
    let scratch = try ScratchFolder()
    for content in [Array("some text\n".utf8), [], [UInt8](repeating: 0, count: 100_000)] {
      try scratch.write(content, to: "in")
      let made = try Program.shell("\(program) -cf < in > log.\(ending)", in: scratch.path)
      #expect(made.status == 0, "\(made.error)")
      let opened = try Opened(path: scratch.file("log.\(ending)"))
      #expect(opened.archive.format == program)
      #expect(try opened.items() == [Item("log", content: content)], "\(content.count)")
      let entry = try #require(try opened.entries().first)
      #expect(entry.byteCount == nil)
      #expect(entry.method == program)
      #expect(entry.compressedByteCount == (try scratch.bytes("log.\(ending)").count))
    }
  }

  @Test func nameOutOfTheHeader() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("x".utf8), to: "original.txt")
    _ = try Program.shell(
      "touch -d @1000000000 original.txt; gzip original.txt; mv original.txt.gz other.gz",
      in: scratch.path)
    let entry = try #require(try Opened(path: scratch.file("other.gz")).entries().first)
    #expect(entry.path.bytes == Array("original.txt".utf8))
    #expect(entry.modified == Timestamp(seconds: 1_000_000_000))
  }

  /// A header of gzip with a name, and the same data.
  private func gzip(named name: [UInt8]) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write([0x78], to: "x")
    let bytes = try Program.shell("gzip -cn x", in: scratch.path).output
    return Array(bytes[..<3]) + [8] + bytes[4..<10] + name + [0] + bytes[10...]
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("/abs", "abs"), ("..", "log"), ("a/", "a"), ("", "log"),
    ("ä", "ä"),
  ])
  func namesInHeaders(stored: String, expected: String) throws {
    let bytes = try gzip(named: Array(stored.utf8))
    #expect(try Opened(bytes, named: "log.gz").items() == [Item(expected, "x")])
  }

  @Test func latinNameInHeader() throws {
    let bytes = try gzip(named: [0xE4])
    #expect(try Opened(bytes).items() == [Item("ä", "x")])
    #expect(
      try Opened(bytes, reading: ReadingOptions(encoding: "CP866")).items() == [Item("ф", "x")])
  }

  @Test(arguments: [
    ("log.gz", "log"), ("log.GZ", "log"), (".gz", ".gz"), ("x.tgz", "x.tar"), ("a.b.gz", "a.b"),
    ("plain", "plain"), ("drawing.svgz", "drawing.svg"), (nil, "data"),
  ])
  func namesWithout(name: String?, expected: String) throws {
    let scratch = try ScratchFolder()
    let bytes = try Program.shell("printf x | gzip -cn", in: scratch.path).output
    #expect(try Opened(bytes, named: name).items() == [Item(expected, "x")])
  }

  @Test func membersOneAfterTheOther() throws {
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      for i in 1 2 3; do printf $i | gzip -cn; done > a.gz
      for i in 1 2 3; do printf $i | bzip2 -c; done > a.bz2
      for i in 1 2 3; do printf $i | xz -c; done > a.xz
      for i in 1 2 3; do printf $i | zstd -qc; done > a.zst
      (cat a.gz; head -c 3000 /dev/zero) > padded.gz; (cat a.gz; echo garbage) > tailed.gz
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    for name in ["a.gz", "a.bz2", "a.xz", "a.zst"] {
      #expect(try Opened(scratch.bytes(name)).items() == [Item("data", "123")], "\(name)")
    }
    let padded = try Opened(scratch.bytes("padded.gz"))
    #expect(try padded.items() == [Item("data", "123")])
    #expect(padded.context.warnings.isEmpty)
    let tailed = try Opened(scratch.bytes("tailed.gz"))
    #expect(try tailed.items() == [Item("data", "123")])
    #expect(tailed.context.warnings == ["bytes after the end of the gzip data are ignored"])
  }

  /// Contents that begin with zeros are an archive without entries only where the name says so.
  @Test func zeros() throws {
    let scratch = try ScratchFolder()
    let bytes = try Program.shell("head -c 10240 /dev/zero | gzip -cn", in: scratch.path).output
    #expect(try Opened(bytes, named: "disk.img.gz").items().map(\.path) == ["disk.img"])
    #expect(try Opened(bytes, named: "a.tar.gz").items() == [])
  }

  /// One bit in the last third of the data; libarchive alone would not see it.
  @Test(arguments: ["gzip", "bzip2", "xz", "zstd --check", "lz4", "lzip"])
  func checksums(command: String) throws {
    guard Places.has(program: String(command.prefix { $0 != " " })) else { return }
    let sample = try Sample()
    let bytes = try sample.make("tar -cf - in | \(command) -c > a", "a")
    var found: Set<ConversionError.Code?> = []
    for place in [bytes.count / 2, bytes.count * 2 / 3, bytes.count - 3] {
      var bad = bytes
      bad[place] ^= 0x10
      found.insert(error { _ = try Opened(bad).items() }?.code)
    }
    #expect(found == [.damagedInput])
  }

  /// The checksum stands behind the end of the archive.
  @Test func aChecksumBehindTheArchive() throws {
    let sample = try Sample()
    var bytes = try sample.make("tar -czf a.tgz in", "a.tgz")
    bytes[bytes.count - 6] ^= 1
    let thrown = error { _ = try Opened(bytes).items() }
    #expect(thrown?.code == .damagedInput)
    #expect(thrown?.message == "the gzip data is damaged: incorrect data check")
  }
}
