import Foundation
import TestSupport
import Testing

/// Where things come to stand: beside the archive, in a folder of its name, in one that is named.
@Suite struct ArrangementTests {
  static let one = ZIPBytes("f=1")
  static let folder = ZIPBytes("d/", "d/a=1", "d/b=2")
  static let several = ZIPBytes("a=1", "d/b=2")

  struct Case: Sendable, CustomTestStringConvertible {
    let archive: ZIPBytes
    let words: [String]
    /// What stands in the folder of the archive afterwards beside it.
    let things: [String]
    /// What the program says that it made.
    let output: String
    var testDescription: String { "\(words) \(things)" }
  }

  static let cases = [
    Case(archive: one, words: [], things: ["f = \"1\""], output: "f"),
    Case(archive: one, words: ["--flat"], things: ["f = \"1\""], output: "./f"),
    Case(archive: one, words: ["--wrap"], things: ["z.y/", "z.y/f = \"1\""], output: "z.y"),
    Case(archive: one, words: ["-o", "new"], things: ["new/", "new/f = \"1\""], output: "new"),
    Case(archive: one, words: ["-o", "new/"], things: ["new/", "new/f = \"1\""], output: "new"),
    Case(
      archive: one, words: ["-o", "p/q/new"],
      things: ["p/", "p/q/", "p/q/new/", "p/q/new/f = \"1\""], output: "p/q/new"),
    Case(archive: one, words: ["-o", "."], things: ["f = \"1\""], output: "./f"),
    Case(
      archive: folder, words: [], things: ["d/", "d/a = \"1\"", "d/b = \"2\""], output: "d"),
    Case(
      archive: folder, words: ["--flat"], things: ["d/", "d/a = \"1\"", "d/b = \"2\""],
      output: "./d"),
    Case(
      archive: folder, words: ["--wrap"],
      things: ["z.y/", "z.y/d/", "z.y/d/a = \"1\"", "z.y/d/b = \"2\""], output: "z.y"),
    Case(
      archive: folder, words: ["-o", "d"],
      things: ["d/", "d/d/", "d/d/a = \"1\"", "d/d/b = \"2\""],
      output: "d"),
    Case(
      archive: several, words: [], things: ["z.y/", "z.y/a = \"1\"", "z.y/d/", "z.y/d/b = \"2\""],
      output: "z.y"),
    Case(
      archive: several, words: ["--wrap"],
      things: ["z.y/", "z.y/a = \"1\"", "z.y/d/", "z.y/d/b = \"2\""], output: "z.y"),
    Case(
      archive: several, words: ["--flat"], things: ["a = \"1\"", "d/", "d/b = \"2\""], output: "./a"
    ),
    Case(archive: ZIPBytes(), words: [], things: ["z.y/"], output: "z.y"),
    Case(archive: ZIPBytes(), words: ["-o", "new"], things: ["new/"], output: "new"),
    Case(archive: ZIPBytes("./", "./f=1"), words: [], things: ["f = \"1\""], output: "f"),
    // A link that is all would lead among the user's own files.
    Case(
      archive: ZIPBytes("l>nowhere"), words: [], things: ["z.y/", "z.y/l -> nowhere"], output: "z.y"
    ),
    Case(archive: ZIPBytes("d/"), words: [], things: ["d/"], output: "d"),
  ]

