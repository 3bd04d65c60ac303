import ConverterCore
import PictureModel
import RecognizedTextModel
import WordRecognition

/// Tesseract with the languages that are installed.
struct TesseractEngine: TextRecognitionEngine {
  let name = "tesseract"

  func reader(
    isFast: Bool, in context: ConversionContext
  ) throws(ConversionError) -> any PageWordsReader {
    let data = try LanguageData()
    return TesseractPages(
      data: data,
      languages: try data.chosen(by: try context.reading.value(of: RecognitionOptions.languages)),
      isFast: isFast, context: context)
  }
}

/// Reads pages with engines of the pool.
private struct TesseractPages: PageWordsReader {
  let data: LanguageData
  let languages: [String]
  let isFast: Bool
  let context: ConversionContext

  /// From this confidence on an orientation need not be tried against upright.
  private static let certain = 8.0
  /// Below this mean confidence a page is looked at once more as a single column: receipts, whose parts seem to be
  /// columns.
  private static let doubtful = 0.88

  var tellsOrientations: Bool { data.hasOrientation }
  var summary: String { "tesseract, \(languages.joined(separator: "+"))" }

  func page(of gray: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage {
    let engine = try EnginePool.shared.engine(folder: data.folder, languages: languages)
    defer { EnginePool.shared.giveBack(engine) }
    let page = try engine.handle.page(of: gray, dpi: dpi, layout: .page, in: context)
    guard !isFast, (page.confidence ?? 0) < Self.doubtful else { return page }
    let column = try engine.handle.page(of: gray, dpi: dpi, layout: .block, in: context)
    return column.yield > page.yield ? column : page
  }

  func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> (degrees: Int, isCertain: Bool)? {
    guard data.hasOrientation else { return nil }
    let engine = try EnginePool.shared.engine(folder: data.folder, languages: ["osd"])
    defer { EnginePool.shared.giveBack(engine) }
    // Pages with few letters tell it at their full size alone.
    for step in Set([max(1, Int(dpi / 120)), 1]).sorted(by: >) {
      let small = gray.reduced(by: step)
      guard min(small.width, small.height) > 50, max(small.width, small.height) < 20_000 else {
        continue
      }
      try context.checkpoint()
      if let told = engine.handle.orientation(of: small, dpi: dpi / Double(step)) {
        return (told.degrees, told.confidence >= Self.certain)
      }
    }
    return nil
  }
}
