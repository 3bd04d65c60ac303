import ConverterCore
import RecognizedTextModel
import Synchronization
import WordRecognition

/// PP-OCR as the wheels `onnxruntime` and `rapidocr` have it.
struct PaddleEngine: TextRecognitionEngine {
  let name = "paddle"

  func reader(
    isFast: Bool, in context: ConversionContext
  ) throws(ConversionError) -> any PageWordsReader {
    context.noteUnused(
      RecognitionOptions.languages,
      why: "PP-OCR has one network for its languages; --engine tesseract has one for each")
    return PaddlePages(
      networks: try NetworkPool.shared.networks(), isFast: isFast, context: context)
  }
}

/// The networks, loaded once: that takes as long as a small page.
private final class NetworkPool: Sendable {
  static let shared = NetworkPool()
  private let loaded = Mutex<PaddleNetworks?>(nil)

  /// - Throws: `missingLibrary`.
  func networks() throws(ConversionError) -> PaddleNetworks {
    if let known = loaded.withLock({ $0 }) { return known }
    let made = try PaddleNetworks(files: try InstalledFiles())
    loaded.withLock { $0 = made }
    return made
  }
}
