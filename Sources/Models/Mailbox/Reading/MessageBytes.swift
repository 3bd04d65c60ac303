internal import ConverterCore
internal import MIME

/// The bytes of a message, by their places in its file: in memory, or read when they are asked for.
///
/// It belongs to one thread at a time, and to the batch whose bytes it shows.
final class MessageBytes {
  let stored: StoredMessage
  private let held: UnsafeRawBufferPointer
  /// Where in the file `held` begins.
  private let origin: Int
  private let scratch: ByteBuffer

  /// How much is read at a time.
  static let pieceSize = 1 << 18

  /// - Parameters:
  ///   - batch: the one that holds the message, if it does.
  ///   - scratch: room for what is read.
  init(_ stored: StoredMessage, in batch: MessageBatch?, scratch: ByteBuffer) {
    self.stored = stored
    self.scratch = scratch
    if stored.isHeld, let batch {
      held = batch.bytes.bytes
      origin = batch.origin
    } else {
      held = UnsafeRawBufferPointer(start: nil, count: 0)
      origin = 0
    }
  }

  var isHeld: Bool { held.baseAddress != nil }

  /// The bytes of a range in memory, valid until the next call: fewer where the file ends, or where there are more
  /// than `most` and they are not held.
  func bytes(
    _ range: Range<Int>, atMost most: Int = pieceSize
  ) throws(ConversionError) -> UnsafeRawBufferPointer {
    if isHeld {
      let start = range.lowerBound - origin
      return UnsafeRawBufferPointer(rebasing: held[start..<start + range.count])
    }
    let count = min(range.count, most)
    scratch.removeAll()
    let room = UnsafeMutableRawBufferPointer(start: scratch.reserve(count), count: count)
    scratch.count = try stored.file.read(at: range.lowerBound, into: room)
    return scratch.bytes
  }

  /// The header that a range begins with, in memory until the next call.
  func header(
    _ range: Range<Int>
  ) throws(ConversionError) -> (block: UnsafeRawBufferPointer, fields: HeaderFields) {
    for most in [Self.usualHeader, Self.mostHeader] {
      let block = try bytes(range, atMost: most)
      let fields = HeaderFields(scanning: block)
      if fields.end < block.count || block.count == range.count || most == Self.mostHeader {
        return (block, fields)
      }
    }
    throw ConversionError(.internalError, "a header was not read")
  }

  private static let usualHeader = 1 << 14
  private static let mostHeader = 1 << 20

  /// Gives the bytes of a range piece by piece, until `body` returns false.
  ///
  /// - Parameter body: gets a piece, and whether it is the last.
  func forEachPiece(
    of range: Range<Int>,
    _ body: (UnsafeRawBufferPointer, Bool) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    var start = range.lowerBound
    repeat {
      let piece = try bytes(start..<min(range.upperBound, start + Self.pieceSize))
      let end = start + piece.count
      let isLast = end >= range.upperBound || piece.isEmpty
      guard try body(piece, isLast), !isLast else { return }
      start = end
    } while true
  }
}
