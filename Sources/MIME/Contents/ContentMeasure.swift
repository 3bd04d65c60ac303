import CVectors
import ConverterCore

/// Tells how large a content is without keeping it: what ``ContentDecoder`` makes of the same pieces, to the byte.
///
/// Base64 is counted several times as fast as it is decoded.
public struct ContentMeasure {
  private enum Way {
    case sum(Int)
    case base64(fairy_base64_state, Int)
    case decoding(ContentDecoder, ByteBuffer, Int)
  }

  private var way: Way

  public init(_ encoding: TransferEncoding) {
    way =
      switch encoding {
      case .identity: .sum(0)
      case .base64: .base64(fairy_base64_state(), 0)
      case .quotedPrintable, .uuencode, .yEnc:
        .decoding(ContentDecoder(encoding), ByteBuffer(capacity: 4096), 0)
      }
  }

  /// Takes the next piece, and returns how large the content is up to its end.
  ///
  /// - Parameter isLast: whether nothing follows; only then is the size that of the whole.
  public mutating func add(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int {
    switch way {
    case .sum(let count):
      way = .sum(count + bytes.count)
      return count + bytes.count
    case .base64(var state, var count):
      if let start = bytes.baseAddress {
        count += fairy_base64_measure(
          &state, start.assumingMemoryBound(to: UInt8.self), bytes.count, FAIRY_INSTRUCTIONS_BEST)
      }
      if isLast {
        count += max(0, Int(state.held) - 1)
        state.held = 0
      }
      way = .base64(state, count)
      return count
    case .decoding(var decoder, let room, var count):
      // Not as a whole, which may be large.
      var rest = bytes[...]
      repeat {
        let piece = rest.prefix(1 << 16)
        rest = rest.dropFirst(1 << 16)
        decoder.decode(
          UnsafeRawBufferPointer(rebasing: piece), isLast: isLast && rest.isEmpty, into: room)
        count += room.count
        room.removeAll()
      } while !rest.isEmpty
      way = .decoding(decoder, room, count)
      return count
    }
  }
}
