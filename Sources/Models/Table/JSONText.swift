package import ConverterCore

/// Strings of JSON out of bytes.
package enum JSONText {
  /// Adds a string in quotes; bytes that are not UTF-8 become U+FFFD. Controls and what turns the direction of
  /// text are escaped, so that a line can be shown on a terminal.
  package static func append(_ bytes: Span<UInt8>, to text: ByteBuffer) {
    text.append(0x22)
    if isPlain(bytes) {
      text.append(bytes)
      text.append(0x22)
      return
    }
    var start = 0
    var index = 0
    func flush(upTo end: Int) {
      text.append(bytes[start..<end])
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
      if let scalar, byte >= 0x80, !isEscaped(scalar) {
        index += length
        continue
      }
      flush(upTo: index)
      if let scalar { append(escaped: scalar, to: text) } else { text.append("\u{FFFD}") }
      // What was begun and not ended is one character that cannot be read.
      index += scalar == nil ? UTF8Scalar.brokenLength(bytes, at: index) : length
      start = index
    }
    flush(upTo: index)
    text.append(0x22)
  }

  /// Whether it is ASCII without anything to be escaped; a loop that the compiler makes of vectors.
  @inline(__always)
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    var odd: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      odd |= byte &- 0x20 > 0x5E ? 1 : 0
      odd |= byte == 0x22 ? 1 : 0
      odd |= byte == 0x5C ? 1 : 0
    }
    return odd == 0
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x200E, 0x200F, 0x2028..<0x202F, 0x2066..<0x206A: true
    default: false
    }
  }

  private static func append(escaped scalar: Unicode.Scalar, to text: ByteBuffer) {
    switch scalar {
    case "\"": text.append("\\\"")
    case "\\": text.append("\\\\")
    case "\n": text.append("\\n")
    case "\r": text.append("\\r")
    case "\t": text.append("\\t")
    default:
      text.append("\\u")
      for shift in [12, 8, 4, 0] as [UInt32] {
        let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 15)
        text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
  }
}

extension UTF8Scalar {
  /// How many bytes become one U+FFFD: the longest beginning of a character, at least one (Unicode Standard,
  /// 3.9, substitution of maximal subparts).
  static func brokenLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard length > 2, index + 1 < bytes.count else { return 1 }
    let second = bytes[index + 1]
    let range: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard range.contains(second) else { return 1 }
    guard length > 3, index + 2 < bytes.count, bytes[index + 2] & 0xC0 == 0x80 else { return 2 }
    return 3
  }
}

/// Characters out of bytes that may not be UTF-8.
enum UTF8Scalar {
  /// - Returns: the character that begins at `index`, and how many bytes it has; `nil` and 1 for a byte that
  ///   begins none.
  static func decode(
    _ bytes: Span<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard value >= least[length], let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }
}
