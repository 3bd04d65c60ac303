extension [UInt8] {
  /// The integer whose most significant byte is at `offset`; `nil` if it reaches past the end.
  func bigEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _: Value.Type, at offset: Int
  ) -> Int? {
    guard offset >= 0, offset <= count - Value.bitWidth / 8 else { return nil }
    var value: Value = 0
    for byte in self[offset..<offset + Value.bitWidth / 8] {
      value = value << 8 | Value(byte)
    }
    return Int(exactly: value)
  }

  /// The integer whose least significant byte is at `offset`; `nil` if it reaches past the end.
  func littleEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _: Value.Type, at offset: Int
  ) -> Int? {
    guard offset >= 0, offset <= count - Value.bitWidth / 8 else { return nil }
    var value: Value = 0
    for byte in self[offset..<offset + Value.bitWidth / 8].reversed() {
      value = value << 8 | Value(byte)
    }
    return Int(exactly: value)
  }

  /// Whether the ASCII characters of `text` stand at `offset`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      letters.indices.allSatisfy { self[offset + $0] == letters[$0] }
    }
  }

  /// The ASCII text at `offset`, what is not printable shown as `?`; shorter only at the end.
  func ascii(at offset: Int, count length: Int) -> String {
    guard offset >= 0, offset <= count else { return "" }
    let letters = self[offset..<Swift.min(offset + length, count)]
    return String(
      decoding: letters.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") },
      as: Unicode.ASCII.self)
  }

  /// Where `pattern` occurs first within the range; the search is bounded by both.
  func firstOffset(of pattern: StaticString, in range: Range<Int>) -> Int? {
    let last = Swift.min(range.upperBound, count) - pattern.utf8CodeUnitCount
    guard range.lowerBound <= last else { return nil }
    return (range.lowerBound...last).first { has(pattern, at: $0) }
  }
}
