internal import ConverterCore

/// Text for people out of bytes that anybody may have written.
enum ReadableText {
  /// The string of UTF-8, in which U+FFFD stands for what is none.
  ///
  /// Line breaks become spaces, other control characters but tabs U+FFFD: a field is one line, and nothing in it
  /// may move a cursor.
  static func string(_ bytes: Span<UInt8>) -> String {
    let text = String(decoding: bytes)
    guard hasControl(bytes) else { return text }
    var clean = ""
    clean.unicodeScalars.append(contentsOf: text.unicodeScalars.lazy.map(readable))
    return clean
  }

  private static func readable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: scalar
    case 0x0A, 0x0D: " "
    case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
    default: scalar
    }
  }

  /// Whether there may be a control character; the upper ones begin with 0xC2.
  private static func hasControl(_ bytes: Span<UInt8>) -> Bool {
    var found = false
    for index in bytes.indices {
      let byte = bytes[index]
      found = found || (byte < 0x20 && byte != 0x09) || byte == 0x7F || byte == 0xC2
    }
    return found
  }
}
