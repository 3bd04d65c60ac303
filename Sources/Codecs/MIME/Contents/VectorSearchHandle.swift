internal import CVectors
internal import ConverterCore

/// Searches of a vector of bytes at a time, which nothing in Swift is as fast as.
extension Span<UInt8> {
  /// The first place of a byte, or of another one, from a place on; the end where there is none.
  @inline(__always)
  package func offset(of one: UInt8, or other: UInt8? = nil, from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    return unsafe withUnsafeBufferPointer { bytes in
      // Nothing is read but `bytes[start ..< count]`, and nothing of an empty range.
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe fairy_find_either(
        base, start, bytes.count, one, other ?? one, FAIRY_INSTRUCTIONS_BEST)
    }
  }

  /// The first line behind a place that begins with a byte, or with another one; `nil` where there is none.
  package func lineOffset(of one: UInt8, or other: UInt8, behind start: Int) -> Int? {
    precondition(start >= 0 && start <= count)
    let place = unsafe withUnsafeBufferPointer { bytes in
      // Nothing is read but `bytes[start ..< count]`.
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe fairy_find_line(base, start, bytes.count, one, other, FAIRY_INSTRUCTIONS_BEST)
    }
    return place < count ? place : nil
  }

  /// Whether all of it is well-formed UTF-8.
  var isUTF8: Bool {
    unsafe withUnsafeBufferPointer { bytes in
      // Nothing is read but `bytes.count` bytes.
      unsafe bytes.baseAddress.map {
        unsafe fairy_utf8_valid_prefix($0, bytes.count) == bytes.count
      }
        ?? true
    }
  }
}
