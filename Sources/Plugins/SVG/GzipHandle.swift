import CZlib
import ConverterCore

/// A compressed drawing's text (RFC 1952).
enum GzipHandle {
  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Throws: `damagedInput`; `limitExceeded` for more than the limits `memory` and `ratio` allow.
  static func text(of bytes: [UInt8], in context: ConversionContext) throws(ConversionError)
    -> [UInt8]
  {
    var stream = z_stream()
    guard fairy_zlib_inflate_gzip(&stream) == Z_OK else {
      throw ConversionError(.limitExceeded, "there is no memory left for inflating it")
    }
    defer { inflateEnd(&stream) }
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    var input = bytes
    let count = input.count
    while status == Z_OK {
      let consumed = Int(stream.total_in)
      let (code, produced) = input.withUnsafeMutableBufferPointer { source in
        room.withUnsafeMutableBufferPointer { target in
          stream.next_in = source.baseAddress?.advanced(by: consumed)
          stream.avail_in = UInt32(clamping: count - consumed)
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          let code = inflate(&stream, Z_NO_FLUSH)
          return (code, target.count - Int(stream.avail_out))
        }
      }
      status = code
      text += room[..<produced]
      try context.limits.check(.memory, text.count, for: "a drawing's text")
      if text.count > 1 << 20 {
        try context.limits.check(.ratio, text.count / max(1, count), for: "a compressed drawing")
      }
      if status == Z_OK, produced == 0, Int(stream.total_in) >= count { break }
    }
    guard status == Z_STREAM_END else {
      throw ConversionError(.damagedInput, "is compressed by gzip, and damaged or cut off")
    }
    return text
  }
}
