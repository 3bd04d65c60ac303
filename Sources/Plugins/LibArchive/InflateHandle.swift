internal import CLibArchive
import ConverterCore

/// zlib's reading of one gzip member after the other.
///
/// The stream stays where it is, since zlib keeps its address.
@safe final class InflateHandle {
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Throws: `limitExceeded` when there is no memory for it.
  init() throws(ConversionError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe fairy_gzip_init(stream) == Z_OK else {
      unsafe stream.deallocate()
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for reading gzip data")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Prepares for the next member.
  func reset() {
    unsafe inflateReset(stream)
  }

  /// Expands what fits.
  ///
  /// - Parameter bytes: not empty; space is not empty either.
  /// - Returns: how many bytes were used and how many came, and whether the member is complete: its
  ///   checksum and length have been compared then.
  /// - Throws: `damagedInput`.
  func expand(
    _ bytes: Span<UInt8>, into space: inout MutableSpan<UInt8>
  ) throws(ConversionError) -> (taken: Int, given: Int, isEnd: Bool) {
    // The addresses are used in this call alone: zlib gets new ones with each.
    try unsafe bytes.withUnsafeBytes { (bytes) throws(ConversionError) in
      try unsafe space.withUnsafeMutableBytes { (space) throws(ConversionError) in
        try unsafe expand(bytes, into: space)
      }
    }
  }

  private func expand(
    _ bytes: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> (taken: Int, given: Int, isEnd: Bool) {
    // zlib only reads what next_in points to.
    unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
    unsafe stream.pointee.next_out = unsafe space.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(clamping: space.count)
    let offered = unsafe (Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      let message =
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "error \(status)"
      throw .gzipDamaged(message)
    }
    let taken = unsafe offered.0 - Int(stream.pointee.avail_in)
    let given = unsafe offered.1 - Int(stream.pointee.avail_out)
    // It can neither take nor give although it could do both: it would never end.
    if taken == 0, given == 0, status != Z_STREAM_END { throw .gzipDamaged("it makes no progress") }
    return (taken, given, status == Z_STREAM_END)
  }
}
