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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard !isDone else { return nil }
    let piece = try source.next(check.errors)
    if let piece { try check.add(piece) }
    if source.remaining == 0 {
      isDone = true
      try source.finish()
      try check.finish()
    }
    return piece
  }
}
