import ConverterCore

/// What a scalar without quotes is, by the core schema of YAML 1.2 (section 10.3.2).
enum YAMLScalar: Equatable {
  case string
  case null
  case `true`
  case `false`
  /// A number in the grammar of JSON: that of the file, or `nil` where it is as it stands.
  case number([UInt8]?)
  /// A number that JSON cannot have, or that versions of YAML read differently; why it stays a text.
  case unclear(String)

  init(plain text: Span<UInt8>) {
    guard let first = text.first else {
      self = .null
      return
    }
    switch first {
    case UInt8(ascii: "~"): self = text.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      self = Self.isOne(of: Self.nulls, text) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      self = Self.isOne(of: Self.trues, text) ? .true : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      self = Self.isOne(of: Self.falses, text) ? .false : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      self = Self.number(text)
    default: self = .string
    }
  }

  private static let nulls: [StaticString] = ["null", "Null", "NULL"]
  private static let trues: [StaticString] = ["true", "True", "TRUE"]
  private static let falses: [StaticString] = ["false", "False", "FALSE"]
  private static let specials: [StaticString] = [
    ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN",
  ]

  private static func isOne(of words: [StaticString], _ text: Span<UInt8>) -> Bool {
    words.contains { text.equals($0) }
  }

  private static func number(_ text: Span<UInt8>) -> YAMLScalar {
    var rest = ByteCursor(text)
    var result: [UInt8] = []
    if rest.take(UInt8(ascii: "-")) {
      result.append(UInt8(ascii: "-"))
    } else {
      rest.take(UInt8(ascii: "+"))
    }
    if isOne(of: specials, rest.rest) {
      return .unclear("infinity and NaN stay texts: JSON has none")
    }
    if text.count > 2, text.has("0x") { return based(text[2...], 16) }
    if text.count > 2, text.has("0o") { return based(text[2...], 8) }
    let whole = rest.take(while: isDigit)
    append(whole, to: &result)
    if rest.take(UInt8(ascii: ".")) {
      let fraction = rest.take(while: isDigit)
      guard !whole.isEmpty || !fraction.isEmpty else { return .string }
      result.append(UInt8(ascii: "."))
      append(fraction, to: &result)
    } else if whole.isEmpty {
      return .string
    }
    if let mark = rest.peek(), mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.take(mark)
      result.append(mark)
      if let sign = rest.peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.take(sign)
        result.append(sign)
      }
      let exponent = rest.take(while: isDigit)
      guard !exponent.isEmpty else { return .string }
      result.append(exponent)
    }
    guard rest.isAtEnd else { return .string }
    if whole.count > 1, whole.first == UInt8(ascii: "0") {
      return .unclear(
        "numbers with leading zeros stay texts: to YAML 1.1 they are octal, to 1.2 decimal")
    }
    return .number(text.isEqual(to: result.span) ? nil : result)
  }

  /// Appends digits; 0 for none.
  private static func append(_ digits: Span<UInt8>, to result: inout [UInt8]) {
    if digits.isEmpty { result.append(UInt8(ascii: "0")) } else { result.append(digits) }
  }

  private static func based(_ digits: Span<UInt8>, _ base: UInt32) -> YAMLScalar {
    var value: UInt128 = 0
    for index in digits.indices {
      guard let digit = digitValue(digits[index]), digit < base else { return .string }
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt128(base))
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
      guard !overflow, !carry else { return .unclear("integers of more than 128 bits stay texts") }
      value = sum
    }
    return .number(Array(String(value).utf8))
  }

  private static func digitValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 55
    default: nil
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
