import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Scanning
import TerminalPictures
import TestSupport
import Testing

@testable import PageScanPlugin

/// Photos as `fairy open --as page` shows them.
@Suite struct SeenPagesTests {
  /// Finds two words in every picture, and says so.
  private struct Words: Bridge {
    let lines: [[String]]

    func cross(
      _ model: Picture, in context: ConversionContext
    ) throws(ConversionError) -> RecognizedText {
      context.note("words", .changed, why: "recognised, which may be wrong: an engine")
      return RecognizedText([
        RecognizedPage(
          width: 100, height: 100, dpi: 100,
          blocks: [
            .init(
              lines.map { line in
                .init([
                  .init(
                    line.map { .init($0, box: .init(around: []), confidence: 0.5) },
                    box: .init(around: []), baseline: .init(x1: 0, y1: 0, x2: 1, y2: 0))
                ])
              })
          ])
      ])
    }
  }

  /// Keeps what it is shown.
  private final class Sheet: Page {
    let isJSON: Bool
    let width: Int?
    let usesColour = false
    var text = ""

    init(isJSON: Bool = false, width: Int? = nil) { (self.isJSON, self.width) = (isJSON, width) }

    func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
      text += String(decoding: lines, as: UTF8.self)
      return true
    }
  }

  private func context(
    _ settings: [String: String] = [:], pages: String? = nil, hasEngine: Bool = true
  ) throws -> ConversionContext {
    var registry = Registry()
    if hasEngine { registry.add(Words(lines: [["two", "words"], ["more"]])) }
    try PageScanPlugin.register(in: &registry)
    var reading = ReadingOptions()
    reading.settings = settings
    reading.pages = try pages.map { try PageRanges(parsing: $0) }
    return ConversionContext(registry: registry, reading: reading, isViewing: true)
  }

  private func picture(_ pixels: PixelBuffer) -> Picture {
    let facts = PictureFacts(
      width: pixels.width, height: pixels.height, format: .rgb8, sampleDepth: 8, coding: "")
    return Picture(facts) { _ in BufferSource(pixels) }
  }

  private func photo() -> PagePhoto { PagePhoto(seed: 700_058, width: 960, height: 1280) }

  private func shown(
    _ picture: Picture, _ settings: [String: String] = [:], pages: String? = nil,
    on sheet: Sheet = Sheet()
  ) throws -> String {
    let context = try context(settings, pages: pages)
    let seen = try PicturesAsSeen().cross(picture, in: context)
    #expect(try SeenPagesViewer().show(seen, on: sheet, in: context))
    return sheet.text
  }

  @Test func theOutlineIsWhereThePageIs() throws {
    let photo = photo()
    let seen = try SeenPhoto(picture(photo.pixels), try ScanSettings(.init()), in: try context())
    let marks = seen.marks
    #expect(marks.count == 1 && marks.first?.isGuess == false)
    for (mark, known) in zip(try #require(marks.first).corners, photo.corners) {
      #expect(abs(mark.x - known.x) < 0.005 && abs(mark.y - known.y) < 0.005)
    }
  }

  /// What is most like a page where none is, is a guess; what is like none has no outline.
  @Test func withoutAPageThereIsNoOutlineButAGuess() throws {
    for seed in UInt64(9100)..<9106 {
      let pixels = PagePhoto(withoutPage: seed, width: 480, height: 640).pixels
      let seen = try SeenPhoto(picture(pixels), try ScanSettings(.init()), in: try context())
      let best = try PageScanner().candidates(in: picture(pixels), most: 1, try context()).first
      let isShown = (PageDetector.worthShowing..<PageDetector.threshold).contains(best?.score ?? 0)
      #expect(seen.marks.map(\.isGuess) == (isShown ? [true] : []))
    }
  }

  @Test func textOfAFoundPage() throws {
    let text = try shown(picture(photo().pixels))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0].hasPrefix("  Page     found, score "))
    #expect(lines[0].hasSuffix(" (8.2 is enough)"))
    #expect(lines[1].hasPrefix("  Corners  "))
    #expect(lines[2].hasPrefix("  Becomes  ") && lines[2].hasSuffix(" mm"))
    #expect(lines[3].hasPrefix("  Filter   "))
    #expect(
      text.hasSuffix(
        """

        two words

        more

          Words  3; 50 % sure; recognised, which may be wrong: an engine

        """))
  }

  @Test func aWholePictureIsSaid() throws {
    let text = try shown(picture(photo().pixels), ["scan-corners": "none", "scan-filter": "bw"])
    #expect(text.hasPrefix("  Page     the whole picture, as was said\n  Becomes  960×1280 pixels"))
    #expect(text.contains("\n  Filter   black and white\n"))
    #expect(!text.contains("Corners"))
  }

  @Test func whereNoPageIsFoundAWarningIsAmongTheFacts() throws {
    let pixels = PagePhoto(withoutPage: 9100).pixels
    let text = try shown(picture(pixels))
    #expect(text.hasPrefix("  Page "))
    #expect(text.contains(" not found\n"))
    #expect(
      text.contains("  Warning    no page was found in it (the best candidate scores ")
        || text.contains("  Warning  no page was found in it (the best candidate scores "))
  }

  @Test func scriptsGetALineAPage() throws {
    var picture = picture(photo().pixels)
    let first = picture
    picture.parts = (0..<3).map { number in
      Sibling(name: "\(number)") { () throws(ConversionError) in first }
    }
    let text = try shown(picture, pages: "3,1", on: Sheet(isJSON: true))
    let lines = try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(lines.map { $0["page"]?.int } == [3, 1])
    #expect(lines[0]["found"] == .bool(true))
    #expect(lines[0]["words"]?.int == 3)
    #expect(lines[0]["confidence"]?.double == 0.5)
    #expect(lines[0]["rotation"]?.int == 0)
    #expect(lines[0]["text"]?["blocks"]?.elements?.count == 1)
    #expect(lines[0]["corners"]?.elements?.count == 4)
  }

  @Test func severalPagesAreUnderTheirNumbers() throws {
    var picture = picture(photo().pixels)
    let first = picture
    picture.parts = (0..<2).map { number in
      Sibling(name: "\(number)") { () throws(ConversionError) in first }
    }
    let text = try shown(picture)
    #expect(text.hasPrefix("page 1\n  Page     found"))
    #expect(text.contains("an engine\n\npage 2\n  Page     found"))
  }

  @Test func linesFitTheWindow() throws {
    let text = try shown(picture(photo().pixels), on: Sheet(width: 40))
    for line in text.split(separator: "\n") {
      #expect(TextWidth.columns(of: String(line)) <= 40, "\(line)")
    }
  }

  /// A page is shown without words, and that is said, unless somebody asks how they are recognised.
  @Test func withoutAnEngineThePageIsShown() throws {
    let context = try context(hasEngine: false)
    let seen = try PicturesAsSeen().cross(picture(photo().pixels), in: context)
    let sheet = Sheet()
    #expect(try SeenPagesViewer().show(seen, on: sheet, in: context))
    #expect(sheet.text.hasPrefix("  Page     found"))
    #expect(!sheet.text.contains("Words"))
  }

  @Test func factsSayWhatWasFound() throws {
    let context = try context()
    let seen = try PicturesAsSeen().cross(picture(photo().pixels), in: context)
    let facts = try SeenPagesViewer().facts(of: seen, in: context)
    #expect(facts.first?.text == "1, 1 found in a picture")
    let pages = try #require(facts.first?.json.elements)
    #expect(pages.count == 1 && pages[0]["found"] == .bool(true) && pages[0]["words"] == .null)
  }
}
