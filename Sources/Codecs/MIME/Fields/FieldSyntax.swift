/// What may stand between and around the words of a field that has a structure (RFC 5322, 3.2).
enum FieldSyntax {
  /// Behind the quote that ends the string which begins at `start`; `nil` where none does.
  static func endOfQuote(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Behind the bracket that ends the comment which begins at `start`, with others in it; `nil` where none does.
  static func endOfComment(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: "\\"): index += 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Appends what the quotes or brackets at both ends hold, without the backslashes of pairs.
  static func appendContent(
    of range: Range<Int>, in bytes: Span<UInt8>, to result: inout [UInt8]
  ) {
    var index = range.lowerBound + 1
    let end = range.upperBound - 1
    while index < end {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < end { index += 1 }
      result.append(bytes[index])
      index += 1
    }
  }

  /// `"…"` with backslashes before quotes and backslashes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Characters that a name without quotes does not have: `specials` (RFC 5322, 3.2.3).
  static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "@"), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: "\""):
      true
    default: false
    }
  }

  /// What the part of an address before its `@` does not have without quotes.
  static func needsQuotes(_ byte: UInt8) -> Bool {
    byte.isBlank || (byte != UInt8(ascii: ".") && isSpecial(byte))
  }
}
