#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The text of a number, as formats need to know it that keep numbers in the machine's form.
public struct NumberText: Sendable, Equatable {
  /// The digits without leading and trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the place before the first digit: 0.1 has 0, 12 has 2.
  private let power: Int
  private let isNegative: Bool
  private let isInteger: Bool

  /// - Returns: `nil` unless `text` is a number in the grammar of JSON (RFC 8259, section 6), of a length that
  ///   any number of a machine has.
  public init?(_ text: Span<UInt8>) {
    guard (1...1000).contains(text.count) else { return nil }
    var at = 0
    func peek() -> UInt8 { at < text.count ? text[at] : 0 }
    func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    isNegative = peek() == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard isDigit(peek()) else { return nil }
    var digits: [UInt8] = []
    var power = 0
    let startsWithZero = peek() == 0x30
    while isDigit(peek()) {
      if !digits.isEmpty || peek() != 0x30 {
        digits.append(peek())
        power += 1
      }
      at += 1
      if startsWithZero, isDigit(peek()) { return nil }
    }
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      at += 1
      isInteger = false
      guard isDigit(peek()) else { return nil }
      while isDigit(peek()) {
        if digits.isEmpty, peek() == 0x30 { power -= 1 } else { digits.append(peek()) }
        at += 1
      }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      at += 1
      isInteger = false
      let isDown = peek() == UInt8(ascii: "-")
      if isDown || peek() == UInt8(ascii: "+") { at += 1 }
      guard isDigit(peek()) else { return nil }
      var exponent = 0
      while isDigit(peek()) {
        // Beyond any machine number, and far from overflow.
        exponent = min(exponent * 10 + Int(peek() - 0x30), 100_000)
        at += 1
      }
      power += isDown ? -exponent : exponent
    }
    guard at == text.count else { return nil }
    while digits.last == 0x30 { digits.removeLast() }
    (self.digits, self.power, self.isInteger) = (digits, digits.isEmpty ? 0 : power, isInteger)
  }

  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// The same number, where it is written without fraction and exponent and 64 bits hold it.
  public var integer: Int64? {
    // No machine integer is a negative zero.
    guard isInteger, power <= 19, !(isNegative && digits.isEmpty) else { return nil }
    var value: Int64 = 0
    for place in 0..<power {
      let digit = place < digits.count ? Int64(digits[place] - 0x30) : 0
      let (tens, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) =
        isNegative
        ? tens.subtractingReportingOverflow(digit)
        : tens.addingReportingOverflow(digit)
      if over || overflow { return nil }
      value = sum
    }
    return value
  }

  /// The nearest number of 64 bits (IEEE 754), where its digits, cut to as many as the text has, are those
  /// of the text: nothing that was written is then lost.
  public var double: Double? {
    guard !digits.isEmpty else { return isNegative ? -0.0 : 0 }
    guard digits.count <= 17, (-320...320).contains(power) else { return nil }
    let text = "\(isNegative ? "-" : "")0.\(String(decoding: digits, as: UTF8.self))e\(power)"
    guard let value = Double(text), value.isNormal else { return nil }
    if digits.count <= 15 { return value }
    guard let printed = Self.printed(value, digits: digits.count) else { return nil }
    return NumberText(printed.span).flatMap {
      $0.digits == digits && $0.power == power ? value : nil
    }
  }
}
