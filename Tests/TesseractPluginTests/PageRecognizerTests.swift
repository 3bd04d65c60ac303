import ConverterCore
import PictureModel
import RecognizedTextModel
import TestSupport
import Testing

@testable import WordRecognition

/// What is done with what an engine says of a page, whichever it is.
@Suite struct PageRecognizerTests {
  /// Reads what it is told to, by the pixel at the top left.
  private struct Reader: PageWordsReader {
    let summary = "fake"
    let tellsOrientations = true
    var told: PageOrientation?
    /// The confidence of words by the value of the pixel.
    var confidences: [UInt8: Double]
    var otherScript: Double?

    func orientation(of gray: PixelBuffer, dpi: Double) -> PageOrientation? { told }

    func page(of gray: PixelBuffer, dpi: Double) -> RecognizedPage {
      let corner = gray.planes[0].row(0, as: UInt8.self)[0]
      return words(of: gray, dpi, confidences[corner] ?? 0)
    }

    func page(of gray: PixelBuffer, dpi: Double, inOther script: String) -> RecognizedPage? {
      otherScript.map { words(of: gray, dpi, $0) }
    }

    private func words(of gray: PixelBuffer, _ dpi: Double, _ confidence: Double) -> RecognizedPage
    {
      let box = RecognizedPage.Box(left: 0, top: 0, right: gray.width / 2, bottom: gray.height / 4)
      let line = RecognizedPage.Line(
        [.init(String(repeating: "a", count: 40), box: box, confidence: confidence)], box: box,
        baseline: .init(x1: 0, y1: 10, x2: 20, y2: 10))
      return RecognizedPage(
        width: gray.width, height: gray.height, dpi: dpi,
        blocks: [.init([.init([line])])])
    }
  }

  /// Gray of three values: black at the top left, white at the top right, black below.
  private func picture(scan: JSONValue? = nil) -> Picture {
    let pixels = PixelBuffer(.gray8, width: 80, height: 40)
    for y in 0..<40 {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<80 { row[x] = y >= 20 || x < 40 ? 0 : 255 }
    }
    var facts = PictureFacts(width: 80, height: 40, format: .gray8, sampleDepth: 8, coding: "")
    facts.scan = scan
    return Picture(facts) { _ in BufferSource(pixels) }
  }

  private func page(
    _ reader: Reader, isFast: Bool = false, of picture: Picture? = nil,
    in context: ConversionContext
  ) throws -> RecognizedPage {
    try PageRecognizer(reader, isFast: isFast, in: context)
      .page(of: picture ?? self.picture(), named: nil)
  }

  private let context = ConversionContext(registry: Registry())

  @Test func mirroredPagesAreSaid() throws {
    let page = try page(Reader(confidences: [0: 0.4, 255: 0.9]), in: context)
    #expect(page.confidence == 0.4)
    #expect(
      context.warnings == [
        "the page seems to be mirrored: its words can be read in a mirror alone; "
          + "--flip horizontal of fairy convert mirrors a picture"
      ])
  }

  @Test(arguments: [
    (Reader(confidences: [0: 0.7, 255: 0.9]), false),
    (Reader(confidences: [0: 0.4, 255: 0.5]), false),
    (Reader(confidences: [0: 0.4, 255: 0.9]), true),
  ])
  private func othersAreNot(reader: Reader, isFast: Bool) throws {
    _ = try page(reader, isFast: isFast, in: context)
    #expect(context.warnings.isEmpty)
  }

  @Test func anotherScriptIsReadWhereLittleIs() throws {
    var reader = Reader(confidences: [0: 0.4, 255: 0.9])
    reader.otherScript = 0.8
    // Nobody knows which.
    #expect(try page(reader, in: context).confidence == 0.4)
    reader.told = PageOrientation(degrees: 0, .certain, script: "Greek")
    let own = ConversionContext(registry: Registry())
    #expect(try page(reader, in: own).confidence == 0.8)
    #expect(own.warnings.isEmpty)
    reader.confidences[0] = 0.65
    #expect(try page(reader, in: own).confidence == 0.65)
  }

  @Test func placesAreThoseOfTheTurnedPage() throws {
    var reader = Reader(confidences: [0: 0.9, 255: 0.9])
    reader.told = PageOrientation(degrees: 90, .certain)
    let scan = try JSONValue(
      parsing: Array(#"{"found":true,"rotation":null,"corners":[[1,2],[3,4],[5,6],[7,8]]}"#.utf8))
    let page = try page(reader, of: picture(scan: scan), in: context)
    #expect(page.rotation == 90)
    #expect(page.width == 40 && page.height == 80)
    // The one that was at the bottom left is top left now.
    #expect(page.corners == [7, 8, 1, 2, 3, 4, 5, 6])
  }

  @Test func coverageIsTheShareOfInkInWords() {
    let gray = PixelBuffer(.gray8, width: 80, height: 40)
    for y in 0..<40 {
      let row = gray.planes[0].row(y, as: UInt8.self)
      for x in 0..<80 { row[x] = y < 20 ? 0 : 255 }
    }
    var page = RecognizedPage(width: 80, height: 40, dpi: 100)
    #expect(page.coverage(of: gray) == 0)
    let box = RecognizedPage.Box(left: 0, top: 0, right: 38, bottom: 40)
    page.blocks = [
      .init([
        .init([.init([.init("a", box: box)], box: box, baseline: .init(x1: 0, y1: 0, x2: 1, y2: 0))]
        )
      ])
    ]
    #expect(page.coverage(of: gray) == 0.5)
    for y in 0..<20 { gray.planes[0].row(y, as: UInt8.self).update(repeating: 255, count: 80) }
    #expect(page.coverage(of: gray) == 1)
  }
}
