import ArchiveModel
import ConverterCore

/// The jobs of one entry that is too large for one.
final class BlockSequence {
  private let entry: Entry
  private let reader: BlockReader
  private let method: PackingMethod
  /// What was read already.
  private var first: [UInt8]?
  private var dictionary: [UInt8] = []
  private var isDone = false

  /// How far back deflate refers (RFC 1951, section 2).
  private static let dictionaryLength = 1 << 15

  init(_ entry: Entry, _ reader: BlockReader, first: [UInt8], method: PackingMethod = .deflate) {
    self.entry = entry
    self.reader = reader
    self.first = first
    self.method = method
  }

  /// The next block, the end, and then nothing. An error is a job as well, and the last.
  func next() -> EntryJob? {
    guard !isDone else { return nil }
    do throws(ConversionError) {
      let block = if let first { first } else { try reader.read(EntryCompressor.wholeLimit) }
      first = nil
      guard !block.isEmpty else {
        isDone = true
        return .end
      }
      guard method == .deflate else { return .copy(block) }
      defer { dictionary = Array(block.suffix(Self.dictionaryLength)) }
      return .block(block, dictionary: dictionary)
    } catch {
      isDone = true
      return .fail(entry, error)
    }
  }
}
