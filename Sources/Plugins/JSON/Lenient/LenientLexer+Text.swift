import ConverterCore
import TreeModel

extension LenientLexer {
  /// A text in double or single quotes, from the quote on, as JSON has it.
  func string(_ quote: UInt8, into text: ByteBuffer) throws(ConversionError) {
    let start = cursor.offset
    if quote == 0x27 { json5Features.add(.quote) }
    cursor.advance()
    while let byte = try cursor.peek() {
      try context.limits.check(.memory, text.count, for: "a text of the file")
      switch byte {
      case quote:
        cursor.advance()
        return
      case UInt8(ascii: "\\"): try escape(into: text)
      case 0x22:
        text.append("\\\"")
        cursor.advance()
      case 0..<0x20:
        json5Features.add(.control)
        append(unit: UInt32(byte), to: text)
        cursor.advance()
      case 0x80...: try copyCharacter(into: text)
      default:
        text.append(byte)
        cursor.advance()
      }
    }
    let begin = try TextPlace(start, in: input)
    throw try damaged(
      "the file ends within a string that began at line \(begin.line), column \(begin.column)")
  }

  private func copyCharacter(into text: ByteBuffer) throws(ConversionError) {
    let (bytes, length) = try character()
    guard length > 0 else { throw try damaged("these bytes are not UTF-8") }
    text.append(bytes.prefix(length))
    cursor.advance(length)
  }

  /// An escape (ECMAScript 5.1, section 7.8.4), from its backslash on.
  private func escape(into text: ByteBuffer) throws(ConversionError) {
    guard let byte = try cursor.peek(1) else {
      cursor.advance()
      return
    }
    let escape = try cursor.escape(at: cursor.offset)
    switch escape {
    case .letter, .unit:
      // As the file writes it: upper case or lower.
      for distance in 0..<escape.count {
        if let byte = try cursor.peek(distance) { text.append(byte) }
      }
      return cursor.advance(escape.count)
    case .noDigit: throw try expected("4 hexadecimal digits in the escape")
    case .unknown: break
    }
    json5Features.add(.escape)
    switch byte {
    case UInt8(ascii: "x"):
      append(unit: try twoDigits(), to: text)
      cursor.advance(4)
    case UInt8(ascii: "v"):
      append(unit: 0x0B, to: text)
      cursor.advance(2)
    case UInt8(ascii: "0"):
      append(unit: 0, to: text)
      cursor.advance(2)
    case 0x0D:
      // The line goes on in the next.
      cursor.advance(try cursor.peek(2) == 0x0A ? 3 : 2)
    case 0x0A: cursor.advance(2)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw try damaged("a backslash and a digit are no escape")
    default:
      cursor.advance()
      let isLine = try cursor.hasNext("\u{2028}")
      let isParagraph = try cursor.hasNext("\u{2029}")
      if isLine || isParagraph {
        cursor.advance(3)
      } else if byte >= 0x80 {
        try copyCharacter(into: text)
      } else {
        append(unit: UInt32(byte), to: text)
        cursor.advance()
      }
    }
  }

  /// The digits of `\x`.
  private func twoDigits() throws(ConversionError) -> UInt32 {
    var value: UInt32 = 0
    for distance in 2..<4 {
      guard let byte = try cursor.peek(distance), let digit = byte.hexadecimalValue else {
        throw try expected("2 hexadecimal digits in the escape")
      }
      value = value << 4 | digit
    }
    return value
  }

  /// A character below U+0100, escaped where JSON wants it.
  private func append(unit: UInt32, to text: ByteBuffer) {
    guard let scalar = Unicode.Scalar(unit) else { return }
    let bytes = Array(String(Character(scalar)).utf8)
    TreeText.encode(bytes.span, into: text)
  }

  /// A key without quotes.
  func identifier(into text: ByteBuffer) throws(ConversionError) {
    let start = text.count
    while let byte = try cursor.peek() {
      if byte == UInt8(ascii: "\\"), try cursor.peek(1) == UInt8(ascii: "u") {
        try escape(into: text)
      } else if byte >= 0x80 {
        try copyCharacter(into: text)
      } else if isIdentifier(byte), text.count > start || !isDigit(byte) {
        text.append(byte)
        cursor.advance()
      } else {
        break
      }
    }
    guard text.count > start else { throw try expected("a key or \"}\"") }
    json5Features.add(.bareKey)
  }

  func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: isDigit(byte)
    }
  }

  func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
