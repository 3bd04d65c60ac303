import TestSupport
import Testing

/// What `compress` takes, what it refuses, and what it leaves behind.
@Suite struct CompressCommandTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: [String], input: [UInt8] = []) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path, input: input)
  }

  /// What is read of them is not all that they hold.
  @Test(arguments: [
    ("notes.txt", "hello\n", "a plain text file"),
    ("page.md", "# Title\n\nWords.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "a Markdown document"),
    ("page.html", "<html><p>Words</p><table><tr><td>1</td></tr></table></html>", "an HTML page"),
    ("rows.csv", "\"a\",\"b\"\n\"1\",\"2\"\n", "a CSV table"),
  ])
  func refusesWhatItWouldLose(name: String, text: String, kind: String) throws {
    try scratch.write(Array(text.utf8), to: name)
    for words in [[name], [name, "-o", "x.pdf"], [name, "-o", name], [name, "--dry-run"]] {
      let result = try run(["compress"] + words)
      #expect(result.status == 69)
      #expect(
        result.error.hasPrefix("fairy: \(name): is \(kind), and compress is for JPEG, PNG, "),
        "\(result.error)")
      #expect(result.output.isEmpty)
    }
    let piped = try run(["compress", "-", "-o", "x.pdf"], input: Array(text.utf8))
    #expect(piped.status == 69)
    #expect(scratch.names == [name])
  }

  @Test func passesOverThemInFolders() throws {
    try scratch.write(Array("hello\n".utf8), to: "in/notes.txt")
    try scratch.write(SmallPDF().bytes, to: "in/p.pdf")
    let result = try run(["compress", "-r", "in", "-o", "out/", "--no-journal"])
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names == ["in", "in/notes.txt", "in/p.pdf", "out", "out/p.pdf"])
  }

  @Test func nothingIsWrittenUnderTheNameOfAnotherType() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try run(["compress", "a.jpg", "-o", "x.pdf"])
    #expect(result.status == 64)
    #expect(
      result.error
        == "fairy: a.jpg: is a JPEG picture and stays one, so the result is not named .pdf; "
        + "fairy convert --to pdf makes it another\n")
    #expect(try run(["compress", "a.jpg", "-o", "b.JPEG"]).status == 0)
    #expect(scratch.names == ["a.jpg", "b.JPEG"])
  }

  @Test func valuesAreWrittenWithoutRoom() throws {
    try scratch.write(Array("{\n  \"a\": [ 1.50, \"x\" ]\n}\n".utf8), to: "a.json")
    #expect(try run(["compress", "a.json"]).status == 0)
    #expect(
      String(decoding: try scratch.bytes("a-compressed.json"), as: UTF8.self)
        == "{\"a\":[1.50,\"x\"]}\n")
  }

  /// An animation is not given up for fewer bytes, whatever its file is called.
  @Test(arguments: ["ball.png", "ball.apng", "ball"], animations)
  func framesStay(name: String, animation: Animation) throws {
    try scratch.write(try Sample(animation.file).bytes(), to: "in.png")
    let waste = ["--to", "apng", "--set", "compression=0", "-o", "waste.apng"]
    #expect(try run(["convert", "in.png"] + waste).status == 0)
    let ball = try scratch.bytes("waste.apng")
    try scratch.write(ball, to: name)
    let result = try run(["compress", name, "-o", "out/", "--json"])
    #expect(result.status == 0, "\(result.error)")
    let small = try scratch.bytes("out/\(name)")
    #expect(small.count < ball.count)
    let frames = animation.frames
    #expect(Self.count("fcTL", in: small) == frames && Self.count("fcTL", in: ball) == frames)
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    #expect(ledger.contains { $0["what"] == "frames" && $0["action"] == "kept" })
  }

  /// An animation that breaks the rules is left alone, since it could not be written again.
  @Test(arguments: animations)
  func framesThatCannotBeShownStay(animation: Animation) throws {
    var ball = try Sample(animation.file).bytes()
    let place = try #require(ball.indices.first { ball[$0...].starts(with: Array("fdAT".utf8)) })
    ball.replaceSubrange(place..<place + 4, with: Array("fcTL".utf8))
    try scratch.write(ball, to: "ball.png")
    let result = try run(["compress", "ball.png", "--json"])
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.bytes("ball-compressed.png") == ball)
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    #expect(ledger.last?["what"] == "file")
    #expect(ledger.last?["why"]?.hasPrefix("it would lose frames") == true)
    let most = ["--max-size", animation.tooSmall]
    #expect(try run(["compress", "ball.png"] + most + ["-o", "b.png"]).status == 75)
  }

  struct Animation: Sendable, CustomTestStringConvertible {
    let file: String
    let frames: Int
    /// A size that the whole file is above.
    let tooSmall: String

    var testDescription: String { file }
  }

  private static let animations = Sample.present(
    [
      Animation(file: "fixtures/others/parts.apng", frames: 5, tooSmall: "500"),
      Animation(file: "images/png/apng-ball.png", frames: 20, tooSmall: "10KB"),
    ], name: \.file)

  private static func count(_ type: String, in bytes: [UInt8]) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: Array(type.utf8)) }
  }

  @Test func foldersThatStayEmptyGo() throws {
    try scratch.write(SmallPDF().bytes, to: "p.pdf")
    for words in [
      ["p.pdf", "--max-size", "9", "-o", "a/b/c/"], ["-", "--max-size", "9", "-o", "d/"],
    ] {
      let result = try run(["compress"] + words, input: SmallPDF().bytes)
      #expect(result.status == 75, "\(result.error)")
    }
    #expect(scratch.names == ["p.pdf"])
    // One that was there before is left alone.
    _ = try Program.shell("mkdir had", in: scratch.path)
    #expect(try run(["compress", "p.pdf", "--max-size", "9", "-o", "had/new/"]).status == 75)
    #expect(scratch.names == ["had", "p.pdf"])
    // So is one that got a result.
    let result = try run(["compress", "p.pdf", "no.pdf", "-o", "some/"])
    #expect(result.status == 66)
    #expect(scratch.names == ["had", "p.pdf", "some", "some/p.pdf"])
  }

  @Test func picturesLoseNothingUnlessToldSo() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let kept = try run(["compress", "a.jpg", "-o", "b.jpg", "--require", "pixels", "--json"])
    #expect(kept.status == 0, "\(kept.error)")
    #expect(try scratch.bytes("b.jpg").count <= scratch.bytes("a.jpg").count)
    for preset in ["high", "balanced", "small"] {
      #expect(
        try run(["compress", "a.jpg", "--preset", preset, "-o", "\(preset).jpg"]).status == 0)
    }
    #expect(try scratch.bytes("small.jpg").count < scratch.bytes("balanced.jpg").count)
    // 85 is its own quality, and at 70 so small a picture takes more than without loss.
    for preset in ["high", "balanced"] {
      #expect(try scratch.bytes("\(preset).jpg") == scratch.bytes("b.jpg"))
    }
    let refused = try run([
      "compress", "a.jpg", "--preset", "small", "--require", "pixels", "-o", "c.jpg",
    ])
    #expect(refused.status == 65)
    #expect(
      try run(["compress", "a.jpg", "--preset", "none", "-q", "50", "-o", "c.jpg"]).status == 64)
  }
}