  @Test(arguments: cases)
  func oneFolderAtMost(test: Case) throws {
    let scratch = try ScratchFolder()
    try scratch.write(test.archive, to: "z.y.zip")
    let result = try Program.run(
      Program.fairy, ["extract", "z.y.zip", "--json"] + test.words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let archive = try scratch.things().filter { $0.hasPrefix("z.y.zip ") }
    #expect(try scratch.things() == (archive + test.things).sorted())
    #expect(try result.objects().first?["output"] as? String == test.output)
  }

  /// Not where the user happens to be.
  @Test func resultsStandBesideTheArchive() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.several, to: "far/a.zip")
    try scratch.write(Self.one, to: "far/b.zip")
    try scratch.write([], to: "here/x")
    let here = scratch.file("here")
    #expect(try Program.fairy("extract", scratch.file("far/a.zip"), in: here).status == 0)
    #expect(try Program.fairy("extract", "../far/b.zip", in: here).status == 0)
    #expect(
      scratch.names == [
        "far", "far/a", "far/a.zip", "far/a/a", "far/a/d", "far/a/d/b", "far/b.zip", "far/f",
        "here",
        "here/x",
      ])
    let named = try Program.fairy("extract", "../far/a.zip", "-o", "out", in: here)
    #expect(named.status == 0)
    #expect(named.text.hasPrefix("../far/a.zip → out  "))
    #expect(try scratch.things("here/out") == ["a = \"1\"", "d/", "d/b = \"2\""])
  }

  @Test func standardInput() throws {
    let scratch = try ScratchFolder()
    func run(_ archive: ZIPBytes, _ words: String...) throws -> Program.Result {
      try Program.run(
        Program.fairy, ["extract", "-"] + words, in: scratch.path, input: archive.bytes)
    }
    #expect(try run(Self.one).status == 0)
    #expect(try run(Self.several).status == 0)
    #expect(try run(Self.one, "-o", "out").status == 0)
    #expect(try run(Self.one, "-o", "-").text == "1")
    #expect(scratch.names == ["f", "out", "out/f", "stdin", "stdin/a", "stdin/d", "stdin/d/b"])
  }

  /// What is there already stays as it is, and so do its neighbours.
  @Test func aFolderThatIsThereIsAddedTo() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.several, to: "a.zip")
    try scratch.write(Array("old".utf8), to: "out/old")
    try scratch.write(Array("old".utf8), to: "out/d/old")
    let old = try scratch.tree().filter { $0.hasPrefix("file") }
    #expect(try Program.fairy("extract", "a.zip", "-o", "out", in: scratch.path).status == 0)
    #expect(
      try scratch.things("out") == [
        "a = \"1\"", "d/", "d/b = \"2\"", "d/old = \"old\"", "old = \"old\"",
      ])
    #expect(Set(try scratch.tree()).isSuperset(of: old))
  }

  @Test(arguments: [
    (["--flat", "--wrap"], "contradict"), (["-o", "x", "--flat"], "leave --flat"),
    (["-o", "x", "--wrap"], "leave --wrap"),
  ])
  func wordsThatContradict(words: [String], message: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.one, to: "a.zip")
    let result = try Program.run(Program.fairy, ["extract", "a.zip"] + words, in: scratch.path)
    #expect(result.status == 64)
    #expect(result.error.contains(message))
    #expect(scratch.names == ["a.zip"])
  }

  @Test func notEverythingCanBeUnpacked() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    try scratch.write([], to: "d/x")
    let before = try scratch.tree()
    #expect(try Program.fairy("extract", "a.png", in: scratch.path).status == 69)
    #expect(try Program.fairy("extract", "d", in: scratch.path).status == 64)
    #expect(try Program.fairy("extract", "nothing.zip", in: scratch.path).status == 66)
    #expect(try Program.fairy("extract", "nothing.zip", "-o", "x/y", in: scratch.path).status == 66)
    #expect(try Program.fairy("extract", in: scratch.path).status == 64)
    #expect(try scratch.tree() == before)
  }

  /// A file where the folder is to be, or on the way to it.
  @Test(arguments: ["f", "f/new"])
  func noFolderTakesThePlaceOfAFile(place: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.several, to: "a.zip")
    try scratch.write([1], to: "f")
    let before = try scratch.tree()
    for policy in ["fail", "overwrite"] {
      let result = try Program.fairy(
        "extract", "a.zip", "-o", place, "--on-conflict", policy, in: scratch.path)
      #expect(result.status == 73, "\(result.error)")
    }
    #expect(try scratch.tree() == before)
  }
}
