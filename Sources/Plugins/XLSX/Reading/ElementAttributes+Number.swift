import ConverterCore
import Markup

extension ElementAttributes {
  /// The value as a whole number that is not negative.
  func number(_ name: StaticString) -> Int? {
    self[name].map { Int(digits: $0) } ?? nil
  }
}

extension Int {
  /// A number of up to nine digits, and nothing else.
  init?(digits: Span<UInt8>) {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for index in digits.indices {
      let byte = digits[index]
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    self = value
  }
}
