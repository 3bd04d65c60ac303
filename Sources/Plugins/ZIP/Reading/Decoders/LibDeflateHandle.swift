internal import CLibDeflate
internal import CZlib
import ConverterCore

/// libdeflate, which inflates what is in memory as a whole.
struct LibDeflateHandle: ~Copyable {
  enum Outcome {
    case done(consumed: Int, produced: Int)
    case tooLong
    case damaged
  }

  private let decompressor: OpaquePointer

  /// `nil` where the library is not installed, or memory is short.
  init?() {
    guard Checksum.hasLibDeflate, let decompressor = libdeflate_alloc_decompressor() else {
      return nil
    }
    self.decompressor = decompressor
  }

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Inflates raw deflate (RFC 1951).
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    var consumed = 0
    var produced = 0
    let result = libdeflate_deflate_decompress_ex(
      decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &consumed,
      &produced)
    switch result {
    case LIBDEFLATE_SUCCESS: return .done(consumed: consumed, produced: produced)
    case LIBDEFLATE_INSUFFICIENT_SPACE: return .tooLong
    default: return .damaged
    }
  }
}

/// The CRC-32 that ZIP uses (APPNOTE 4.4.7).
enum Checksum {
  /// Whether libdeflate is installed, whose checksum is several times faster than zlib's.
  static let hasLibDeflate = fairy_libdeflate_open() == nil

  static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { crc32($0) }
  }

  static func crc32(_ bytes: UnsafeRawBufferPointer, after checksum: UInt32 = 0) -> UInt32 {
    // Without an address, both would answer with the value to begin with.
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return checksum }
    if hasLibDeflate { return libdeflate_crc32(checksum, start, bytes.count) }
    return UInt32(
      crc32_z(uLong(checksum), start.assumingMemoryBound(to: Bytef.self), bytes.count))
  }
}
