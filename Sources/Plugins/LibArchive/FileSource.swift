import ConverterCore

/// The bytes of the input itself, in blocks, from any place on.
final class FileSource: ByteSource {
  /// Large enough that a call costs nothing beside it, small enough for the processor's cache.
  private static let blockSize = 1 << 17

  private let input: InputFile
  private let context: ConversionContext
  private let block = ByteBuffer(capacity: blockSize)
  /// Where the next block begins, 0…``byteCount``.
  private(set) var consumed = 0

  init(_ input: InputFile, in context: ConversionContext) {
    self.input = input
    self.context = context
  }

  var byteCount: Int { input.byteCount }

  func advance() throws(ConversionError) -> Bool {
    try context.checkpoint()
    block.removeAll()
    let count = try block.append(Self.blockSize, of: input, at: consumed)
    consumed += count
    return count > 0
  }

  var piece: Span<UInt8> {
    @_lifetime(borrow self) get {
      let block = block
      // The source holds the block for as long as it lives.
      return unsafe _overrideLifetime(block.span, borrowing: self)
    }
  }

  /// Passes over bytes.
  ///
  /// - Returns: how many: fewer than `count` at the end.
  func skip(_ count: Int) -> Int {
    let skipped = max(0, min(count, byteCount - consumed))
    consumed += skipped
    return skipped
  }

  /// Goes on reading at `offset`; `false`, with nothing changed, where that is outside of the file.
  func seek(to offset: Int) -> Bool {
    guard (0...byteCount).contains(offset) else { return false }
    consumed = offset
    return true
  }
}
