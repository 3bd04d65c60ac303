import Foundation
import TestSupport
import Testing

/// What files and folders keep on their way out of an archive, and what they do not.
@Suite struct FidelityTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var archive = ZIPBytes()
    func add(_ thing: String, mode: Int, _ modified: Int) {
      archive.add(thing)
      archive = archive.last { entry in
        entry.mode = entry.mode & 0o170000 | mode
        entry.modified = modified
      }
    }
    add("d/", mode: 0o711, 1_000_000_000)
    add("d/setuid=x", mode: 0o6755, 1_100_000_000)
    add("d/private=x", mode: 0o600, 1_200_000_000)
    add("d/closed/", mode: 0o500, 1_300_000_000)
    add("d/closed/readonly=x", mode: 0o444, 1_400_000_000)
    add("sticky/", mode: 0o1777, 1_500_000_000)
    add("l>d/private", mode: 0o777, 1_000_000_000)
    add("old=x", mode: 0o644, 1)
    try scratch.write(archive, to: "z.zip")
  }

  private func extract(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["extract", "z.zip", "-o", "out"] + words, in: scratch.path)
  }

  private func tree() throws -> [String] {
    try scratch.tree("out").filter { !$0.contains(" . @") }.map { line in
      // A link has no time that is kept.
      line.hasPrefix("link") ? line.replacing(#/ @[0-9.]+/#, with: "") : line
    }
  }

  @Test func permissionsAndTimes() throws {
    #expect(try extract().status == 0)
    #expect(
      try tree() == [
        "file 444 d/closed/readonly @1400000000.0 = \"x\"",
        "file 600 d/private @1200000000.0 = \"x\"",
        "file 644 old @1.0 = \"x\"",
        // Never the identity of another.
        "file 755 d/setuid @1100000000.0 = \"x\"",
        "folder 500 d/closed @1300000000.0",
        "folder 711 d @1000000000.0",
        "folder 755 sticky @1500000000.0",
        "link - l -> d/private",
      ])
    // So that it can be removed by who is not root.
    _ = try Program.shell("chmod -R u+w out", in: scratch.path)
  }

  @Test func timesOfNow() throws {
    let began = Date.now.timeIntervalSince1970 - 2
    #expect(try extract("--no-keep-times").status == 0)
    for line in try tree() where !line.hasPrefix("link") {
      let time = try #require(line.firstMatch(of: #/@([0-9]+)/#)?.output.1)
      #expect(try #require(Double(time)) >= began, "\(line)")
    }
    _ = try Program.shell("chmod -R u+w out", in: scratch.path)
  }

  /// Whoever may not read the archive may not read what comes out of it.
  @Test func aPrivateArchiveStaysPrivate() throws {
    _ = try Program.shell("chmod 600 z.zip", in: scratch.path)
    #expect(try extract().status == 0)
    for line in try tree() where !line.hasPrefix("link") {
      #expect(line.contains(#/^[a-z]+ [0-7]00 /#), "\(line)")
    }
    _ = try Program.shell("chmod -R u+w out", in: scratch.path)
  }

  @Test func duplicatesAreRenamedAndSaid() throws {
    try scratch.write(
      ZIPBytes("a.txt=1", "a.txt=2", "a.txt=3", "d/a=1", "d/", "d/a=2"), to: "z.zip")
    let result = try extract()
    #expect(result.status == 0)
    #expect(
      try scratch.things("out") == [
        "a-2.txt = \"2\"", "a-3.txt = \"3\"", "a.txt = \"1\"", "d/", "d/a = \"1\"", "d/a-2 = \"2\"",
      ])
    #expect(
      result.error == """
        fairy: z.zip: entry "a.txt": renamed to "a-2.txt": the name is there twice
        fairy: z.zip: entry "a.txt": renamed to "a-3.txt": the name is there twice
        fairy: z.zip: entry "d/a": renamed to "d/a-2": the name is there twice

        """)
    let script = try Program.fairy("extract", "z.zip", "-o", "o", "--json", in: scratch.path)
    let ledger = try script.objects().first?["ledger"] as? [[String: String]]
    #expect(ledger?.map { $0["action"] } == ["changed", "changed", "changed"])
  }

  @Test func linksInside() throws {
    try scratch.write(
      ZIPBytes("l>d", "m>d/f", "d/f=1", "d/up>../d/f", "x>nowhere", "e/"), to: "z.zip")
    #expect(try extract().status == 0)
    #expect(
      try scratch.things("out") == [
        "d/", "d/f = \"1\"", "d/up -> ../d/f", "e/", "l -> d", "m -> d/f", "x -> nowhere",
      ])
  }

  @Test func hardLinks() throws {
    try scratch.write(TarBytes("d/a=1", "d/b~d/a", "s>d/a").bytes, to: "z.zip")
    #expect(try extract().status == 0)
    #expect(
      try scratch.things("out") == ["d/", "d/a = \"1\"", "d/b = \"1\"", "s -> d/a"])
    let inodes = try Program.shell(
      "stat -c %i:%h out/d/a out/d/b | sort -u | wc -l", in: scratch.path)
    #expect(inodes.text == "1\n")
  }
}
