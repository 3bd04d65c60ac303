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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard !isDone else { return nil }
    if let piece = try handle.nextBlock() {
      try check.add(piece)
      return piece
    }
    isDone = true
    // An authentication code is about all bytes.
    while try source.next(check.errors) != nil {}
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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard let piece = try source.next(errors) else { return nil }
    if isAtStart, piece.count >= 2 {
      let needed = (Int(Span(borrowing: piece).uint16(at: 0)) >> 4 & 0xFF + 1) << 20
      guard needed <= memory else { throw errors.memory }
    }
    isAtStart = false
    return piece
  }
}
