import PictureModel
import TestSupport
import Testing

/// `fairy open`, `info` and `why` for words, and for pictures that may show a page.
@Suite struct WordsTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array(Self.hocr.utf8), to: "words.hocr")
  }

  private static let hocr = """
    <html><head><title></title></head><body>
    <div class="ocr_page" title="bbox 0 0 200 300; scan_res 100 100">
    <p class="ocr_par"><span class="ocr_line" title="bbox 10 20 90 40">
    <span class="ocrx_word" lang="eng" title="bbox 10 20 40 40; x_wconf 90">two</span>
    <span class="ocrx_word" lang="eng" title="bbox 50 20 90 40; x_wconf 70">words</span></span></p></div>
    <div class="ocr_page" title="bbox 0 0 200 300"></div></body></html>
    """

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  @Test func wordsAreShownAsText() throws {
    let result = try fairy("open", "words.hocr")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text == "words.hocr: hOCR document\npage 1\n\ntwo words\n\npage 2\n\n")
  }

  @Test func wordsAsJSONHaveAPageALine() throws {
    let pages = try fairy("open", "--json", "words.hocr").objects()
    #expect(pages.count == 2)
    #expect(pages[0]["width"] as? Int == 200)
    #expect(pages[0]["language"] as? String == "eng")
    #expect((pages[1]["blocks"] as? [Any])?.isEmpty == true)
  }

  @Test func factsCountThem() throws {
    let facts = try #require(try fairy("info", "--json", "words.hocr").objects().first)
    let words = try #require(facts["words"] as? [String: Any])
    #expect(words["pages"] as? Int == 2)
    #expect(words["count"] as? Int == 2)
    #expect(words["languages"] as? [String] == ["eng"])
    // By letters: 3 of 90 %, 5 of 70 %.
    #expect(words["confidence"] as? Double == 0.775)
  }

  @Test func candidatesForThePageAreShown() throws {
    let photo = PagePhoto(seed: 700_058, width: 960, height: 1280)
    var bytes = Array("P6 960 1280 255\n".utf8)
    for y in 0..<1280 {
      bytes += UnsafeBufferPointer(
        start: photo.pixels.planes[0].row(y, as: UInt8.self), count: 2880)
    }
    try scratch.write(bytes, to: "page.ppm")
    let evidence = try #require(try fairy("why", "--json", "page.ppm").objects().first)
    let best = try #require((evidence["pages"] as? [[String: Any]])?.first)
    #expect(best["enough"] as? Bool == true)
    let corners = try #require(best["corners"] as? [[Double]])
    for (found, known) in zip(corners, photo.corners) {
      #expect(abs(found[0] - known.x * 960) < 4 && abs(found[1] - known.y * 1280) < 4)
    }
    let reasons = try #require(best["reasons"] as? [String: Double])
    let sum = reasons.values.reduce(0, +)
    #expect(abs(sum - (best["score"] as? Double ?? 0)) < 0.2)
    let text = try fairy("why", "page.ppm").text
    #expect(text.contains("\n  pages of paper in it, for fairy scan (8.2 is enough):\n"))
    #expect(text.split(separator: "  taken, corners ").count == 2)
    #expect(text.contains(" others "))
  }

  @Test func aPictureOfOneColourHasNone() throws {
    try scratch.write(
      Array("P6 300 300 255\n".utf8) + [UInt8](repeating: 120, count: 270_000), to: "plain.ppm")
    let text = try fairy("why", "plain.ppm").text
    #expect(text.contains("\n  no page of paper for fairy scan"))
  }
}
