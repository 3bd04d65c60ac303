import ArchiveModel
import ConverterCore
import MailboxModel

/// The content of a part, as that of an entry.
final class MessageStream: EntryStream {
  private let content: ContentStream
  private let end: (ContentStream) -> Void

  /// - Parameter end: called when all has been read.
  init(_ content: ContentStream, end: @escaping (ContentStream) -> Void = { _ in }) {
    self.content = content
    self.end = end
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let content = content
    guard let piece = try content.next() else {
      end(content)
      return nil
    }
    // The content lives as long as this.
    return unsafe _overrideLifetime(piece, borrowing: self)
  }
}
