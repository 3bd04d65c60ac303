internal import CLibDeflate
internal import CZlib
import ConverterCore

/// libdeflate, which inflates what is in memory as a whole.
@safe struct LibDeflateHandle: ~Copyable {
  enum Outcome {
    case done(consumed: Int)
    case tooLong
    case damaged
  }

  private let decompressor: OpaquePointer

  /// `nil` where the library is not installed, or memory is short.
  init?() {
    guard Checksum.hasLibDeflate, let decompressor = unsafe libdeflate_alloc_decompressor() else {
      return nil
    }
    unsafe self.decompressor = unsafe decompressor
  }

  deinit { unsafe libdeflate_free_decompressor(decompressor) }

  /// Inflates raw deflate (RFC 1951).
  ///
  /// - Returns: also how many bytes it came to.
  func inflate(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) -> (outcome: Outcome, produced: Int) {
    var (consumed, produced) = (0, 0)
    // The library reads the input alone and writes into the output alone, in this call.
    let result = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe libdeflate_deflate_decompress_ex(
          decompressor, input.baseAddress, input.count, output.baseAddress, output.count,
          &consumed, &produced)
      }
    }
    switch result {
    case LIBDEFLATE_SUCCESS: return (.done(consumed: consumed), produced)
    case LIBDEFLATE_INSUFFICIENT_SPACE: return (.tooLong, 0)
    default: return (.damaged, 0)
    }
  }
}

/// The CRC-32 that ZIP uses (APPNOTE 4.4.7).
enum Checksum {
  /// Whether libdeflate is installed, whose checksum is several times faster than zlib's.
  static let hasLibDeflate = unsafe fairy_libdeflate_open() == nil

  static func crc32(_ bytes: Span<UInt8>, after checksum: UInt32 = 0) -> UInt32 {
    // Both read the bytes alone.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // Without an address, both would answer with the value to begin with.
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return checksum }
      if hasLibDeflate { return unsafe libdeflate_crc32(checksum, start, bytes.count) }
      return unsafe UInt32(crc32_z(uLong(checksum), start, bytes.count))
    }
  }
}
