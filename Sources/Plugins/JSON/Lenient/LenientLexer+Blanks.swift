import ConverterCore
import TreeModel

extension LenientLexer {
  /// Goes over blanks and comments.
  func skipBlanks() throws(ConversionError) {
    while let byte = try cursor.peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: cursor.advance()
      case 0x0B, 0x0C:
        json5Features.add(.blank)
        cursor.advance()
      case UInt8(ascii: "#"): try skipLine()
      case UInt8(ascii: "/"):
        let second = try cursor.peek(1)
        if second == UInt8(ascii: "/") {
          try skipLine()
        } else if second == UInt8(ascii: "*") {
          try skipComment()
        } else {
          return
        }
      case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
        guard let length = try blankLength() else { return }
        json5Features.add(.blank)
        cursor.advance(length)
      default: return
      }
    }
  }

  private func skipLine() throws(ConversionError) {
    json5Features.add(.comment)
    while let byte = try cursor.peek(), byte != 0x0A, byte != 0x0D { cursor.advance() }
  }

  private func skipComment() throws(ConversionError) {
    let start = cursor.offset
    json5Features.add(.comment)
    cursor.advance(2)
    while try !cursor.hasNext("*/") {
      guard try cursor.peek() != nil else {
        throw try damaged("the file ends within a comment", at: start)
      }
      cursor.advance()
    }
    cursor.advance(2)
  }

  /// The bytes of a blank beyond ASCII: U+00A0, U+FEFF, U+2028, U+2029 and those of the category Zs.
  private func blankLength() throws(ConversionError) -> Int? {
    let (bytes, length) = try character()
    guard length > 0,
      let scalar = String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars.first
    else { return nil }
    switch scalar {
    case "\u{FEFF}", "\u{2028}", "\u{2029}": return length
    default: return scalar.properties.generalCategory == .spaceSeparator ? length : nil
    }
  }

  /// The next bytes, and how many of them are the next character: 0 where none begins.
  func character() throws(ConversionError) -> (bytes: [UInt8], length: Int) {
    var bytes: [UInt8] = []
    while bytes.count < 4, let byte = try cursor.peek(bytes.count) { bytes.append(byte) }
    return (bytes, bytes.isEmpty ? 0 : UTF8Sequence.length(in: bytes.span, at: 0))
  }
}
