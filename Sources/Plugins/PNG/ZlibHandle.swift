internal import CPNGShims

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// zlib, for the chunks that hold compressed text or profiles.
enum Zlib {
  enum Failure: Error {
    case damaged, tooLarge
  }

  /// Expands a whole zlib stream.
  ///
  /// - Parameter limit: the most bytes that it may expand to.
  static func expand(_ bytes: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    let outcome = unsafe bytes.withUnsafeBufferPointer {
      unsafe fairy_zlib_expand($0.baseAddress, $0.count, limit, &output, &count)
    }
    defer { unsafe free(output) }
    switch outcome {
    case fairy_zlib_done: return unsafe Array(UnsafeBufferPointer(start: output, count: count))
    case fairy_zlib_damaged: throw .damaged
    default: throw .tooLarge
    }
  }

  /// The bytes as a zlib stream, always the same for the same bytes; `nil` when memory is short.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    let outcome = unsafe bytes.withUnsafeBufferPointer {
      unsafe fairy_zlib_compress($0.baseAddress, $0.count, &output, &count)
    }
    defer { unsafe free(output) }
    guard outcome == fairy_zlib_done else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: output, count: count))
  }

  /// The CRC-32 of PNG chunks (PNG specification, annex D).
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe fairy_crc32(0, $0.baseAddress, $0.count) }
  }
}
