import ConverterCore
import TreeModel

extension TOMLParser {
  /// A text in one or three quotes, of which the first is still to come.
  ///
  /// - Returns: where it stands in the document, as tokens have it.
  mutating func quotedText(_ quote: UInt8) throws(ConversionError) -> Range<Int> {
    at += 1
    guard peek == quote, peek(1) == quote else {
      return quote == UInt8(ascii: "'") ? try literalString() : try basicString()
    }
    at += 2
    // A line end right behind the quotes is not part of the text.
    _ = try newline()
    return try longString(quote)
  }

  /// Behind `"`, up to and over the next one.
  mutating func basicString() throws(ConversionError) -> Range<Int> {
    let opening = at - 1
    let start = document.bytes.count
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return start..<document.bytes.count
      case UInt8(ascii: "\\"): try escape()
      case 0x0A, 0x0D: throw expected("a closing quote")
      default: try copyCharacter()
      }
    }
    throw damaged("this text has no closing quote", at: opening)
  }

  /// Behind `'`, up to and over the next one.
  mutating func literalString() throws(ConversionError) -> Range<Int> {
    let opening = at - 1
    let start = document.bytes.count
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "'"):
        at += 1
        return start..<document.bytes.count
      case 0x0A, 0x0D: throw expected("a closing quote")
      default: try copyCharacter()
      }
    }
    throw damaged("this text has no closing quote", at: opening)
  }

  /// Behind three quotes, up to and over the next three; up to two more belong to the text.
  private mutating func longString(_ quote: UInt8) throws(ConversionError) -> Range<Int> {
    let opening = at
    let start = document.bytes.count
    let isBasic = quote == UInt8(ascii: "\"")
    while let byte = peek {
      if byte == quote {
        var count = 0
        while peek == quote, count < 5 {
          at += 1
          count += 1
        }
        for _ in 0..<(count < 3 ? count : count - 3) {
          if isBasic { document.bytes.append(UInt8(ascii: "\\")) }
          document.bytes.append(quote)
        }
        if count >= 3 { return start..<document.bytes.count }
      } else if byte == 0x0A {
        document.bytes.append("\\n")
        at += 1
      } else if byte == 0x0D, peek(1) == 0x0A {
        document.bytes.append("\\r\\n")
        at += 2
      } else if isBasic, byte == UInt8(ascii: "\\") {
        if try !skipLineEnd() { try escape() }
      } else {
        try copyCharacter()
      }
    }
    throw damaged("this text has no closing quotes", at: min(opening, text.count))
  }

  /// A backslash at the end of a line takes away all blanks and line ends behind it.
  private mutating func skipLineEnd() throws(ConversionError) -> Bool {
    let backslash = at
    at += 1
    skipBlanks()
    guard try newline() else {
      at = backslash
      return false
    }
    repeat { skipBlanks() } while try newline()
    return true
  }

  private mutating func copyCharacter() throws(ConversionError) {
    let length = try character(in: "a text")
    TreeText.encode(text[at..<at + length], into: document.bytes)
    at += length
  }

  private mutating func escape() throws(ConversionError) {
    let start = at
    let letter = peek(1)
    at += 2
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "f"),
      UInt8(ascii: "r"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      document.bytes.append(text[start..<at])
    case UInt8(ascii: "u"): try codePoint(4, start)
    case UInt8(ascii: "U"): try codePoint(8, start)
    default:
      throw damaged(
        "this escape is not one of \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX", at: start)
    }
  }

  private mutating func codePoint(_ digits: Int, _ start: Int) throws(ConversionError) {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = peek, let digit = byte.hexadecimalValue else {
        throw expected("\(digits) hexadecimal digits")
      }
      value = value << 4 | digit
      at += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw damaged("there is no such character in Unicode", at: start)
    }
    let character = ByteBuffer(capacity: 64)
    character.append(scalar: scalar)
    TreeText.encode(character.span, into: document.bytes)
  }
}
