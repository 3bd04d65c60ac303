#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Searches and comparisons of the C library, which look at many bytes at a time.
///
/// Each is told the first byte of a span and how many there are, and looks at no others.
extension Span<UInt8> {
  /// Where a text stands first; `nil` where it does not, 0 for no text.
  public func firstOffset(of text: Span<UInt8>) -> Int? {
    guard !text.isEmpty else { return 0 }
    var place = 0
    while count &- place >= text.count {
      // Behind the last of these places there is no room for the text.
      guard let next = extracting(place..<(count &- text.count &+ 1)).firstPlace(of: text[0])
      else { return nil }
      place &+= next
      if extracting(place..<(place &+ text.count)).order(to: text) == 0 { return place }
      place &+= 1
    }
    return nil
  }

  /// -1, 0 or 1, by the first bytes that differ, and then by length: the order of characters in UTF-8.
  public func order(to other: Span<UInt8>) -> Int {
    let common = Swift.min(count, other.count)
    let order = unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        // Both have `common` bytes.
        guard common > 0, let one = bytes.baseAddress, let two = others.baseAddress else {
          return Int32(0)
        }
        return unsafe memcmp(one, two, common)
      }
    }
    if order != 0 { return order < 0 ? -1 : 1 }
    return count == other.count ? 0 : count < other.count ? -1 : 1
  }

  private func firstPlace(of byte: UInt8) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(byte), count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// The same for what is not near, with vectors.
  ///
  /// - Parameter start: 0…`count`.
  @usableFromInline
  func farOffset(of byte: UInt8, from start: Int) -> Int? {
    // `memchr` looks at the bytes of the span alone, and answers with one of them.
    unsafe extracting(start...).withUnsafeBytes { rest in
      guard let base = rest.baseAddress, let found = unsafe memchr(base, Int32(byte), rest.count)
      else {
        return nil
      }
      return unsafe start + (UnsafeRawPointer(found) - base)
    }
  }
}
