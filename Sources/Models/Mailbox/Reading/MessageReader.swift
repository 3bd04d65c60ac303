public import ConverterCore
internal import MIME

/// Looks into messages, one at a time: what one thread needs for that, used again and again.
public final class MessageReader {
  let context: ConversionContext
  let charsets = CharsetCache()
  private let headerScratch = ByteBuffer(capacity: 1 << 12)
  private let bodyScratch = ByteBuffer(capacity: 1 << 12)

  /// How much of a message that is not held is read at a time.
  private let pieceSize: Int

  public convenience init(in context: ConversionContext) {
    self.init(in: context, pieceSize: MessageBytes.usualPiece)
  }

  /// - Parameter pieceSize: at least 8; tests make it small, so that all happens at each of its edges.
  init(in context: ConversionContext, pieceSize: Int) {
    self.context = context
    self.pieceSize = pieceSize
  }

  /// A message as it can be looked into: until the next is opened, and as long as its batch is not used again.
  ///
  /// - Parameters:
  ///   - stored: where it stands.
  ///   - batch: the one that it came in.
  public func open(
    _ stored: StoredMessage, in batch: MessageBatch?
  ) throws(ConversionError) -> Message {
    let headers = MessageBytes(stored, in: batch, scratch: headerScratch)
    let (block, fields) = try headers.header(stored.range)
    let bytes = MessageBytes(stored, in: batch, scratch: bodyScratch, pieceSize: pieceSize)
    return Message(stored, batch, block, fields, bytes, self)
  }
}
