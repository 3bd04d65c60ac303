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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    if let piece = try content.next() { return piece }
    end(content)
    return nil
  }
}
