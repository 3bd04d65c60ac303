import ConverterCore
import Synchronization

/// Engines that have loaded their languages, kept for the next page: to load them takes longer than a small page.
///
/// An engine does one page at a time; as many are made as threads ask at once.
final class EnginePool: Sendable {
  static let shared = EnginePool()

  /// An engine in use by one page.
  final class Engine: @unchecked Sendable {
    // It is touched by whoever took it out of the pool, and by nobody else.
    let handle: TesseractHandle
    fileprivate let key: [String]

    fileprivate init(_ handle: consuming TesseractHandle, _ key: [String]) {
      self.handle = handle
      self.key = key
    }
  }

  /// Two for each of some threads: of the languages, and of orientations.
  private static let mostIdle = 8
  private let idle = Mutex<[Engine]>([])

  /// - Throws: `missingLibrary`, also for data that are damaged.
  func engine(
    folder: String, languages: [String], in context: ConversionContext
  ) throws(ConversionError) -> Engine {
    let key = [folder] + languages
    let kept = idle.withLock { engines -> Engine? in
      guard let index = engines.firstIndex(where: { $0.key == key }) else { return nil }
      return engines.remove(at: index)
    }
    if let kept { return kept }
    for language in languages { try DataFile(folder: folder, language: language).check() }
    do throws(ConversionError) {
      return try context.hazard("data of \(languages.joined(separator: "+"))") {
        () throws(ConversionError) in
        Engine(try TesseractHandle(folder: folder, languages: languages), key)
      }
    } catch  where error.code == .decoderCrashed {
      throw DataFile(folder: folder, language: languages[0]).damaged(
        among: languages, "tesseract does not survive loading it: \(error.message)")
    }
  }

  func giveBack(_ engine: Engine) {
    idle.withLock { engines in
      engines.append(engine)
      // Those that nobody has asked for the longest.
      if engines.count > Self.mostIdle { engines.removeFirst() }
    }
  }
}
