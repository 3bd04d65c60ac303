import ArchiveModel
import ConverterCore

/// A content in PPMd (APPNOTE method 98), which libarchive decodes.
final class PPMdContent: EntryStream {
  private let source: EntrySource
  private let handle: ArchivedEntryHandle
  private var check: ContentCheck
  private var isDone = false

  /// - Throws: `missingLibrary`, `limitExceeded`, and what the source throws.
  init(
    _ source: EntrySource, _ check: ContentCheck, byteCount: Int, memory: Int
  ) throws(ConversionError) {
    self.source = source
    self.check = check
    handle = try ArchivedEntryHandle(
      method: CompressionMethod.ppmd, byteCount: byteCount,
      PPMdPieces(source, check.errors, memory: memory))
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    guard !isDone else { return nil }
    let handle = handle
    if let piece = try handle.nextBlock() {
      try check.add(piece)
      // The handle, which holds the piece, lives as long as this does.
      return unsafe _overrideLifetime(piece, borrowing: self)
    }
    isDone = true
    // An authentication code is about all bytes.
    while try source.advance(check.errors) {}
    try source.finish()
    try check.finish()
    return nil
  }
}

/// The compressed bytes, whose first two say how much memory it takes to decode them (APPNOTE 5.10.2).
final class PPMdPieces {
  let errors: EntryErrors
  private let source: EntrySource
  private let memory: Int
  private var isAtStart = true

  init(_ source: EntrySource, _ errors: EntryErrors, memory: Int) {
    self.source = source
    self.errors = errors
    self.memory = memory
  }

  /// Bytes that are still to come.
  var remaining: Int { source.remaining }

  /// - Returns: the source at its next piece; `nil` after the last.
  func next() throws(ConversionError) -> EntrySource? {
    let source = source
    guard try source.advance(errors) else { return nil }
    if isAtStart, source.piece.count >= 2 {
      let needed = (Int(source.piece.uint16(at: 0)) >> 4 & 0xFF + 1) << 20
      guard needed <= memory else { throw errors.memory }
    }
    isAtStart = false
    return source
  }
}
