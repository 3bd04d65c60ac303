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

  /// What a loss is called in each format.
  private static let names = ["webp": "WebP", "heic": "HEIC", "avif": "AVIF", "jp2": "JPEG 2000"]

  /// What is said of pixels and of the file.
  private func pixelNotes(_ result: Program.Result) throws -> [String] {
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    return ledger.filter { ["pixels", "file"].contains($0["what"]) }.map {
      "\($0["what"] ?? "") \($0["action"] ?? ""): \($0["why"] ?? "")"
    }
  }

  @Test(arguments: ["webp", "heic", "avif", "jp2"])
  func lossIsSaid(type: String) throws {
    let name = "a.\(type)"
    let coding = try #require(Self.names[type])
    try make(name, "--to", type, "-q", "95")
    let asked = try run("compress", name, "-q", "30", "-o", "q.\(type)", "--json")
    #expect(asked.status == 0, "\(asked.error)")
    #expect(try pixelNotes(asked) == ["pixels changed: \(coding) quality 30 %"])
    #expect(try scratch.bytes("q.\(type)").count < scratch.bytes(name).count)
    let preset = try run("compress", name, "--preset", "small", "-o", "p.\(type)", "--json")
    #expect(try pixelNotes(preset) == ["pixels changed: \(coding) quality 50 %"])
    let fitting = try run("compress", name, "--max-size", "1500", "-o", "m.\(type)", "--json")
    #expect(fitting.status == 0, "\(fitting.error)")
    #expect(try pixelNotes(fitting).first?.hasPrefix("pixels changed: \(coding) quality ") == true)
    #expect(try pixelNotes(fitting).count == 1)
    // People see it, too.
    let text = try run("compress", name, "-q", "30", "-o", "t.\(type)")
    #expect(text.text.hasSuffix(" · changed pixels: \(coding) quality 30 %\n"))
  }

  @Test(arguments: ["webp", "heic", "avif", "jp2"])
  func lossIsPlanned(type: String) throws {
    let name = "a.\(type)"
    let coding = try #require(Self.names[type])
    try make(name, "--to", type, "-q", "95")
    func planned(_ words: String...) throws -> [String] {
      try pixelNotes(
        Program.run(
          Program.fairy, ["compress", name, "--dry-run", "--json", "-o", "b.\(type)"] + words,
          in: scratch.path))
    }
    #expect(
      try planned("-q", "30")
        == ["pixels changed: \(coding) quality 30 %, if that is smaller"])
    for goal in [["-q", "auto"], ["--max-size", "1500"]] {
      #expect(
        try planned(goal[0], goal[1])
          == ["pixels changed: \(coding) quality to be found, if that is smaller"])
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
        + (Self.names[type].map { "\($0) quality 50 %" } ?? "64 colours stand for all") + "\n")
    #expect(!scratch.names.contains("b.\(type)"))
    let kept = try run("compress", name, "--require", "pixels", "-o", "b.\(type)")
    #expect(kept.status == 0, "\(kept.error)")
  }

  /// What a conversion to another type loses of pixels, or of a drawing's colours: how it is said, and what a plan
  /// says of a quality that is still to be found.
  static let conversions: [(type: String, words: [String], why: String?)] = [
    ("jpeg", [], "JPEG quality 85 %"), ("jpeg", ["-q", "10"], "JPEG quality 10 %"),
    ("webp", [], "WebP quality 80 %"), ("webp", ["--set", "lossless=true"], nil),
    ("heic", [], "HEIC quality 80 %"), ("heif", ["-q", "0.5"], "HEIC quality 50 %"),
    ("avif", [], "AVIF quality 80 %"), ("avif", ["--set", "lossless=true"], nil),
    ("jxl", [], "JPEG XL quality 90 %"), ("jxl", ["--set", "lossless=true"], nil),
    ("jp2", [], "JPEG 2000 quality 80 %"), ("jp2", ["--set", "lossless=true"], nil),
    ("tiff", [], nil), ("tiff", ["-q", "80"], "JPEG quality 80 %"),
    ("tiff", ["--set", "compression=jpeg"], "JPEG quality 90 %"),
    ("pdf", [], nil), ("pdf", ["-q", "70"], "JPEG quality 70 %"),
    ("png", [], nil), ("bmp", [], nil), ("qoi", [], nil), ("pam", [], nil),
  ]

  @Test(arguments: conversions)
  func conversionsSayIt(type: String, words: [String], why: String?) throws {
    let said = why.map { ["pixels changed: \($0)"] } ?? []
    let route = ["in.png", "--to", type] + words
    func run(_ words: [String]) throws -> Program.Result {
      try Program.run(Program.fairy, words, in: scratch.path)
    }
    try make("in.png", "--to", "png")
    #expect(try pixelNotes(run(["convert", "-o", "a", "--json"] + route)) == said)
    #expect(try pixelNotes(run(["plan", "--json"] + route)) == said)
    let required = try run(["convert", "-o", "b", "--require", "pixels"] + route)
    #expect(required.status == (why == nil ? 0 : 65), "\(required.error)")
    if let why {
      #expect(
        required.error == "fairy: in.png: --require pixels cannot be met: \(why)\n")
      let line = try #require(try run(["convert", "-o", "c"] + route).lines.first)
      #expect(line.hasSuffix(" · changed pixels: \(why)"))
    }
    #expect(scratch.names.contains("b") == (why == nil))
  }

  /// Samples are not exact either where there are fewer of them, fewer colours, or fewer bits.
  @Test(arguments: [
    ["--to", "gif"], ["--to", "png", "--resize", "50%"], ["--to", "bmp", "--resize", "10x"],
  ])
  func otherChangesAreRefused(words: [String]) throws {
    let result = try Program.run(
      Program.fairy, ["convert", "in.ppm", "-o", "a", "--require", "pixels"] + words,
      in: scratch.path)
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.hasPrefix("fairy: in.ppm: --require pixels cannot be met: "))
  }

  /// What was coded without loss stays so, unless a loss is asked for.
  @Test func noLossIsSaid() throws {
    try make("a.webp", "--to", "webp", "--set", "lossless=true", "--set", "effort=0")
    let result = try run("compress", "a.webp", "-o", "b.webp", "--json")
    #expect(try pixelNotes(result) == ["pixels kept: coded anew without loss"])
    #expect(try scratch.bytes("b.webp").count < scratch.bytes("a.webp").count)
    for name in ["a", "b"] {
      #expect(try run("convert", "\(name).webp", "--to", "ppm", "-o", "\(name).ppm").status == 0)
      #expect(try scratch.bytes("\(name).ppm") == scratch.bytes("in.ppm"))
    }
    let lossy = try run("compress", "a.webp", "-q", "50", "-o", "c.webp", "--json")
    #expect(try pixelNotes(lossy) == ["pixels changed: WebP quality 50 %"])
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
    #expect(try pixelNotes(result).count == 1)
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
