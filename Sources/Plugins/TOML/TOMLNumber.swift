import ConverterCore
import TreeModel

/// A number as JSON writes it.
enum TOMLNumber: Equatable {
  /// - Parameter isLarge: whether it is an integer beyond 64 bits.
  case number([UInt8], isLarge: Bool)
  /// Infinity or NaN.
  case special

  /// - Returns: `nil` for what is no number.
  init?(_ word: Span<UInt8>) {
    var rest = ByteCursor(word)
    var digits: [UInt8] = []
    let isNegative = rest.take(UInt8(ascii: "-"))
    let hasSign = isNegative || rest.take(UInt8(ascii: "+"))
    if rest.rest.equals("inf") || rest.rest.equals("nan") {
      self = .special
      return
    }
    if !hasSign, word.count > 2, word[0] == UInt8(ascii: "0"), let base = Self.base(word[1]) {
      guard let value = Self.integer(word[2...], base) else { return nil }
      self = .number(Array(String(value).utf8), isLarge: value > UInt128(Int64.max))
      return
    }
    if isNegative { digits.append(UInt8(ascii: "-")) }
    guard let whole = Self.digits(&rest), whole.count == 1 || whole.first != UInt8(ascii: "0")
    else { return nil }
    digits += whole
    if rest.isAtEnd {
      // To TOML, -0 is 0.
      if digits.elementsEqual("-0".utf8) { digits.removeFirst() }
      self = .number(digits, isLarge: Int64(String(decoding: digits, as: UTF8.self)) == nil)
      return
    }
    if rest.take(UInt8(ascii: ".")) {
      guard let fraction = Self.digits(&rest) else { return nil }
      digits.append(UInt8(ascii: "."))
      digits += fraction
    }
    if let mark = rest.peek(), mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.take(mark)
      digits.append(mark)
      if let sign = rest.peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.take(sign)
        digits.append(sign)
      }
      guard let exponent = Self.digits(&rest) else { return nil }
      digits += exponent
    }
    guard rest.isAtEnd else { return nil }
    self = .number(digits, isLarge: false)
  }

  private static func base(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// Digits with single underscores between them, without those.
  private static func digits(_ rest: inout ByteCursor) -> [UInt8]? {
    var digits: [UInt8] = []
    var mayUnderscore = false
    while let byte = rest.peek() {
      if byte &- 48 < 10 {
        digits.append(byte)
        mayUnderscore = true
      } else if byte == UInt8(ascii: "_"), mayUnderscore {
        mayUnderscore = false
      } else {
        break
      }
      rest.take(byte)
    }
    return mayUnderscore ? digits : nil
  }

  private static func integer(_ text: Span<UInt8>, _ base: UInt32) -> UInt128? {
    var value: UInt128 = 0
    var mayUnderscore = false
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "_") {
        guard mayUnderscore else { return nil }
        mayUnderscore = false
        continue
      }
      guard let digit = byte.hexadecimalValue, digit < base else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt128(base))
      guard !overflow else { return nil }
      value = product | UInt128(digit)
      mayUnderscore = true
    }
    return mayUnderscore ? value : nil
  }
}
