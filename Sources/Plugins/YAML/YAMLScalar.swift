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

  init(plain text: UnsafeRawBufferPointer) {
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

  private static func isOne(of words: [StaticString], _ text: some Collection<UInt8>) -> Bool {
    words.contains { $0.withUTF8Buffer { $0.elementsEqual(text) } }
  }

  private static func number(_ text: UnsafeRawBufferPointer) -> YAMLScalar {
    var rest = text[...]
    var result: [UInt8] = []
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      if rest.removeFirst() == UInt8(ascii: "-") { result.append(UInt8(ascii: "-")) }
    }
    if isOne(of: specials, rest) { return .unclear("infinity and NaN stay texts: JSON has none") }
    if rest.count == text.count, rest.count > 2, rest.first == UInt8(ascii: "0") {
      let mark = rest[rest.startIndex + 1]
      if mark == UInt8(ascii: "x") { return based(rest.dropFirst(2), 16) }
      if mark == UInt8(ascii: "o") { return based(rest.dropFirst(2), 8) }
    }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    result += whole.isEmpty ? [UInt8(ascii: "0")] : Array(whole)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let fraction = rest.prefix(while: isDigit)
      guard !whole.isEmpty || !fraction.isEmpty else { return .string }
      rest = rest[fraction.endIndex...]
      result.append(UInt8(ascii: "."))
      result += fraction.isEmpty ? [UInt8(ascii: "0")] : Array(fraction)
    } else if whole.isEmpty {
      return .string
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      result.append(rest.removeFirst())
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        result.append(rest.removeFirst())
      }
      let exponent = rest.prefix(while: isDigit)
      guard !exponent.isEmpty else { return .string }
      result += Array(exponent)
      rest = rest[exponent.endIndex...]
    }
    guard rest.isEmpty else { return .string }
    if whole.count > 1, whole.first == UInt8(ascii: "0") {
      return .unclear(
        "numbers with leading zeros stay texts: to YAML 1.1 they are octal, to 1.2 decimal")
    }
    return .number(result.elementsEqual(text) ? nil : result)
  }

  private static func based(_ digits: Slice<UnsafeRawBufferPointer>, _ base: UInt32) -> YAMLScalar {
    var value: UInt128 = 0
    for byte in digits {
      guard let digit = digitValue(byte), digit < base else { return .string }
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
