import ConverterCore
import PictureModel
import RecognizedTextModel
import Scanning
import WordRecognition

/// Tesseract with the languages that are installed.
struct TesseractEngine: TextRecognitionEngine {
  let name = "tesseract"

  func reader(
    isFast: Bool, in context: ConversionContext
  ) throws(ConversionError) -> any PageWordsReader {
    LargeBuffers.keep()
    let data = try LanguageData()
    let words = try context.reading.value(of: RecognitionOptions.languages)
    return TesseractPages(
      data: data, languages: try data.chosen(by: words), isAutomatic: words == "auto",
      isFast: isFast, context: context)
  }

  func orientationReader(
    in context: ConversionContext
  ) throws(ConversionError) -> (any PageOrientationReader)? {
    TesseractOrientations(folder: try LanguageData.orientationFolder(), context: context)
  }
}

/// Reads pages with engines of the pool.
private struct TesseractPages: PageWordsReader {
  let data: LanguageData
  let languages: [String]
  /// Whether nobody said which they are.
  let isAutomatic: Bool
  let isFast: Bool
  let context: ConversionContext

  /// Below this mean confidence a page is looked at once more as a single column: receipts, whose parts seem to be
  /// columns.
  private static let doubtful = 0.88

  var tellsOrientations: Bool { data.hasOrientation }
  var summary: String { "tesseract, \(languages.joined(separator: "+"))" }

  func page(of gray: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage {
    try EnginePool.shared.withEngine(
      folder: data.folder, languages: languages, in: context
    ) { engine throws(ConversionError) in
      try self.page(of: gray, dpi: dpi, by: engine)
    }
  }

  private func page(
    of gray: PixelBuffer, dpi: Double, by engine: EnginePool.Engine
  ) throws(ConversionError) -> RecognizedPage {
    if isFast {
      let (small, smallDPI) = Self.narrowed(gray, dpi: dpi)
      return try engine.handle.page(of: small, dpi: smallDPI, layout: .page, in: context)
        .scaled(toWidth: gray.width, height: gray.height)
    }
    let page = try engine.handle.page(of: gray, dpi: dpi, layout: .page, in: context)
    guard (page.confidence ?? 0) < Self.doubtful, Self.mayGain(page, in: gray) else { return page }
    let column = try engine.handle.page(of: gray, dpi: dpi, layout: .block, in: context)
    return column.yield > page.yield ? column : page
  }

  func page(
    of gray: PixelBuffer, dpi: Double, inOther script: String
  ) throws(ConversionError) -> RecognizedPage? {
    guard isAutomatic, let known = Script(script),
      !known.languages.contains(where: languages.contains)
    else { return nil }
    guard let language = known.languages.first(where: data.languages.contains) else {
      context.warn(known.advice)
      return nil
    }
    let other = TesseractPages(
      data: data, languages: [language], isAutomatic: false, isFast: isFast, context: context)
    // A part of it tells.
    guard try other.page(of: gray.busiestRows, dpi: dpi).isSurelyRead else { return nil }
    let page = try other.page(of: gray, dpi: dpi)
    context.note(
      "words", .changed,
      why: "recognised, which may be wrong: \(other.summary), as letters are \(known.name)")
    return page
  }

  /// Whether a single column may be read better: not where most ink is in words that cannot be read.
  private static func mayGain(_ page: RecognizedPage, in gray: PixelBuffer) -> Bool {
    (page.confidence ?? 0) >= 0.5 || page.coverage(of: gray) < 0.5
  }

  /// Pixels an inch from top to bottom that are enough to read fast.
  private static let fastDPI = 140.0
  /// How much narrower than high pixels become for that: lines are scaled to one height and gone along, so that narrower
  /// letters are fewer steps. More than this, and columns that stand close are taken for one.
  private static let fastNarrowing = 0.75

  private static func narrowed(_ gray: PixelBuffer, dpi: Double) -> (PixelBuffer, dpi: Double) {
    let scale = min(1, fastDPI / dpi)
    let small = gray.shrunk(
      toWidth: max(1, Int(Double(gray.width) * scale * fastNarrowing)),
      height: max(1, Int(Double(gray.height) * scale)))
    return (small, dpi * scale)
  }

  func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> PageOrientation? {
    guard data.hasOrientation else { return nil }
    return try TesseractOrientations(folder: data.folder, context: context)
      .orientation(of: gray, dpi: dpi)
  }
}
