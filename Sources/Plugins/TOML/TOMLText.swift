import ConverterCore

/// Texts and keys as TOML writes them.
enum TOMLText {
  /// A key, bare where it can be.
  static func key(_ text: Span<UInt8>) -> [UInt8] {
    let isBare = text.allSatisfy { byte in
      byte &- 48 < 10 || (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
    if isBare, !text.isEmpty { return text.array }
    let quoted = ByteBuffer(capacity: text.count + 2)
    append(text, mayHaveLines: false, to: quoted)
    return quoted.array
  }

  /// - Parameter mayHaveLines: whether a text of several lines may be written as such.
  static func append(
    _ text: Span<UInt8>, mayHaveLines: Bool, to out: ByteBuffer
  ) {
    let hasLines = mayHaveLines && text.contains(0x0A)
    // A line end right behind the quotes is not part of the text.
    out.append(hasLines ? "\"\"\"\n" : "\"")
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case 0x0A where hasLines: out.append(byte)
      case 0x08: out.append("\\b")
      case 0x09: out.append("\\t")
      case 0x0A: out.append("\\n")
      case 0x0C: out.append("\\f")
      case 0x0D: out.append("\\r")
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case 0..<0x20, 0x7F:
        out.append("\\u00")
        out.append(hexDigits[Int(byte >> 4)])
        out.append(hexDigits[Int(byte & 15)])
      default: out.append(byte)
      }
    }
    out.append(hasLines ? "\"\"\"" : "\"")
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Whether a number is an integer beyond the 64 bits that readers of TOML have to know.
  static func isLargeInteger(_ digits: Span<UInt8>) -> Bool {
    guard digits.count > 18, digits.allSatisfy({ $0 &- 48 < 10 || $0 == UInt8(ascii: "-") })
    else { return false }
    return Int64(String(decoding: digits)) == nil
  }
}
