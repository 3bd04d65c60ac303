import ArchiveModel
import ConverterCore

/// The jobs of one entry that is too large for one.
final class BlockSequence {
  let entry: Entry

  private let reader: BlockReader
  /// The block that is next; the one after it is read when it has been handed out.
  private var first: [UInt8]?
  private var dictionary: [UInt8] = []
  private var isDone = false

  /// How far back deflate refers (RFC 1951, section 2).
  private static let dictionaryLength = 1 << 15

  /// - Parameter first: what was read already.
  init(_ entry: Entry, _ reader: BlockReader, first: [UInt8]? = nil) {
    self.entry = entry
    self.reader = reader
    self.first = first
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
      defer { dictionary = block.suffix(Self.dictionaryLength) + [] }
      return .block(block, dictionary: dictionary)
    } catch {
      isDone = true
      return .fail(entry, error)
    }
  }
}
