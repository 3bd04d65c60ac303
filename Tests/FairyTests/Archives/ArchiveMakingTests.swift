import Foundation
import TestSupport
import Testing

/// `fairy convert` from folders to archives, back, and from archive to archive.
@Suite struct ArchiveMakingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    let material = try Program.shell(
      """
      mkdir -p d/docs/deep d/empty d/.hidden; cd d
      seq 20000 >docs/numbers; echo B >docs/deep/b; echo h >.hidden/h; : >nothing
      printf ü >"docs/ü and 漢.txt"; ln -s docs/numbers link; ln -s deep/b docs/other
      chmod 755 docs/deep/b; chmod 640 nothing; chmod 711 empty
      find . -exec touch -hd '2001-02-03 04:05:06.000000000Z' {} +
      """, in: scratch.path)
    try #require(material.status == 0)
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func shell(_ script: String) throws -> Program.Result {
    try Program.shell(script, in: scratch.path)
  }

  /// Everything in a folder but its own line, and the times of links, which archives do not keep.
  private func content(_ folder: String) throws -> [String] {
    try scratch.tree(folder).filter { !$0.contains(" . @") }.map { line in
      line.hasPrefix("link") ? line.replacing(#/ @[0-9.]+/#, with: "") : line
    }
  }

  @Test(arguments: [
    [], ["--set", "level=0"], ["--set", "level=1"], ["--set", "level=9"],
    ["--set", "encryption=none"],
  ])
  func thereAndBack(settings: [String]) throws {
    let made = try Program.run(
      Program.fairy, ["convert", "d", "--to", "zip"] + settings, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.text.hasPrefix("d → d.zip  "))
    #expect(try run("extract", "d.zip", "-o", "one").status == 0)
    #expect(try run("convert", "d.zip", "--to", "folder", "-o", "two").status == 0)
    let before = try content("d")
    #expect(try content("one") == before)
    #expect(try content("two") == before)
    if Places.has(program: "unzip") {
      #expect(
        try shell("unzip -tqq d.zip && unzip -q d.zip -d theirs && diff -r d theirs").status == 0)
    }
  }

  @Test func levelsDiffer() throws {
    for level in ["0", "1", "6", "9"] {
      #expect(
        try run("convert", "d", "--to", "zip", "--set", "level=\(level)", "-o", "\(level).zip")
          .status == 0)
    }
    let sizes = try ["0", "1", "6", "9"].map { try scratch.bytes("\($0).zip").count }
    #expect(sizes[0] > 108_000)
    #expect(sizes[1] < sizes[0] / 2)
    #expect(sizes[2] < sizes[0] / 2 && sizes[3] <= sizes[2])
    for bad in ["level=10", "level=-1", "level=x", "encryption=rot13", "reproducible=yes", "no=1"] {
      let result = try run("convert", "d", "--to", "zip", "--set", bad, "-o", "x.zip")
      #expect(result.status == 64, "\(bad)")
      #expect(!scratch.names.contains("x.zip"))
    }
  }

  @Test func sameContentsSameBytes() throws {
    let words = ["convert", "d", "--to", "zip", "--set", "reproducible=true", "-o"]
    func make(_ name: String) throws -> [UInt8] {
      let result = try Program.run(Program.fairy, words + [name], in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      return try scratch.bytes(name)
    }
    let first = try make("1.zip")
    #expect(try make("2.zip") == first)
    _ = try shell("find d -exec touch {} +; chmod 600 d/nothing; mv d e; mkdir d; mv e/* e/.h* d")
    #expect(try make("3.zip") == first)
    _ = try shell("echo >>d/docs/deep/b")
    #expect(try make("4.zip") != first)
    let entries = try run("open", "1.zip", "--json").objects()
    #expect(Set(entries.compactMap { $0["modified"] as? String }) == ["1980-01-01T00:00:00"])
    let paths = entries.compactMap { $0["path"] as? String }
    #expect(
      paths.map { Array($0.utf8) }
        == paths.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func encrypted() throws {
    let script = """
      export FAIRY_PASSWORD=geheim
      "$FAIRY" convert d --to zip -o e.zip && "$FAIRY" extract e.zip -o back &&
      "$FAIRY" convert e.zip --to zip --set encryption=none -o plain.zip
      """
    let result = try shell(script)
    #expect(result.status == 0, "\(result.error)")
    #expect(try content("back") == content("d"))
    #expect(try run("extract", "e.zip", "-o", "x").status == 77)
    #expect(try run("extract", "plain.zip", "-o", "x").status == 0)
    #expect(try content("x") == content("d"))
    #expect(
      try run("convert", "d", "--to", "zip", "--set", "encryption=aes256", "-o", "y.zip").status
        == 77)
    if Places.has(program: "7z") {
      #expect(try shell("7z t -pgeheim e.zip && ! 7z t -pfalsch e.zip").status == 0)
    }
  }

  @Test(.enabled(if: Places.has(program: "tar")), arguments: ["", "gz", "bz2", "xz", "zst"])
  func tarToZip(filter: String) throws {
    let name = "t.tar" + (filter.isEmpty ? "" : ".\(filter)")
    let tool =
      ["": "cat", "gz": "gzip", "bz2": "bzip2", "xz": "xz", "zst": "zstd -q"][filter] ?? "cat"
    guard Places.has(program: String(tool.prefix { $0 != " " })) else { return }
    #expect(try shell("tar cf - -C d . | \(tool) >\(name)").status == 0)
    let result = try run("convert", name, "--to", "zip", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects()[0]["output"] as? String == "t.zip")
    #expect(try run("extract", "t.zip", "-o", "out").status == 0)
    #expect(try content("out") == content("d"))
    #expect(try run("extract", name, "-o", "direct").status == 0)
    #expect(try content("direct") == content("d"))
  }

  @Test func zipToZip() throws {
    #expect(try run("convert", "d", "--to", "zip", "--set", "level=0").status == 0)
    #expect(try run("convert", "d.zip", "--to", "zip").status == 73)
    let smaller = try run(
      "convert", "d.zip", "--to", "zip", "--set", "level=9", "-o", "s.zip", "--json")
    #expect(smaller.status == 0)
    #expect(try smaller.objects()[0]["route"] as? [String] == ["ZIP", "Archive", "ZIP"])
    #expect(try scratch.bytes("s.zip").count < scratch.bytes("d.zip").count / 2)
    #expect(try run("extract", "s.zip", "-o", "out").status == 0)
    #expect(try content("out") == content("d"))
    // What is unsafe in one is unsafe in the other.
    try scratch.write(ZIPBytes("a=1", "../evil=2"), to: "h.zip")
    #expect(try run("convert", "h.zip", "--to", "zip", "-o", "h2.zip").status == 65)
    #expect(!scratch.names.contains("h2.zip"))
  }

  @Test func foldersOfArchives() throws {
    try scratch.write(ZIPBytes("a=1", "b=2"), to: "in/x/one.zip")
    try scratch.write(ZIPBytes("c=3"), to: "in/two.zip")
    try scratch.write([1, 2, 3], to: "in/noise")
    let result = try run(
      "convert", "-r", "in", "--to", "folder", "-o", "out", "--no-journal", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try scratch.things("out") == [
        "two/", "two/c = \"3\"", "x/", "x/one/", "x/one/a = \"1\"", "x/one/b = \"2\"",
      ])
    let back = try run(
      "convert", "-r", "out", "--to", "zip", "-o", "again", "--no-journal", "--json")
    #expect(back.status == 0)
    #expect(try back.objects().dropLast().allSatisfy { $0["status"] as? String == "skipped" })
  }

  @Test func placesOfFolders() throws {
    try scratch.write(ZIPBytes("a=1"), to: "x.y.zip")
    #expect(try run("convert", "x.y.zip", "--to", "folder").status == 0)
    #expect(try scratch.things("x.y") == ["a = \"1\""])
    #expect(try run("convert", "x.y.zip", "--to", "folder").status == 73)
    #expect(try run("convert", "x.y.zip", "--to", "folder", "-o", "p/q/").status == 0)
    #expect(try scratch.things("p") == ["q/", "q/x.y/", "q/x.y/a = \"1\""])
    #expect(try run("convert", "x.y.zip", "--to", "folder", "-o", "-").status == 64)
    #expect(try run("convert", "d", "--to", "folder", "-o", "z").status == 64)
  }
}
