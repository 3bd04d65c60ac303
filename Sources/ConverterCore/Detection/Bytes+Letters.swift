extension [UInt8] {
  /// Whether the ASCII characters of `text` stand at `offset`.
  package func has(_ text: StaticString, at offset: Int) -> Bool {
    span.has(text, at: offset)
  }

  /// The ASCII text at `offset`, what is not printable shown as `?`; shorter only at the end.
  package func ascii(at offset: Int, count length: Int) -> String {
    guard offset >= 0, offset <= count else { return "" }
    let letters = self[offset..<Swift.min(offset + length, count)]
    return String(
      decoding: letters.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") },
      as: Unicode.ASCII.self)
  }

  /// Where `pattern` occurs first within the range; the search is bounded by both.
  package func firstOffset(of pattern: StaticString, in range: Range<Int>) -> Int? {
    let last = Swift.min(range.upperBound, count) - pattern.utf8CodeUnitCount
    guard range.lowerBound <= last else { return nil }
    return (range.lowerBound...last).first { has(pattern, at: $0) }
  }
}
