import CZlib
import ConverterCore

/// Inflates the beginning of a file that may be a compressed drawing (RFC 1952).
struct GzipHeadHandle: BeginningDecoder {
  let type: ContentType.ID = "org.gnu.gnu-zip-archive"

  func beginning(of head: [UInt8], count: Int) -> [UInt8]? {
    var stream = z_stream()
    guard fairy_zlib_inflate_gzip(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var head = head
    let text = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      head.withUnsafeMutableBufferPointer { head in
        stream.next_in = head.baseAddress
        stream.avail_in = UInt32(clamping: head.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(clamping: room.count)
        // That there is more, or that it is damaged further on, does not matter.
        _ = inflate(&stream, Z_SYNC_FLUSH)
        filled = room.count - Int(stream.avail_out)
      }
    }
    return text.isEmpty ? nil : text
  }
}
