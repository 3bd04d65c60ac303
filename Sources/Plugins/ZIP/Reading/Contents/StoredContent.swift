import ArchiveModel
import ConverterCore

/// A large content without compression.
final class StoredContent: EntryStream {
  private let source: EntrySource
  private var check: ContentCheck
  private var isDone = false

  init(_ source: EntrySource, _ check: ContentCheck) {
    self.source = source
    self.check = check
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    guard !isDone else { return nil }
    let source = source
    let isThere = try source.advance(check.errors)
    if isThere { try check.add(source.piece) }
    if source.remaining == 0 {
      isDone = true
      try source.finish()
      try check.finish()
    }
    guard isThere else { return nil }
    // The source, which holds the piece, lives as long as this does.
    return unsafe _overrideLifetime(source.piece, borrowing: self)
  }
}
