import ConverterCore

/// Characters that XML cannot hold, as workbooks write them: `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum EscapedText {
  /// Replaces escapes in place by the characters that they stand for, which are never longer.
  ///
  /// - Parameter start: where the text begins; it ends with the bytes.
  /// - Returns: where it ends now; `nil` where nothing was replaced.
  static func unescape(_ text: inout MutableSpan<UInt8>, from start: Int = 0) -> Int? {
    guard var from = firstEscape(in: text.span, from: start) else { return nil }
    var to = from
    while from < text.count {
      if let unit = unit(in: text.span, at: from) {
        to = append(unit, to: &text, at: to)
        from += 7
      } else {
        text[to] = text[from]
        to += 1
        from += 1
      }
    }
    return to
  }

  /// Whether the text at `index` would be taken for an escape.
  static func isEscape(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index + 7 <= text.count, text[index] == 0x5F, text[index + 1] == 0x78,
      text[index + 6] == 0x5F
    else { return false }
    for place in 2..<6 where hexadecimal(text[index + place]) == nil { return false }
    return true
  }

  private static func firstEscape(in text: Span<UInt8>, from start: Int) -> Int? {
    var from = start
    while let place = text.firstOffset(of: 0x5F, from: from), place + 7 <= text.count {
      if unit(in: text, at: place) != nil { return place }
      from = place + 1
    }
    return nil
  }

  /// The code that an escape stands for; halves of pairs are left as they are.
  private static func unit(in text: Span<UInt8>, at index: Int) -> UInt32? {
    guard text[index] == 0x5F, isEscape(text, at: index) else { return nil }
    var value: UInt32 = 0
    for place in 2..<6 { value = value << 4 | UInt32(hexadecimal(text[index + place]) ?? 0) }
    return (0xD800...0xDFFF).contains(value) ? nil : value
  }

  private static func append(
    _ unit: UInt32, to text: inout MutableSpan<UInt8>, at start: Int
  ) -> Int {
    guard let scalar = Unicode.Scalar(unit) else { return start }
    var place = start
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      text[place] = byte
      place += 1
    }
    return place
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
