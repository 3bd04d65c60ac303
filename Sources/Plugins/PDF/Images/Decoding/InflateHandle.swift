import CLibDeflate
import CZlib
import ConverterCore
import Deflate
import PDFObjects

/// libdeflate's decompressor.
@safe struct InflateHandle: ~Copyable {
  private let decompressor: OpaquePointer

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.libdeflate.open()
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { throw PDFFile.exhausted }
    unsafe self.decompressor = decompressor
  }

  deinit { unsafe libdeflate_free_decompressor(decompressor) }

  /// Undoes FlateDecode (RFC 1950). The checksum is not looked at: viewers do not, and files lack it.
  ///
  /// - Parameter limit: the most bytes that may come out.
  /// - Throws: `damagedInput`, also where there are more.
  func inflate(_ bytes: [UInt8], atMost limit: Int) throws(ConversionError) -> [UInt8] {
    // Some programs put a line feed before the data; others write no header.
    guard bytes.count > 2, bytes[0] & 0x0F == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
      bytes[1] & 0x20 == 0
    else { throw Self.damaged }
    var status = LIBDEFLATE_BAD_DATA
    let output = unsafe [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { room, count in
      var taken = 0
      var made = 0
      unsafe bytes.withUnsafeBytes { bytes in
        let data = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropFirst(2))
        status = unsafe libdeflate_deflate_decompress_ex(
          decompressor, data.baseAddress, data.count, room.baseAddress, room.count, &taken, &made)
      }
      count = status == LIBDEFLATE_SUCCESS ? min(made, room.count) : 0
    }
    guard status == LIBDEFLATE_SUCCESS else {
      if status == LIBDEFLATE_INSUFFICIENT_SPACE {
        throw Self.tooMuch
      }
      return try beginning(of: bytes, atMost: limit)
    }
    return output
  }

  /// What can be inflated of data that are damaged or, which is more common, do not end as they should: viewers
  /// show them. zlib tells how far it came, libdeflate does not.
  private func beginning(
    of bytes: [UInt8], atMost limit: Int
  ) throws(ConversionError) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    guard unsafe fairy_zlib_inflate_raw(stream) == Z_OK else { throw PDFFile.exhausted }
    defer { unsafe inflateEnd(stream) }
    let output = unsafe [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { room, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let data = unsafe UnsafeBufferPointer(rebasing: bytes.dropFirst(2))
        // zlib does not write to its input.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: data.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(clamping: data.count)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
        _ = unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
        count = unsafe Int(stream.pointee.total_out)
      }
    }
    if output.count >= limit { throw Self.tooMuch }
    if output.isEmpty { throw Self.damaged }
    return output
  }

  private static let tooMuch = ConversionError(
    .damagedInput, "it has more data than its size says")

  private static let damaged = ConversionError(.damagedInput, "its Flate data are damaged")
}
