import CLibDeflate
import ConverterCore

/// libdeflate's decompressor.
struct InflateHandle: ~Copyable {
  private let decompressor: OpaquePointer

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try DeflateLibrary.open()
    guard let decompressor = libdeflate_alloc_decompressor() else { throw PDFFile.exhausted }
    self.decompressor = decompressor
  }

  deinit { libdeflate_free_decompressor(decompressor) }

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
    let output = [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { room, count in
      var taken = 0
      var made = 0
      bytes.withUnsafeBytes { bytes in
        let data = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(2))
        status = libdeflate_deflate_decompress_ex(
          decompressor, data.baseAddress, data.count, room.baseAddress, room.count, &taken, &made)
      }
      count = status == LIBDEFLATE_SUCCESS ? min(made, room.count) : 0
    }
    guard status == LIBDEFLATE_SUCCESS else {
      if status == LIBDEFLATE_INSUFFICIENT_SPACE {
        throw ConversionError(.damagedInput, "it has more data than its size says")
      }
      throw Self.damaged
    }
    return output
  }

  private static let damaged = ConversionError(.damagedInput, "its Flate data are damaged")
}

enum DeflateLibrary {
  /// - Throws: `missingLibrary`.
  static func open() throws(ConversionError) {
    if let reason = fairy_libdeflate_open() {
      throw ConversionError(
        .missingLibrary,
        "images in PDF need libdeflate (on Debian the package libdeflate0): "
          + String(cString: reason))
    }
  }
}
