import ConverterCore
import TreeModel

/// A number as JSON writes it.
enum TOMLNumber: Equatable {
  /// - Parameter isLarge: whether it is an integer beyond 64 bits.
  case number([UInt8], isLarge: Bool)
  /// Infinity or NaN.
  case special

  /// - Returns: `nil` for what is no number.
  init?(_ word: UnsafeRawBufferPointer) {
    var rest = word[...]
    var digits: [UInt8] = []
    let sign = rest.first
    let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    if hasSign { rest.removeFirst() }
    if rest.elementsEqual("inf".utf8) || rest.elementsEqual("nan".utf8) {
      self = .special
      return
    }
    if !hasSign, rest.count > 2, rest.first == UInt8(ascii: "0"),
      let base = Self.base(rest[rest.startIndex + 1])
    {
      guard let value = Self.integer(rest.dropFirst(2), base) else { return nil }
      self = .number(Array(String(value).utf8), isLarge: value > UInt128(Int64.max))
      return
    }
    if sign == UInt8(ascii: "-") { digits.append(UInt8(ascii: "-")) }
    guard let whole = Self.digits(&rest), whole.count == 1 || whole.first != UInt8(ascii: "0")
    else { return nil }
    digits += whole
    if rest.isEmpty {
      // To TOML, -0 is 0.
      if digits.elementsEqual("-0".utf8) { digits.removeFirst() }
      self = .number(digits, isLarge: Int64(String(decoding: digits, as: UTF8.self)) == nil)
      return
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard let fraction = Self.digits(&rest) else { return nil }
      digits.append(UInt8(ascii: "."))
      digits += fraction
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      digits.append(rest.removeFirst())
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        digits.append(rest.removeFirst())
      }
      guard let exponent = Self.digits(&rest) else { return nil }
      digits += exponent
    }
    guard rest.isEmpty else { return nil }
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
  private static func digits(_ rest: inout Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    var digits: [UInt8] = []
    var mayUnderscore = false
    while let byte = rest.first {
      if byte &- 48 < 10 {
        digits.append(byte)
        mayUnderscore = true
      } else if byte == UInt8(ascii: "_"), mayUnderscore {
        mayUnderscore = false
      } else {
        break
      }
      rest.removeFirst()
    }
    return mayUnderscore ? digits : nil
  }

  private static func integer(_ text: Slice<UnsafeRawBufferPointer>, _ base: UInt32) -> UInt128? {
    var value: UInt128 = 0
    var mayUnderscore = false
    for byte in text {
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
