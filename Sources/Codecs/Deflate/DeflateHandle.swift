internal import CLibDeflate
public import ConverterCore

/// libdeflate's compressor, for what is in memory as a whole.
///
/// A handle serves one thread.
@safe public struct DeflateHandle: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 0 to store, 1…12 much as those of zlib: slower, and smaller.
  /// - Throws: `missingLibrary`.
  public init(level: Int) throws(ConversionError) {
    try SystemLibrary.libdeflate.open()
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(clamping: level)) else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for compression")
    }
    unsafe self.compressor = unsafe compressor
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  /// The most bytes that `count` bytes can come to.
  public func bound(_ count: Int) -> Int {
    unsafe libdeflate_deflate_compress_bound(compressor, count)
  }

  /// Compresses `bytes` as a whole stream (RFC 1951).
  ///
  /// - Returns: how many bytes it came to; `nil` where they do not fit into `room`.
  public func compress(
    _ bytes: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) -> Int? {
    // The library reads the bytes alone, and writes into the room alone; so do the checksums below.
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe room.withUnsafeMutableBytes { room in
        unsafe libdeflate_deflate_compress(
          compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
      }
    }
    return count > 0 ? count : nil
  }

  /// The bytes as a zlib stream (RFC 1950).
  public func zlibStream(of bytes: [UInt8]) -> [UInt8] {
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      unsafe bytes.withUnsafeBytes {
        count = unsafe libdeflate_zlib_compress(
          compressor, $0.baseAddress, $0.count, room.baseAddress, room.count)
      }
    }
  }

  /// CRC-32 (ISO 3309) of what has the checksum `previous`, and then `bytes`.
  public func crc32(_ bytes: Span<UInt8>, after previous: UInt32 = 0) -> UInt32 {
    // Of a null pointer it would give the beginning of a checksum.
    if bytes.isEmpty { return previous }
    return unsafe bytes.withUnsafeBytes {
      unsafe libdeflate_crc32(previous, $0.baseAddress, $0.count)
    }
  }

  /// Adler-32 (RFC 1950, section 9) of what has the checksum `previous`, and then `bytes`.
  public func adler32(_ bytes: Span<UInt8>, after previous: UInt32 = 1) -> UInt32 {
    if bytes.isEmpty { return previous }
    return unsafe bytes.withUnsafeBytes {
      unsafe libdeflate_adler32(previous, $0.baseAddress, $0.count)
    }
  }
}

extension SystemLibrary {
  package static let libdeflate = unsafe SystemLibrary(
    "libdeflate", package: "libdeflate0", opening: { unsafe fairy_libdeflate_open() })
}
