import Foundation
import TestSupport
import Testing

/// What a user hears of options that make no difference.
@Suite struct UnusedOptionTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for (fixture, name) in [
      ("rgba.png", "a.png"), ("rgb.png", "b.png"), ("camera.jpg", "p.jpg"), ("gray.jpg", "q.jpg"),
    ] {
      try scratch.copy(Places.fixture(fixture), as: name)
    }
    try scratch.write(Array("x;y\n1;2\n".utf8), to: "t.csv")
    try scratch.write(Array("[1]".utf8), to: "u.json")
    try scratch.write(SmallPDF(pages: 2).bytes, to: "a.pdf")
  }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  /// The picture has 48 × 32 pixels.
  @Test(arguments: ["200%", "2000", "48", "1000000x1000000!", "100x", "x32"])
  func aSizeThatChangesNothingIsSaid(geometry: String) throws {
    let words = ["convert", "a.png", "--to", "jpeg", "--resize", geometry]
    let result = try run(words)
    #expect(result.status == 0)
    let why =
      ["48", "x32"].contains(geometry)
      ? "the picture has that size already"
      : "the picture is no larger than that; --enlarge makes it larger"
    #expect(result.error == "fairy: a.png: --resize has no effect: \(why)\n")
    let plan = try run(["plan"] + words.dropFirst())
    #expect(plan.text.contains("  note   --resize has no effect: \(why)\n"))
    let json = try run(words + ["-o", "b.jpeg", "--json"])
    #expect(
      try json.objects().first?["unused"] as? [[String: String]]
        == [["option": "resize", "why": why]])
  }

  @Test func aSizeThatIsNotReachedIsSaid() throws {
    let plan = try run(["plan", "a.png", "--to", "jpeg", "--resize", "24x100!"])
    #expect(
      plan.text.contains(
        "resize: 48×32 → 24×32, not 24×100: no side becomes larger without --enlarge"))
  }

  /// Options that do not apply to the one input, and why.
  @Test(arguments: [
    ["convert", "a.png", "--to", "png", "-o", "c.png", "-q", "50"]:
      "-q has no effect: the result is lossless",
    ["convert", "p.jpg", "--to", "png", "--quality", "50"]:
      "-q has no effect: the result is lossless",
    ["compress", "a.png", "-q", "30"]: "-q has no effect: the result is lossless",
    ["convert", "p.jpg", "--to", "png", "--hdr", "keep"]:
      "--hdr has no effect: it is for formats that hold gain maps (JPEG)",
    ["convert", "p.jpg", "--to", "png", "--table", "3"]:
      "--table has no effect: it is for files that may hold several tables",
    ["convert", "a.png", "--to", "webp", "--background", "white"]:
      "--background has no effect: it is for formats without transparency (JPEG)",
    ["convert", "a.png", "--to", "jpeg", "--enlarge"]:
      "--enlarge has no effect: it is for --resize, which it lets make pictures larger",
    ["convert", "t.csv", "--to", "json", "--metadata", "keep"]:
      "--metadata has no effect: it is for pictures and PDF documents",
    ["convert", "t.csv", "--to", "json", "--pages", "2"]:
      "--pages has no effect: it is for documents and pictures of several pages",
    ["convert", "u.json", "--to", "csv", "--delimiter", ";"]:
      "--delimiter has no effect: it is for tables in text (CSV)",
    ["convert", "a.pdf", "-o", "c.pdf", "--resize", "50%"]:
      "--resize has no effect: it is for pictures",
    ["convert", "t.csv", "--to", "json", "--rotate", "90"]: "--rotate has no effect: it is for ",
    ["convert", "p.jpg", "--to", "png", "--set", "colours=2"]:
      "--set colours has no effect: it is for GIF",
    ["convert", "p.jpg", "--to", "png", "--sort", "x"]:
      "rows and columns can be chosen of tables alone",
    ["convert", "p.jpg", "--to", "png", "--sender", "x"]: "messages can be chosen of mail alone",
    ["merge", "p.jpg", "q.jpg", "-o", "c.pdf", "--encoding", "CP866"]:
      "--encoding has no effect: it is for text, and names in archives",
    ["split", "a.pdf", "--encoding", "CP866"]: "--encoding has no effect",
    ["open", "a.png", "--delimiter", ";"]:
      "--delimiter has no effect: it is for tables in text (CSV)",
    ["open", "a.png", "--sort", "x"]: "rows and columns can be chosen of tables alone",
    ["info", "a.png", "--strict"]: "--strict has no effect",
    ["info", "p.jpg", "b.png", "--table", "2"]: "--table has no effect",
    ["why", "a.png", "--encoding", "CP866"]: "--encoding has no effect",
    ["plan", "p.jpg", "--to", "png", "-q", "50"]: "-q has no effect: the result is lossless",
    ["convert", "p.jpg", "--to", "png", "-q", "50", "--dry-run"]:
      "-q has no effect: the result is lossless",
    ["convert", "p.jpg", "b.png", "--to", "webp", "-o", "out/", "--table", "2"]:
      "--table has no effect",
    ["plan", "p.jpg", "b.png", "--to", "webp", "-o", "out/", "--table", "2"]:
      "--table has no effect",
    [
      "convert", "-r", ".", "--to", "png", "-o", "out/", "--on-conflict", "rename", "--hdr", "keep",
    ]: "--hdr has no effect",
    ["compress", "a.png", "b.png", "-q", "30"]: "-q has no effect",
  ])
  func whatAppliesToNothingIsRefused(words: [String], message: String) throws {
    let before = scratch.names
    let result = try run(words)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.contains(message), "\(result.error)")
    #expect(scratch.names == before)
  }

  /// Standard input can be read only once, so that it is not looked at before.
  @Test func standardInputIsLeftToItsConversion() throws {
    let result = try Program.shell(
      "cat p.jpg | \"$FAIRY\" convert - b.png --to png -q 50 -o out/", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names.filter { $0.hasPrefix("out/") }.count == 2)
    #expect(
      result.error.contains("-q has no effect on standard input (JPEG picture)"), "\(result.error)")
  }

  /// An option that the format takes is noted where a file does not need it, and is no error.
  @Test(arguments: ["info", "open"])
  func namesThatNeedNoEncoding(verb: String) throws {
    try scratch.write(ZIPBytes("a.txt=A").bytes, to: "a.zip")
    let result = try run([verb, "a.zip", "--encoding", "latin1"])
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.error.contains(": names in the archive are ASCII or say their encoding"),
      "\(result.error)")
  }

  /// What no step of a route uses stays unused, however many parts are made.
  @Test func furtherPartsTakeNothingBack() throws {
    try scratch.copy(Places.fixture("pages.tiff"), as: "pages.tiff")
    let line = #"{"input":"pages.tiff","to":"png","options":{"table":"3"}}"# + "\n"
    let result = try Program.run(
      Program.fairy, ["worker"], in: scratch.path, input: Array(line.utf8))
    let object = try #require(try result.objects().first)
    #expect((object["outputs"] as? [String])?.count == 3, "\(result.text)")
    let unused = try #require(object["unused"] as? [[String: String]])
    #expect(unused.map { $0["option"] } == ["table"])
  }

  /// A run goes on where an option suits some files, and says once for each kind which it does not suit.
  @Test func oneNoteForEachKind() throws {
    try scratch.copy(Places.fixture("rgba.png"), as: "in/1.png")
    try scratch.copy(Places.fixture("rgb.png"), as: "in/2.png")
    try scratch.copy(Places.fixture("rgba.qoi"), as: "in/3.qoi")
    try scratch.copy(Places.fixture("camera.jpg"), as: "in/4.jpg")
    let result = try run(["compress", "-r", "in", "-o", "out", "-q", "30"])
    #expect(result.status == 0, "\(result.error)")
    let notes = result.error.split(separator: "\n").filter { $0.contains("no effect") }
    #expect(notes.count == 2)
    #expect(
      notes.contains(
        "fairy: -q has no effect on 2 files (PNG picture), such as in/1.png: the result is lossless"
      )
        || notes.contains(
          "fairy: -q has no effect on 2 files (PNG picture), such as in/2.png: the result is lossless"
        ),
      "\(notes)")
    #expect(
      notes.contains("fairy: -q has no effect on in/3.qoi (QOI picture): the result is lossless"),
      "\(notes)")
    #expect(FileManager.default.fileExists(atPath: scratch.file("out/1.png")))
  }

  /// Requests are one of many: what does not apply to one is told with its result.
  @Test func requestsAreDoneAndAnswered() throws {
    let result = try Program.fairy(
      "worker", in: scratch.path,
      input: Array(
        #"""
        {"input":"p.jpg","output":"1.png","to":"png","options":{"quality":0.5}}
        {"input":"p.jpg","output":"2.png","to":"png","options":{"quality":0.5,"unusedOptions":"fail"}}
        {"input":"p.jpg","output":"3.jpg","to":"jpeg","options":{"hdr":"keep","set":{"colours":"4"}}}

        """#.utf8))
    let lines = try result.objects()
    func unused(_ index: Int) -> [String]? {
      (lines[index]["unused"] as? [[String: String]])?.compactMap { $0["option"] }
    }
    #expect(lines.map { $0["status"] as? String } == ["done", "failed", "done", nil])
    #expect(unused(0) == ["quality"])
    #expect(
      (lines[1]["error"] as? [String: String])?["message"]
        == "-q has no effect: the result is lossless")
    #expect(unused(2) == ["colours", "hdr"])
  }

  /// A result without its protection is none.
  @Test func protectionIsNeverLeftOut() throws {
    try scratch.write(Array("secret".utf8), to: "p")
    let words = ["p.jpg", "b.png", "-o", "out/", "--to", "webp"]
    for more in [["--user-password-file", "p"], ["--set", "encryption=aes256"]] {
      #expect(try run(["convert"] + words + more).status == 64)
    }
    let answer = try Program.fairy(
      "worker", in: scratch.path,
      input: Array(
        #"{"input":"p.jpg","output":"1.png","options":{"set":{"encryption":"aes256"}}}"#.utf8))
    #expect(try answer.objects().first?["status"] as? String == "failed")
    #expect(!scratch.names.contains("1.png") && !scratch.names.contains("out"))
  }

  /// Colours that are converted are in the line, wherever they came from.
  @Test func aSpaceIsSaid() throws {
    let result = try run(["convert", "p.jpg", "--to", "webp", "--profile", "p3"])
    #expect(result.status == 0)
    #expect(result.text.contains("changed") && result.text.contains("icc"), "\(result.text)")
    let again = try run(["convert", "p.webp", "-o", "b.webp", "--profile", "p3"])
    #expect(
      again.error.contains("--profile has no effect: the colours are in that space already"),
      "\(again.error)")
  }

  @Test func whatConcernsNoFileIsSaid() throws {
    let walk = try run(["convert", "-r", "p.jpg", "--to", "png", "-o", "out/"])
    #expect(walk.status == 0)
    #expect(walk.error.contains("fairy: -r has no effect: no folder is named"))
    let printed = try run(["convert", "p.jpg", "--to", "png", "-o", "-", "--on-conflict", "skip"])
    #expect(printed.status == 0)
    #expect(
      printed.error.contains(
        "fairy: --on-conflict has no effect: the result goes to standard output"))
    #expect(try run(["merge", "p.jpg", "-o", "m.pdf", "--keep-times"]).status == 64)
  }
}
