import CZlib
import ConverterCore

/// Inflates what gzip compressed (RFC 1952), of one member or several.
struct GzipHandle: BeginningDecoder {
  let type: ContentType.ID = "org.gnu.gnu-zip-archive"

  static func isCompressed(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  func beginning(of head: [UInt8], count: Int) -> [UInt8]? {
    var text: [UInt8] = []
    // That it is damaged or cut off further on does not matter.
    try? Self.inflate(head) { piece in
      text += piece.prefix(count - text.count)
      return text.count < count
    }
    return text.isEmpty ? nil : text
  }

  /// All of a compressed drawing's text.
  ///
  /// - Throws: `damagedInput`; `limitExceeded` for more than the limits `memory` and `ratio` allow; what a checkpoint
  ///   throws.
  static func text(
    of bytes: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    var text: [UInt8] = []
    try inflate(bytes) { piece throws(ConversionError) in
      try context.checkpoint()
      try context.limits.check(.memory, text.count + piece.count, for: "a drawing's text")
      text += piece
      if text.count > 1 << 20 {
        try context.limits.check(.ratio, text.count / bytes.count, for: "a compressed drawing")
      }
      return true
    }
    guard !isCompressed(text) else {
      throw ConversionError(
        .damagedInput, "is compressed by gzip twice, which no drawing is; gunzip it once")
    }
    return text
  }

  /// Inflates piece by piece.
  ///
  /// What follows the last member and is none is left alone, as gzip does.
  ///
  /// - Parameter take: takes the next 64 KiB or less, maybe nothing, and says whether more is wanted.
  /// - Throws: what `take` throws; `damagedInput`, after what comes before the damage was taken.
  private static func inflate(
    _ bytes: [UInt8], _ take: (ArraySlice<UInt8>) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    // zlib remembers where it is.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { unsafe stream.deallocate() }
    unsafe stream.initialize(to: z_stream())
    guard unsafe fairy_zlib_inflate_gzip(stream) == Z_OK else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for inflating it")
    }
    defer { unsafe inflateEnd(stream) }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let (status, produced) = unsafe step(stream, bytes, &offset, into: &room)
      guard try take(room[..<produced]) else { return }
      if status == Z_STREAM_END {
        guard isCompressed(bytes[offset...]) else { return }
        unsafe inflateReset(stream)
      } else if status != Z_OK {
        throw ConversionError(.damagedInput, "is compressed by gzip, and damaged or cut off")
      }
    }
  }

  /// - Returns: what zlib says, which is an error where nothing is left, and how much of `room` it has filled.
  private static func step(
    _ stream: UnsafeMutablePointer<z_stream>, _ bytes: [UInt8], _ offset: inout Int,
    into room: inout [UInt8]
  ) -> (status: Int32, produced: Int) {
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe room.withUnsafeMutableBufferPointer { target in
        let count = UInt32(clamping: source.count - offset)
        // zlib only reads its input, though its header does not say so.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)?
          .advanced(by: offset)
        unsafe stream.pointee.avail_in = count
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(target.count)
        let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        unsafe offset += Int(count - stream.pointee.avail_in)
        return unsafe (status, target.count - Int(stream.pointee.avail_out))
      }
    }
  }
}
