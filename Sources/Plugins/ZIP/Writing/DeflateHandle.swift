internal import CLibDeflate
import ConverterCore

/// libdeflate's compressor, for contents that are in memory as a whole.
///
/// A handle serves one thread.
struct DeflateHandle: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 1…9, much as those of zlib: slower, and smaller.
  /// - Throws: `missingLibrary`.
  init(level: Int) throws(ConversionError) {
    if let reason = fairy_libdeflate_open() {
      throw ConversionError(
        .missingLibrary,
        "writing ZIP needs libdeflate (on Debian the package libdeflate0): "
          + String(cString: reason))
    }
    guard let compressor = libdeflate_alloc_compressor(Int32(clamping: level)) else {
      throw ConversionError(.limitExceeded, "there is no memory left for compression")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// The most bytes that `count` bytes can come to.
  func bound(_ count: Int) -> Int { libdeflate_deflate_compress_bound(compressor, count) }

  /// Compresses `bytes` as a whole stream (RFC 1951).
  ///
  /// - Returns: how many bytes it came to; `nil` where they do not fit into `room`.
  func compress(
    _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let count = libdeflate_deflate_compress(
      compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
    return count > 0 ? count : nil
  }

  /// CRC-32 (APPNOTE 4.4.7) of what has the checksum `previous`, and then `bytes`.
  func crc32(_ bytes: UnsafeRawBufferPointer, after previous: UInt32 = 0) -> UInt32 {
    // Of a null pointer it would give the beginning of a checksum.
    bytes.isEmpty ? previous : libdeflate_crc32(previous, bytes.baseAddress, bytes.count)
  }
}
