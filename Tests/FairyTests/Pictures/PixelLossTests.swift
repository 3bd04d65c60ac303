import TestSupport
import Testing

/// What `compress` says of pixels, whatever the format.
@Suite struct PixelLossTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(TexturedPicture(width: 96, height: 64).file, to: "in.ppm")
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  /// A picture of a type that was coded with little loss, or none.
  private func make(_ name: String, _ words: String...) throws {
    let result = try Program.run(
      Program.fairy, ["convert", "in.ppm", "-o", name] + words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
  }

  /// What is said of pixels and of the file.
  private func fate(_ result: Program.Result) throws -> [String] {
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    return ledger.filter { ["pixels", "file"].contains($0["what"]) }.map {
      "\($0["what"] ?? "") \($0["action"] ?? ""): \($0["why"] ?? "")"
    }
  }

  @Test(arguments: ["webp", "heic", "avif", "jp2"])
  func lossIsSaid(type: String) throws {
    let name = "a.\(type)"
    try make(name, "--to", type, "-q", "95")
    let asked = try run("compress", name, "-q", "30", "-o", "q.\(type)", "--json")
    #expect(asked.status == 0, "\(asked.error)")
    #expect(try fate(asked) == ["pixels changed: encoded anew at quality 30"])
    #expect(try scratch.bytes("q.\(type)").count < scratch.bytes(name).count)
    let preset = try run("compress", name, "--preset", "small", "-o", "p.\(type)", "--json")
    #expect(try fate(preset) == ["pixels changed: encoded anew at quality 50"])
    let fitting = try run("compress", name, "--max-size", "1500", "-o", "m.\(type)", "--json")
    #expect(fitting.status == 0, "\(fitting.error)")
    #expect(try fate(fitting).first?.hasPrefix("pixels changed: encoded anew at quality ") == true)
    // People see it, too.
    let text = try run("compress", name, "-q", "30", "-o", "t.\(type)")
    #expect(text.text.hasSuffix(" · changed pixels\n"))
  }

  @Test(arguments: ["webp", "heic", "avif", "jp2"])
  func lossIsPlanned(type: String) throws {
    let name = "a.\(type)"
    try make(name, "--to", type, "-q", "95")
    func planned(_ words: String...) throws -> [String] {
      try fate(
        Program.run(
          Program.fairy, ["compress", name, "--dry-run", "--json", "-o", "b.\(type)"] + words,
          in: scratch.path))
    }
    #expect(
      try planned("-q", "30")
        == ["pixels changed: encoded anew at quality 30 if that is smaller"])
    for goal in [["-q", "auto"], ["--max-size", "1500"]] {
      #expect(
        try planned(goal[0], goal[1])
          == ["pixels changed: encoded anew at the quality that is found if that is smaller"])
    }
    #expect(
      try planned() == [
        "file kept: it was coded with loss, and only more makes it smaller: --preset or -q say how much: the output is the input itself"
      ])
  }

  @Test(arguments: ["webp", "heic", "avif", "jp2", "png"])
  func lossCanBeRefused(type: String) throws {
    let name = "a.\(type)"
    if type == "png" {
      try make(name, "--to", type)
    } else {
      try make(name, "--to", type, "-q", "95")
    }
    let refused = try run(
      "compress", name, "--preset", "small", "--require", "pixels", "-o", "b.\(type)")
    #expect(refused.status == 65)
    #expect(
      refused.error
        == "fairy: \(name): --require pixels cannot be met: "
        + (type == "png" ? "64 colours stand for all" : "encoded anew at quality 50") + "\n")
    #expect(!scratch.names.contains("b.\(type)"))
    let kept = try run("compress", name, "--require", "pixels", "-o", "b.\(type)")
    #expect(kept.status == 0, "\(kept.error)")
  }

  /// What was coded without loss stays so, unless a loss is asked for.
  @Test func noLossIsSaid() throws {
    try make("a.webp", "--to", "webp", "--set", "lossless=true", "--set", "effort=0")
    let result = try run("compress", "a.webp", "-o", "b.webp", "--json")
    #expect(try fate(result) == ["pixels kept: coded anew without loss"])
    #expect(try scratch.bytes("b.webp").count < scratch.bytes("a.webp").count)
    for name in ["a", "b"] {
      #expect(try run("convert", "\(name).webp", "--to", "ppm", "-o", "\(name).ppm").status == 0)
      #expect(try scratch.bytes("\(name).ppm") == scratch.bytes("in.ppm"))
    }
    let lossy = try run("compress", "a.webp", "-q", "50", "-o", "c.webp", "--json")
    #expect(try fate(lossy) == ["pixels changed: encoded anew at quality 50"])
  }

  /// A picture that its file stores turned is not turned once more by a search for its quality.
  @Test(arguments: [["-q", "auto"], ["-q", "ssim:0.6"], ["--max-size", "2300"], ["-q", "50"]])
  func turnedPicturesStayAsTheyAre(goal: [String]) throws {
    try scratch.copy(Places.fixture("turned.jpg"), as: "a.jpg")
    let result = try run("compress", "a.jpg", goal[0], goal[1], "-o", "b.jpg", "--json")
    #expect(result.status == 0, "\(result.error)")
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    #expect(ledger.first?["what"] == "orientation")
    #expect(ledger.first?["action"] == "kept")
    #expect(try fate(result).count == 1)
    var sizes: [[Int?]] = []
    for name in ["a.jpg", "b.jpg"] {
      let object = try #require(try run("info", "--json", name).objects().first)
      let picture = try #require(object["picture"] as? [String: Any])
      sizes.append(["width", "height", "orientation"].map { picture[$0] as? Int })
    }
    #expect(sizes[0] == [120, 160, 6])
    #expect(sizes[1] == sizes[0])
  }
}
