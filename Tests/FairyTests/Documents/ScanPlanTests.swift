import Foundation
import PictureModel
import TestSupport
import Testing

/// What is said of scans beforehand, beside what is done.
@Suite struct ScanPlanTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    let photo = PagePhoto(seed: 700_058, width: 960, height: 1280)
    var bytes = Array("P6 960 1280 255\n".utf8)
    for y in 0..<1280 {
      bytes += UnsafeBufferPointer(
        start: photo.pixels.planes[0].row(y, as: UInt8.self), count: 2880)
    }
    try scratch.write(bytes, to: "a.ppm")
  }

  private func fairy(_ words: [String]) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func ledger(_ object: [String: Any]) -> [String] {
    (object["ledger"] as? [[String: String]] ?? []).map { entry in
      "\(entry["what"] ?? "") \(entry["action"] ?? "") \(entry["why"] ?? "")"
    }.sorted()
  }

  /// Every entry of the ledger is foretold, with its reason, and nothing else is.
  @Test(arguments: [
    [], ["scan-filter=bw"], ["scan-filter=photo"], ["scan-corners=none"], ["scan-rotate=90"],
    ["text-layer=missing"], ["text-layer=missing", "languages=eng", "ocr=fast"],
    ["preset=small"], ["preset=high", "scan-filter=bw"], ["page=a4", "scan-filter=color"],
    ["scan-dewarp=true"], ["scan-split=true"], ["scan-drop-blank=true"],
  ])
  func aPlanIsWhatIsDone(settings: [String]) throws {
    let set = (["scan=page"] + settings).flatMap { ["--set", $0] }
    let plan = try #require(
      try fairy(["plan", "a.ppm", "--to", "pdf", "--json"] + set).objects().first)
    let run = try fairy(["convert", "a.ppm", "--to", "pdf", "--json"] + set)
    #expect(run.status == 0, "\(run.error)")
    let done = try #require(try run.objects().last)
    #expect(ledger(plan) == ledger(done))
    #expect(!ledger(plan).isEmpty)
    // Pages, too, as far as they are known.
    let planned = try #require((plan["pages"] as? [[String: Any]])?.first)
    let page = try #require(
      ((done["receipt"] as? [String: Any])?["pages"] as? [[String: Any]])?.first)
    for key in ["page", "found", "corners", "width", "height", "score", "skew", "filter"] {
      #expect(planned[key] as? NSObject == page[key] as? NSObject, "\(key)")
    }
    let hasWords = settings.contains { $0.hasPrefix("text-layer") }
    #expect(planned["textLayer"] as? Bool == hasWords)
    // It is known only when letters are looked at, unless it is said.
    let isSaid = settings.contains { $0.hasPrefix("scan-rotate=") && $0 != "scan-rotate=auto" }
    #expect((planned["rotation"] is NSNull) == !isSaid)
    if isSaid { #expect(planned["rotation"] as? Int == page["rotation"] as? Int) }
  }

  @Test func aPlanSaysTheSizesOfTheResult() throws {
    let set = ["--set", "scan=page", "--set", "scan-filter=photo"]
    let plan = try #require(
      try fairy(["plan", "a.ppm", "--to", "pdf", "--json"] + set).objects().first)
    let page = try #require((plan["pages"] as? [[String: Any]])?.first)
    let size = try #require(page["straightened"] as? [Int])
    let paper = try #require(page["pageSize"] as? [Double])
    #expect(try fairy(["convert", "a.ppm", "-o", "a.pdf"] + set).status == 0)
    let image = try Program.run("/usr/bin/pdfimages", ["-list", "a.pdf"], in: scratch.path)
    let fields = try #require(image.lines.last).split(separator: " ")
    #expect(fields[3] == "\(size[0])" && fields[4] == "\(size[1])")
    let facts = try #require(try fairy(["info", "--json", "a.pdf"]).objects().first)
    let pages = try #require(
      ((facts["document"] as? [String: Any])?["sizes"] as? [[String: Any]])?.first)
    for (key, millimetres) in zip(["width", "height"], paper) {
      #expect(abs((pages[key] as? Double ?? 0) / 72 * 25.4 - millimetres) < 0.1)
    }
  }

  @Test func peopleReadIt() throws {
    let text = try fairy(["plan", "a.ppm", "--to", "pdf", "--set", "scan=page"]).text
    #expect(text.contains("\n  page 1  found, score "))
    #expect(text.contains("; becomes ") && text.contains(" mm; filter "))
    #expect(text.contains("; no words are recognised\n"))
    let words = try fairy([
      "plan", "a.ppm", "--to", "pdf", "--set", "scan=page", "--set", "text-layer=missing",
      "--set", "languages=eng",
    ]).text
    #expect(
      words.contains("; turned as its words are read; its words become a text layer\n"))
    #expect(
      words.contains("\n  changed  words: recognised, which may be wrong: tesseract, eng\n"))
  }

  @Test func aDryRunOfAScanIsAPlanOfItsPages() throws {
    try scratch.write(
      Array("P6 300 300 255\n".utf8) + [UInt8](repeating: 120, count: 270_000), to: "b.ppm")
    let result = try fairy(["scan", "a.ppm", "b.ppm", "-o", "out.pdf", "--dry-run"])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix("2 files → out.pdf  "))
    #expect(result.text.contains("\n  page 1  a.ppm: found, score "))
    #expect(result.text.contains("\n  page 2  b.ppm: the whole picture; becomes 300×300 pixels"))
    #expect(result.text.contains("\n  changed  words: recognised, which may be wrong: tesseract, "))
    #expect(result.error.contains("fairy: out.pdf: warning: no page was found in b (the best "))
    let objects = try fairy(["scan", "a.ppm", "-o", "out.pdf", "--dry-run", "--json"]).objects()
    #expect(objects.count == 2)
    #expect(objects[0]["found"] as? Bool == true && objects[0]["input"] as? String == "a.ppm")
    #expect(objects[1]["status"] as? String == "planned")
    #expect(!scratch.names.contains("out.pdf"))
  }

  /// Of a batch of flat scans it is said once.
  @Test func manyPicturesWithoutAPageAreOneWarning() throws {
    let names = (1...5).map { "\($0).ppm" }
    for name in names {
      try scratch.write(
        Array("P6 300 300 255\n".utf8) + [UInt8](repeating: 120, count: 270_000), to: name)
    }
    let result = try fairy(["scan"] + names + ["--ocr", "off", "-o", "out.pdf"])
    #expect(result.status == 0, "\(result.error)")
    let warnings = result.error.split(separator: "\n").filter { $0.contains("no page was found") }
    #expect(warnings.count == 1)
    let text = String(warnings.first ?? "")
    #expect(
      text.hasPrefix(
        "fairy: out.pdf: warning: no page was found in 5 of 5 pictures (1, 2, 3 and 2 more; the best "
      ))
    #expect(text.hasSuffix("--no-crop says that they are pages"))
  }

  @Test func aMissingLanguageIsSaidBeforehand() throws {
    let result = try fairy(["scan", "a.ppm", "--languages", "xyz", "--dry-run"])
    #expect(result.status == 69)
    #expect(result.error.contains("tesseract-ocr-xyz"))
  }

  /// Why layers make no difference is true of the pages at hand.
  @Test(arguments: [
    (["--filter", "bw"], "pages in black and white have no layers"),
    (
      ["--filter", "photo"],
      "pages whose light and colours stay as they are (filter photo) have no layers"
    ),
    (["--set", "scan=off"], "it is for scans in colour or gray: --set scan=page"),
  ])
  func layersAreAnswered(words: [String], why: String) throws {
    let set = ["--ocr", "off", "--set", "page-coding=layers", "-o", "out.pdf"]
    let result =
      words.last == "scan=off"
      ? try fairy(["convert", "a.ppm", "--set", "page-coding=layers", "-o", "out.pdf"])
      : try fairy(["scan", "a.ppm"] + words + set)
    #expect(result.error.contains("page-coding has no effect: \(why)"), "\(result.error)")
  }

  /// Its pictures are coded once, at the quality of the preset.
  @Test func aPresetIsSaidAsItIs() throws {
    let result = try fairy([
      "scan", "a.ppm", "--ocr", "off", "--preset", "small", "-o", "out.pdf",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("changed pixels: JPEG quality 40 %"))
    #expect(!result.text.contains("90 %"))
    #expect(result.text.contains("stays  it was made as small when it was coded"))
  }
}
