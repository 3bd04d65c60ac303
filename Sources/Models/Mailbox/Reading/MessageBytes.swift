internal import ConverterCore
internal import MIME

/// The bytes of a message, by their places in its file: in memory, or read when they are asked for.
///
/// It belongs to one thread at a time, and to the batch whose bytes it shows.
final class MessageBytes {
  let stored: StoredMessage
  /// The bytes of the batch; `nil` where the message is not in them.
  private let held: ByteBuffer?
  /// Where in the file `held` begins.
  private let origin: Int
  private let scratch: ByteBuffer

  /// How much is read at a time.
  let pieceSize: Int

  static let usualPiece = 1 << 18

  /// - Parameters:
  ///   - batch: the one that holds the message, if it does.
  ///   - scratch: room for what is read.
  init(
    _ stored: StoredMessage, in batch: MessageBatch?, scratch: ByteBuffer,
    pieceSize: Int = usualPiece
  ) {
    self.stored = stored
    self.scratch = scratch
    self.pieceSize = pieceSize
    if stored.isHeld, let batch {
      held = batch.bytes
      origin = batch.origin
    } else {
      held = nil
      origin = 0
    }
  }

  var isHeld: Bool { held != nil }

  /// The bytes of a range in memory, or the first `most` of them, valid until the next call.
  ///
  /// - Throws: `readFailed`, also where the file has become shorter.
  func bytes(
    _ range: Range<Int>, atMost most: Int = .max
  ) throws(ConversionError) -> HeldBytes {
    let count = min(range.count, most)
    if let held {
      let start = range.lowerBound - origin
      return HeldBytes(held, start..<start + count)
    }
    try read(range.lowerBound..<range.lowerBound + count, into: scratch)
    return HeldBytes(scratch)
  }

  /// Reads a range into a buffer, in place of what that holds.
  ///
  /// - Throws: `readFailed`, also where the file has become shorter.
  func read(_ range: Range<Int>, into buffer: ByteBuffer) throws(ConversionError) {
    buffer.removeAll()
    let count = try buffer.append(range.count, of: stored.file, at: range.lowerBound)
    guard count == range.count else {
      throw ConversionError(.readFailed, "became shorter while it was read; try it again")
    }
  }

  /// The header that a range begins with, in memory until the next call: of one that is longer than ``mostHeader``
  /// the beginning.
  func header(
    _ range: Range<Int>
  ) throws(ConversionError) -> (block: HeldBytes, fields: HeaderFields) {
    let all = min(range.count, Self.mostHeader)
    if !isHeld, all > Self.usualHeader {
      let block = try bytes(range, atMost: Self.usualHeader)
      // Only this tells a header that is cut within a line from one that ends there.
      if HeaderFields.headerEnd(in: block.span) != nil {
        return (block, HeaderFields(scanning: block.span))
      }
    }
    let block = try bytes(range, atMost: all)
    return (block, HeaderFields(scanning: block.span))
  }

  private static let usualHeader = 1 << 14
  static let mostHeader = 1 << 20

  /// Gives the bytes of a range piece by piece, until `body` returns false.
  ///
  /// - Parameter body: gets a piece, and whether it is the last.
  func forEachPiece(
    of range: Range<Int>,
    _ body: (HeldBytes, Bool) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    var start = range.lowerBound
    repeat {
      let piece = try bytes(start..<min(range.upperBound, start + pieceSize))
      let end = start + piece.count
      let isLast = end >= range.upperBound
      guard try body(piece, isLast), !isLast else { return }
      start = end
    } while true
  }
}
