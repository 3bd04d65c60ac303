import ConverterCore
import PictureModel
import Testing

@testable import WordRecognition

/// How pages without words are turned, by what an engine tells of them.
@Suite struct UprightTests {
  /// Tells one thing of pages that are wider than high, another of others.
  private struct Engine: TextRecognitionEngine, PageOrientationReader {
    let name = "fake"
    var canTell = true
    var wide: PageOrientation?
    var high: PageOrientation?

    func reader(
      isFast: Bool, in context: ConversionContext
    ) throws(ConversionError) -> any PageWordsReader {
      throw ConversionError(.internalError, "words are not to be read")
    }

    func orientationReader(in context: ConversionContext) -> (any PageOrientationReader)? {
      canTell ? self : nil
    }

    func orientation(of gray: PixelBuffer, dpi: Double) -> PageOrientation? {
      gray.width > gray.height ? wide : high
    }
  }

  private func turn(_ engines: [Engine]) throws -> Int? {
    var registry = Registry()
    for engine in engines { registry.add(PictureToWords(engine)) }
    let pixels = PixelBuffer(.gray8, width: 80, height: 40)
    for y in 0..<40 { pixels.planes[0].row(y, as: UInt8.self).update(repeating: 255, count: 80) }
    let facts = PictureFacts(width: 80, height: 40, format: .gray8, sampleDepth: 8, coding: "")
    return try PictureToWords(engines[0]).turn(
      of: Picture(facts) { _ in BufferSource(pixels) }, in: ConversionContext(registry: registry))
  }

  @Test func whatIsCertainIsDone() throws {
    #expect(try turn([Engine(wide: .init(degrees: 270, .certain))]) == 270)
    #expect(try turn([Engine(wide: .init(degrees: 0, .likely))]) == 0)
  }

  @Test func whatIsLikelyIsLookedAtOnceMore() throws {
    let likely = PageOrientation(degrees: 90, .likely)
    #expect(try turn([Engine(wide: likely, high: .init(degrees: 0, .likely))]) == 90)
    #expect(try turn([Engine(wide: likely, high: .init(degrees: 0, .guessed))]) == nil)
    #expect(try turn([Engine(wide: likely, high: .init(degrees: 180, .certain))]) == nil)
    #expect(try turn([Engine(wide: likely)]) == nil)
  }

  @Test func whatIsGuessedIsNothing() throws {
    #expect(try turn([Engine(wide: .init(degrees: 90, .guessed))]) == nil)
    #expect(try turn([Engine()]) == nil)
  }

  @Test func theFirstThatCanTellIsAsked() throws {
    let other = Engine(wide: .init(degrees: 180, .certain))
    #expect(try turn([Engine(canTell: false), other]) == 180)
    #expect(throws: ConversionError.self) { try turn([Engine(canTell: false)]) }
  }
}
