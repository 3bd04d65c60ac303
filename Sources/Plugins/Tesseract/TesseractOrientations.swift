import ConverterCore
import PictureModel
import WordRecognition

/// Tells how pages stand by the forms of their letters ("osd", orientation and script detection).
struct TesseractOrientations: PageOrientationReader {
  /// Where the data are.
  let folder: String
  let context: ConversionContext

  /// From this confidence on an orientation need not be tried against another.
  private static let certain: Float = 8
  /// Up to this confidence it may as well be another: there are few letters, or what is there is none.
  private static let guessed: Float = 1
  /// From this confidence on a script is likely: pages of other scripts than Latin have 5 to 25.
  private static let surelyScript: Float = 3
  /// Pixels an inch that are enough. With 150 the confidence is a third of that with 300, and pages of small print are
  /// told wrong; the time hardly differs.
  private static let sufficientDPI = 200.0

  func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> PageOrientation? {
    try EnginePool.shared.withEngine(
      folder: folder, languages: ["osd"], in: context
    ) { engine throws(ConversionError) in
      try orientation(of: gray, dpi: dpi, by: engine)
    }
  }

  private func orientation(
    of gray: PixelBuffer, dpi: Double, by engine: EnginePool.Engine
  ) throws(ConversionError) -> PageOrientation? {
    let step = max(1, Int(dpi / Self.sufficientDPI))
    let small = gray.reduced(by: step)
    guard min(small.width, small.height) > 50, max(small.width, small.height) < 20_000 else {
      return nil
    }
    try context.checkpoint()
    return engine.handle.letters(in: small, dpi: dpi / Double(step)).map { letters in
      PageOrientation(
        degrees: letters.degrees,
        letters.confidence >= Self.certain
          ? .certain : letters.confidence > Self.guessed ? .likely : .guessed,
        script: letters.scriptConfidence >= Self.surelyScript ? letters.script : nil)
    }
  }
}
