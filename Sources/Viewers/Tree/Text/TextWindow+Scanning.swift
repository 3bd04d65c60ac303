internal import ConverterCore
import TreeModel

/// Ways over the smallest parts of JSON, each from an offset to the one behind.
extension TextWindow {
  @inline(__always)
  func skipBlanks(from offset: Int) throws(ConversionError) -> Int {
    // Most often there is none.
    if try !byte(at: offset).isJSONBlank { return offset }
    var offset = offset + 1
    while true {
      let part = try bytes(from: offset)
      var index = 0
      while index < part.count, part[index].isJSONBlank { index &+= 1 }
      offset += index
      if index < part.count || part.isEmpty { return offset }
    }
  }

  /// - Parameter offset: of the opening quote.
  /// - Returns: the offset behind the closing one.
  func skipString(from offset: Int) throws(ConversionError) -> Int {
    var place = offset + 1
    while true {
      let part = try bytes(from: place)
      let index = part.endOfPlainText(from: 0, isASCII: false)
      place += index
      guard index < part.count else {
        if part.isEmpty { throw .damaged("the text ends within a string", at: place) }
        continue
      }
      switch part[index] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place = try skipEscape(from: place)
      default:
        throw .damaged(
          "a string may hold a control character only as an escape such as \\n", at: place)
      }
    }
  }

  private func skipEscape(from offset: Int) throws(ConversionError) -> Int {
    let escape = try escape(at: offset)
    switch escape {
    case .letter, .unit: return offset + escape.count
    case .noDigit(let place):
      throw .damaged("\\u must have four hexadecimal digits", at: place)
    case .unknown:
      throw .damaged("a backslash must begin an escape such as \\n or \\u00e9", at: offset)
    }
  }

  func skipNumber(from offset: Int) throws(ConversionError) -> Int {
    switch try endOfNumber(from: offset) {
    case .end(let end): return end
    case .noDigit(let place, _): throw .damaged("a number needs a digit here", at: place)
    }
  }

  func skipWord(from offset: Int) throws(ConversionError) -> Int {
    let word: StaticString =
      switch try byte(at: offset) {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    let count = try countOfWord(word, at: offset)
    guard count == word.utf8CodeUnitCount else {
      throw .damaged("expected true, false or null", at: offset + count)
    }
    return offset + count
  }
}

/// Where and why a text is no JSON.
struct TextDamage: Error {
  let offset: Int
}

extension ConversionError {
  static func damaged(_ message: String, at offset: Int) -> ConversionError {
    ConversionError(.damagedInput, message, cause: TextDamage(offset: offset))
  }
}
