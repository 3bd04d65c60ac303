import ArchiveModel
import ConverterCore
import Synchronization

/// Turns the names of an archive, which need not say their encoding, into UTF-8.
///
/// Names that are UTF-8 already are taken as such. For others the encoding is guessed from all of them
/// together, which takes a pass over the archive of its own: it is made when the first is met.
final class NameReading: Sendable {
  /// As much as a guess needs; names beyond that do not change it.
  private static let sampleSize = 1 << 20

  private let context: ConversionContext
  private let decoder: Mutex<NameDecoder?>
  /// Whether there was a name that does not say its encoding.
  private let isNeeded = Atomic(false)

  /// - Throws: `usage` when `--encoding` names none that is known.
  init(in context: ConversionContext) throws(ConversionError) {
    self.context = context
    let named = context.reading.encoding
    decoder = Mutex(
      try named.map { (name) throws(ConversionError) in
        try NameDecoder(guessingFrom: [], override: name)
      })
  }

  /// What was said, or guessed so far.
  var encoding: NameEncoding? { decoder.withLock { $0?.encoding } }

  /// - Parameter names: gives the names of all entries, one after the other, until it is told to stop.
  func decode(
    _ raw: [UInt8], others names: ((([UInt8]) -> Bool) throws(ConversionError) -> Void)
  ) throws(ConversionError) -> [UInt8] {
    if raw.allSatisfy({ $0 < 0x80 }) { return raw }
    if Self.isUTF8(raw) { return raw.inNormalFormC }
    isNeeded.store(true, ordering: .relaxed)
    if let known = decoder.withLock({ $0 }) { return known.decode(raw) }
    var sample: [[UInt8]] = []
    var size = 0
    do throws(ConversionError) {
      try names { name in
        if !Self.isUTF8(name) {
          sample.append(name)
          size += name.count
        }
        return size < Self.sampleSize
      }
    } catch  where error.code == .damagedInput || error.code == .unsupportedContent {
      // It is met again where it stands; the names up to there have to do.
    }
    let guessed = try NameDecoder(guessingFrom: sample.isEmpty ? [raw] : sample, override: nil)
    decoder.withLock { $0 = guessed }
    announce(guessed)
    return guessed.decode(raw)
  }

  /// Says that an encoding was named for nothing; to be called after the last entry.
  func noteIfUnused() {
    guard !isNeeded.load(ordering: .relaxed) else { return }
    context.noteUnused(.encoding, why: "names in the archive are ASCII or UTF-8")
  }

  private func announce(_ guessed: NameDecoder) {
    guard let encoding = guessed.encoding else { return }
    let percent = Int((encoding.confidence * 100).rounded())
    context.warn(
      "names that are not UTF-8 are taken for \(encoding.name) (a guess, \(percent) % sure); "
        + "--encoding names another encoding")
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
