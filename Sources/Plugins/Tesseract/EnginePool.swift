import ConverterCore

/// Engines that have loaded their languages, kept for the next page: to load them takes longer than a small page.
///
/// An engine does one page at a time; as many are made as threads ask at once.
final class EnginePool: Sendable {
  static let shared = EnginePool()

  /// An engine in use by one page.
  final class Engine {
    let handle: TesseractHandle
    fileprivate let key: [String]

    fileprivate init(_ handle: consuming TesseractHandle, _ key: [String]) {
      self.handle = handle
      self.key = key
    }
  }

  /// Two for each of some threads: of the languages, and of orientations.
  private static let mostIdle = 8
  private let idle = Pool<Engine>(atMost: mostIdle)

  /// Does `body` with an engine that has loaded languages.
  ///
  /// - Throws: `missingLibrary`, also for data that are damaged; what `body` throws.
  func withEngine<Result>(
    folder: String, languages: [String], in context: ConversionContext,
    _ body: (Engine) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    let key = [folder] + languages
    return try idle.withItem {
      $0.key == key
    } orMake: { () throws(ConversionError) in
      try Self.engine(folder: folder, languages: languages, in: context)
    } _: { engine throws(ConversionError) in
      try body(engine)
    }
  }

  private static func engine(
    folder: String, languages: [String], in context: ConversionContext
  ) throws(ConversionError) -> sending Engine {
    for language in languages { try DataFile(folder: folder, language: language).check() }
    do throws(ConversionError) {
      return try context.hazard("data of \(languages.joined(separator: "+"))") {
        () throws(ConversionError) in
        Engine(
          try TesseractHandle(folder: folder, languages: languages), [folder] + languages)
      }
    } catch  where error.code == .decoderCrashed {
      throw DataFile(folder: folder, language: languages[0]).damaged(
        among: languages, "tesseract does not survive loading it: \(error.message)")
    }
  }
}
