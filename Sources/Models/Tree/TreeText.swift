public import ConverterCore

/// Texts as tokens have them, with the escapes of JSON, and as they are.
public enum TreeText {
  /// Appends the text that a key or a string stands for.
  ///
  /// - Parameters:
  ///   - text: well-formed, as tokens are.
  ///   - buffer: takes it in UTF-8.
  /// - Returns: whether UTF-8 can hold it: half of a surrogate pair becomes U+FFFD.
  @discardableResult
  public static func decode(_ text: Span<UInt8>, into buffer: ByteBuffer) -> Bool {
    var isExact = true
    var rest = text
    while let place = rest.firstOffset(of: backslash), place + 1 < rest.count {
      buffer.append(rest.extracting(..<place))
      var end = place + 2
      switch rest.escape(at: place) {
      case .letter(let letter): buffer.append(JSONEscape.meaning(of: letter))
      case .unknown(let byte): buffer.append(byte)
      case .unit, .noDigit:
        let (scalar, length) = escapedScalar(in: rest, at: place)
        buffer.append(scalar: scalar ?? "\u{FFFD}")
        if scalar == nil { isExact = false }
        end = place + length
      }
      rest = rest.extracting(min(end, rest.count)...)
    }
    buffer.append(rest)
    return isExact
  }

  private static var backslash: UInt8 { UInt8(ascii: "\\") }

  /// Whether a text is anything but its own bytes.
  public static func hasEscapes(_ text: Span<UInt8>) -> Bool {
    text.contains(backslash)
  }

  /// Appends a text as a token has it.
  ///
  /// - Parameters:
  ///   - text: UTF-8, or what was taken for it.
  ///   - buffer: takes it with the escapes of JSON, without quotes.
  /// - Returns: whether it is UTF-8; what is not becomes U+FFFD.
  @discardableResult
  public static func encode(_ text: Span<UInt8>, into buffer: ByteBuffer) -> Bool {
    var isExact = true
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C {
        index += 1
        continue
      }
      if byte >= 0x80 {
        let length = UTF8Sequence.length(in: text, at: index)
        if length > 0 {
          index += length
          continue
        }
      }
      buffer.append(text.extracting(start..<index))
      if byte >= 0x80 {
        buffer.append(scalar: "\u{FFFD}")
        isExact = false
      } else {
        appendEscape(byte, to: buffer)
      }
      index += 1
      start = index
    }
    buffer.append(text.extracting(start...))
    return isExact
  }

  private static func appendEscape(_ byte: UInt8, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case 0x09: buffer.append(UInt8(ascii: "t"))
    case 0x0A: buffer.append(UInt8(ascii: "n"))
    case 0x0C: buffer.append(UInt8(ascii: "f"))
    case 0x0D: buffer.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: buffer.append(byte)
    default:
      buffer.append("u00")
      buffer.append(hexDigit(byte >> 4))
      buffer.append(hexDigit(byte & 15))
    }
  }

  /// A digit of a number below 16, in lower case.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
  }

  /// What `\uXXXX`, or two of them, stand for.
  ///
  /// - Returns: no scalar for half of a pair; and the bytes of the escape.
  private static func escapedScalar(
    in text: Span<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    guard case .unit(let first) = text.escape(at: index) else { return (nil, 6) }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard first < 0xDC00, text.byte(at: index + 6) == backslash,
      case .unit(let second) = text.escape(at: index + 6), (0xDC00..<0xE000).contains(second)
    else { return (nil, 6) }
    return (Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)), 12)
  }
}

/// Characters in UTF-8 (RFC 3629).
public enum UTF8Sequence {
  /// The bytes of the character at `index`; 0 where none begins there.
  @inlinable @inline(__always)
  public static func length(in text: Span<UInt8>, at index: Int) -> Int {
    let lead = text[index]
    if lead < 0x80 { return 1 }
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= text.count else { return 0 }
    // The second byte alone has narrower bounds after some leads.
    let second = text[index + 1]
    let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return 0 }
    for offset in 2..<max(2, length) where text[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

extension ByteBuffer {
  /// Appends a character as UTF-8.
  public func append(scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
