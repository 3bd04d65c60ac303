public import ConverterCore
internal import MIME

/// Looks into messages, one at a time: what one thread needs for that, used again and again.
public final class MessageReader {
  let context: ConversionContext
  let charsets = CharsetCache()
  private let headerScratch = ByteBuffer(capacity: 1 << 12)
  private let bodyScratch = ByteBuffer(capacity: 1 << 12)

  public init(in context: ConversionContext) {
    self.context = context
  }

  /// A message as it can be looked into: until the next is opened, and as long as its batch is not used again.
  ///
  /// - Parameter batch: the one that it came in.
  public func open(
    _ stored: StoredMessage, in batch: MessageBatch?
  ) throws(ConversionError) -> Message {
    let headers = MessageBytes(stored, in: batch, scratch: headerScratch)
    let (block, fields) = try headers.header(stored.range)
    return Message(
      stored, batch, block, fields, MessageBytes(stored, in: batch, scratch: bodyScratch), self)
  }
}
