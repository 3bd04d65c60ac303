import Markup

extension ElementAttributes {
  /// The value as a whole number that is not negative.
  func number(_ name: StaticString) -> Int? {
    self[name].flatMap { Int(digits: $0) }
  }
}

extension Int {
  /// A number of up to nine digits, and nothing else.
  init?(digits: UnsafeRawBufferPointer) {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    self = value
  }
}

extension UnsafeRawBufferPointer {
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
  }
}
