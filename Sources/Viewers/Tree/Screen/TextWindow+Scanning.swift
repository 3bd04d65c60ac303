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
      let index = Self.firstSpecial(in: part)
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
    switch try byte(at: offset + 1) {
    case UInt8(ascii: "u"):
      for place in offset + 2..<offset + 6 where TreeText.hexValue(try byte(at: place)) == nil {
        throw .damaged("\\u must have four hexadecimal digits", at: place)
      }
      return offset + 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    default: throw .damaged("a backslash must begin an escape such as \\n or \\u00e9", at: offset)
    }
  }

  /// The index of the first quote, backslash or control character; the count where there is none.
  @inline(__always)
  private static func firstSpecial(in part: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = part.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(start)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = 0
    while index &+ 8 <= part.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      // The lowest bit that is set tells the first hit; borrows may set wrong ones above it alone.
      let hits =
        ((quote &- ones) & ~quote | (slash &- ones) & ~slash
          | (word &- (ones &* 0x20)) & ~word) & (ones &* 0x80)
      if hits != 0 { return index &+ hits.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < part.count {
      let byte = start[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return index }
      index &+= 1
    }
    return index
  }

  func skipNumber(from offset: Int) throws(ConversionError) -> Int {
    var place = offset
    if try byte(at: place) == UInt8(ascii: "-") { place += 1 }
    if try byte(at: place) == UInt8(ascii: "0") {
      place += 1
    } else {
      place = try skipDigits(from: place)
    }
    if try byte(at: place) == UInt8(ascii: ".") { place = try skipDigits(from: place + 1) }
    if try byte(at: place) | 0x20 == UInt8(ascii: "e") {
      place += 1
      let sign = try byte(at: place)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { place += 1 }
      place = try skipDigits(from: place)
    }
    return place
  }

  private func skipDigits(from offset: Int) throws(ConversionError) -> Int {
    var place = offset
    while try byte(at: place) &- 0x30 < 10 { place &+= 1 }
    guard place > offset else { throw .damaged("a number needs a digit here", at: place) }
    return place
  }

  func skipWord(from offset: Int) throws(ConversionError) -> Int {
    let word: StaticString =
      switch try byte(at: offset) {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    for index in 1..<word.utf8CodeUnitCount
    where try byte(at: offset + index) != word.utf8Start[index] {
      throw .damaged("expected true, false or null", at: offset + index)
    }
    return offset + word.utf8CodeUnitCount
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
