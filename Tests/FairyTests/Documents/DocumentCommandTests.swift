import TestSupport
import Testing

/// `merge`, `split` and `convert` of documents, as users run them.
@Suite struct DocumentCommandTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @discardableResult
  private func run(_ words: String..., input: [UInt8] = []) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path, input: input)
  }

  private func write(_ pdf: SmallPDF, to name: String) throws {
    try scratch.write(pdf.bytes, to: name)
  }

  /// Width and height of a PNG.
  private func size(_ name: String) throws -> [Int] {
    let bytes = try scratch.bytes(name)
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Pictures of more than the file keeps in memory while it is made are there for what makes it smaller, too.
  @Test(
    .enabled(if: Places.has(program: "pdfimages")), arguments: [["--metadata", "none"], []])
  func manyPicturesAreJoinedAsTheyAre(options: [String]) throws {
    var random = SplitMix64(seed: 23)
    var photos: [[UInt8]] = []
    for name in ["a", "b"] {
      var picture = Array("P6 2000 1200 255\n".utf8)
      for _ in 0..<(2000 * 1200 * 3 / 8) {
        withUnsafeBytes(of: random.next()) { picture += $0 }
      }
      try scratch.write(picture, to: "\(name).ppm")
      #expect(try run("convert", "\(name).ppm", "--to", "jpeg", "-q", "1").status == 0)
      photos.append(try scratch.bytes("\(name).jpg"))
    }
    #expect(photos.reduce(0) { $0 + $1.count } > 16 << 20)
    let result = try Program.run(
      Program.fairy, ["merge", "a.jpg", "b.jpg", "-o", "out.pdf"] + options, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let images = try Program.run(
      "/usr/bin/pdfimages", ["-all", "out.pdf", "image"], in: scratch.path)
    #expect(images.status == 0)
    #expect(try ["image-000.jpg", "image-001.jpg"].map { try scratch.bytes($0) } == photos)
  }

  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func picturesAreCut() throws {
    try write(SmallPDF(pages: 1), to: "p.pdf")
    for (words, expected) in [
      (["--crop", "0,200,300,400"], [300, 400]),
      (["--crop=-50,500,100,1000"], [50, 100]),
      (["--crop", "0,200,300,400", "--rotate", "90"], [400, 300]),
      (["--crop", "0,0,400,600"], [400, 600]),
    ] {
      let result = try Program.run(
        Program.fairy,
        ["convert", "p.pdf", "--to", "png", "--dpi", "72", "--on-conflict", "overwrite"] + words,
        in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      #expect(try size("p.png") == expected, "\(words)")
      #expect(result.text.contains("changed crop") == (expected != [400, 600]), "\(result.text)")
    }
    let outside = try run("split", "p.pdf", "--crop", "5000,5000,100,100", "-o", "o/")
    #expect(outside.status == 64)
    #expect(
      outside.error.contains(
        "--crop 5000,5000,100,100 lies outside page 1, which is 400 points wide and 600 high"))
  }

  @Test func signaturesMayBeBroken() throws {
    try write(SmallPDF(pages: 2, isSigned: true), to: "s.pdf")
    try write(SmallPDF(), to: "p.pdf")
    for words in [["merge", "p.pdf", "s.pdf", "-o", "m.pdf"], ["split", "s.pdf", "-o", "o/"]] {
      let refused = try Program.run(Program.fairy, words, in: scratch.path)
      #expect(refused.status == 65)
      #expect(refused.error.hasPrefix("fairy: s.pdf: is signed"), "\(refused.error)")
      let allowed = try Program.run(
        Program.fairy, words + ["--allow-breaking-signatures"], in: scratch.path)
      #expect(allowed.status == 0, "\(allowed.error)")
    }
  }

  @Test func noPages() throws {
    try write(SmallPDF(pages: 0), to: "zero.pdf")
    try write(SmallPDF(), to: "p.pdf")
    for words in [
      ["merge", "zero.pdf", "-o", "m.pdf"], ["merge", "p.pdf", "zero.pdf", "-o", "m.pdf"],
      ["split", "zero.pdf", "--each"], ["convert", "zero.pdf", "--to", "txt"],
    ] {
      let result = try Program.run(Program.fairy, words, in: scratch.path)
      #expect(result.status == 65)
      #expect(result.error == "fairy: zero.pdf: has no pages\n")
    }
    #expect(scratch.names == ["p.pdf", "zero.pdf"])
    #expect(try run("info", "zero.pdf").status == 65)
  }

  @Test func dryRuns() throws {
    try write(SmallPDF(pages: 3), to: "p.pdf")
    try write(SmallPDF(pages: 3, isSigned: true), to: "s.pdf")
    let before = scratch.names
    let pictures = try run("convert", "p.pdf", "--to", "png", "--dry-run", "-o", "d/", "--json")
    #expect(
      try pictures.objects().first?["outputs"] as? [String]
        == ["d/p-1.png", "d/p-2.png", "d/p-3.png"])
    let merged = try run("merge", "p.pdf", "p.pdf", "-o", "all.pdf", "--dry-run")
    #expect(merged.status == 0)
    #expect(merged.text.hasPrefix("2 files → all.pdf  "), "\(merged.text)")
    let split = try run("split", "p.pdf", "--every", "2", "--dry-run")
    #expect(split.text.hasPrefix("p.pdf → p-1-2.pdf and 1 more  "), "\(split.text)")
    for words in [
      ["convert", "s.pdf", "--to", "pdf", "-o", "t.pdf", "--dry-run"],
      ["plan", "s.pdf", "--to", "pdf"], ["split", "s.pdf", "--dry-run"],
      ["merge", "p.pdf", "s.pdf", "-o", "m.pdf", "--dry-run"],
    ] {
      let result = try Program.run(Program.fairy, words, in: scratch.path)
      #expect(result.status == 65, "\(words)")
      #expect(result.error.contains("s.pdf: is signed"), "\(result.error)")
    }
    #expect(scratch.names == before)
  }

  @Test func plansNameWhatIsRecoded() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    #expect(try run("merge", "a.jpg", "-o", "a.pdf").status == 0)
    let plan = try run("plan", "a.pdf", "--to", "pdf")
    #expect(!plan.text.contains("nothing is lost"))
    #expect(
      plan.text.contains("changed  pixels: pictures of more than 100 pixels an inch"),
      "\(plan.text)")
    #expect(plan.text.contains("1 page;"), "\(plan.text)")
    let none = try run("plan", "a.pdf", "--to", "pdf", "--preset", "none")
    #expect(none.text.contains("nothing is lost"), "\(none.text)")
  }

  @Test func foldersForResults() throws {
    try write(SmallPDF(), to: "a.pdf")
    try write(SmallPDF(), to: "b.pdf")
    #expect(try run("merge", "a.pdf", "b.pdf", "-o", "new/").status == 0)
    #expect(try run("merge", "b.pdf", "a.pdf", "-o", "new").status == 0)
    #expect(scratch.names == ["a.pdf", "b.pdf", "new", "new/a-merged.pdf", "new/b-merged.pdf"])
    for words in [
      ["merge", "a.pdf", "-o", "no/m.pdf"], ["split", "a.pdf", "-o", "no/m.pdf"],
      ["compress", "a.pdf", "-o", "no/m.pdf"],
    ] {
      #expect(try Program.run(Program.fairy, words, in: scratch.path).status == 73, "\(words)")
    }
  }

  @Test func mergesNameAllInputs() throws {
    try write(SmallPDF(), to: "a.pdf")
    let human = try run("merge", "a.pdf", "a.pdf", "a.pdf", "-o", "m.pdf")
    #expect(human.text.hasPrefix("3 files → m.pdf  "), "\(human.text)")
    let json = try run("merge", "a.pdf", "-", "-o", "n.pdf", "--json", input: SmallPDF().bytes)
    let line = try #require(try json.objects().first)
    #expect(line["input"] as? String == "a.pdf")
    #expect(line["inputs"] as? [String] == ["a.pdf", "-"])
    let outline = try run("open", "n.pdf")
    #expect(outline.text.contains("standard input  2"), "\(outline.text)")
  }

  @Test func mergesThatFailNameAllInputs() throws {
    try write(SmallPDF(), to: "a.pdf")
    try scratch.write(Array("words\n".utf8), to: "t.txt")
    for (words, status) in [
      (["nope.pdf", "-o", "m.pdf"], 66), (["t.txt", "-o", "m.pdf"], 69),
      (["t.txt", "-o", "a.pdf"], 73), (["t.txt", "-o", "no/m.pdf"], 69),
    ] as [([String], Int32)] {
      let result = try Program.run(
        Program.fairy, ["merge", "a.pdf"] + words + ["--json"], in: scratch.path)
      #expect(result.status == status, "\(result.text)")
      let line = try #require(try result.objects().first)
      #expect(line["status"] as? String == "failed")
      #expect(line["inputs"] as? [String] == ["a.pdf", words[0]])
    }
  }

  @Test func aLaterInputIsNoSilentVictimEither() throws {
    try write(SmallPDF(), to: "a.pdf")
    try write(SmallPDF(), to: "b.pdf")
    #expect(try run("merge", "a.pdf", "b.pdf", "-o", "b.pdf").status == 73)
    let result = try run("merge", "a.pdf", "b.pdf", "-o", "b.pdf", "--on-conflict", "overwrite")
    #expect(result.status == 0)
    #expect(result.error == "fairy: b.pdf: warning: b.pdf, one of the inputs, is replaced\n")
  }

  @Test func manyEntriesOfOneKindAreSummarised() throws {
    try write(SmallPDF(fields: (0..<30).map { "field\($0)" }), to: "f.pdf")
    let result = try run("merge", "f.pdf", "f.pdf", "-o", "m.pdf", "--json")
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    let fields = ledger.filter { $0["what"] == "fields" }
    #expect(fields.count == 11)
    #expect(fields.last?["why"] == "and 20 more like these")
  }

  @Test func messages() throws {
    try write(SmallPDF(), to: "a.pdf")
    let rotate = try run("split", "a.pdf", "--rotate", "270:99")
    #expect(rotate.status == 64)
    #expect(rotate.error.contains("--rotate 270:99 names a page that is not there"))
    #expect(try run("split", "a.pdf", "--rotate", "-90").status == 0)
    #expect(try run("split", "a.pdf", "--every", "-1").error.contains("a number of pages from 1"))
    #expect(try run("split", "a.pdf", "--to", "png").error.contains("split keeps the type"))
    for words in [["help", "mrege"], ["mrege", "a.pdf"]] {
      let result = try Program.run(Program.fairy, words, in: scratch.path)
      #expect(result.status == 64)
      #expect(result.error == "fairy: there is no verb \"mrege\"; did you mean merge?\n")
    }
    #expect(try run("help", "merge").status == 0)
  }

  @Test(arguments: [
    ["split", "a.pdf", "--every", "0"], ["merge", "a.pdf", "--nonsense", "-o", "b.pdf"],
    ["convert", "a.pdf", "--to", "nothing"],
  ])
  func usageErrorsAreLinesOfJSON(words: [String]) throws {
    let result = try Program.run(Program.fairy, words + ["--json"], in: scratch.path)
    #expect(result.status != 0)
    let line = try #require(try result.objects().first)
    #expect(line["status"] as? String == "failed")
    let error = try #require(line["error"] as? [String: Any])
    #expect(["usage", "unknownType"].contains(error["code"] as? String))
    #expect(try result.objects().count == 1)
  }

  @Test func picturesOnPaper() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    for (paper, size) in [
      ("A3", [841.9, 1190.6]), ("legal", [612, 1008]), ("100x200mm", [283.5, 566.9]),
    ] {
      let result = try Program.run(
        Program.fairy,
        ["merge", "a.jpg", "-o", "\(paper).pdf", "--set", "page=\(paper)", "--json"],
        in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      let info = try run("info", "\(paper).pdf", "--json").objects().first
      let document = try #require(info?["document"] as? [String: Any])
      let sizes = try #require(document["sizes"] as? [[String: Any]])
      let sides = ["width", "height"].compactMap { sizes.first?[$0] as? Double }.sorted()
      #expect(zip(sides, size).allSatisfy { abs($0 - $1) < 0.1 } && sides.count == 2, "\(sides)")
    }
    let wrong = try run("merge", "a.jpg", "-o", "b.pdf", "--set", "page=A9")
    #expect(wrong.status == 64)
    #expect(wrong.error.contains("A0 to A6"), "\(wrong.error)")
  }

  /// A JPEG stays as it is coded when only what is said beside its pixels goes.
  @Test func metadataGoWithoutRecoding() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let jpeg = try scratch.bytes("a.jpg")
    // From the last scan's header on there are pixels.
    let start = try #require(
      jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let result = try run("convert", "a.jpg", "--to", "pdf", "--metadata", "share", "--json")
    #expect(result.status == 0, "\(result.error)")
    let pdf = try scratch.bytes("a.pdf")
    #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains("/DCTDecode"))
    #expect(pdf.firstRange(of: jpeg[start...]) != nil)
    #expect(pdf.firstRange(of: Array("Exif".utf8)) == nil)
    let totals = (try result.objects().first?["receipt"] as? [String: Any])?["totals"]
    #expect((totals as? [String: Any])?["bytesIn"] as? Int == jpeg.count)
  }
}
