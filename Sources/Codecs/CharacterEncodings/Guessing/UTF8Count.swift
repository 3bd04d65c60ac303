internal import ConverterCore

/// How much of a text is UTF-8.
package struct UTF8Count: Sendable {
  /// Characters that are not ASCII.
  package private(set) var characters = 0
  /// Whether one of them has more than two bytes.
  package private(set) var isLong = false
  /// Bytes that belong to no character.
  package private(set) var invalid = 0

  /// - Parameters:
  ///   - isCutBefore: whether the text may begin within a character.
  ///   - isCutBehind: whether it may end within one.
  package init(_ text: [UInt8], isCutBefore: Bool = false, isCutBehind: Bool = false) {
    count(text.span, isCutBefore, isCutBehind)
  }

  package mutating func add(_ other: UTF8Count) {
    characters += other.characters
    isLong = isLong || other.isLong
    invalid += other.invalid
  }

  private mutating func count(
    _ bytes: Span<UInt8>, _ isCutBefore: Bool, _ isCutBehind: Bool
  ) {
    var index = 0
    if isCutBefore { while index < min(3, bytes.count), bytes[index] & 0xC0 == 0x80 { index += 1 } }
    while index < bytes.count {
      let first = bytes[index]
      guard first >= 0x80 else {
        index += 1
        continue
      }
      let length = Self.length(first)
      if isCutBehind, length > bytes.count - index, index > 0,
        bytes[(index + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
      {
        return
      }
      if length > 0, index + length <= bytes.count, Self.isAllowed(bytes[index + 1], after: first),
        bytes[(index + 1)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
      {
        characters += 1
        isLong = isLong || length > 2
        index += length
      } else {
        invalid += 1
        index += 1
      }
    }
  }

  /// Bytes of the character that begins with `first`; 0 where none does.
  private static func length(_ first: UInt8) -> Int {
    first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
  }

  /// What the second byte may be keeps out surrogates, numbers too high, and forms too long.
  private static func isAllowed(_ second: UInt8, after first: UInt8) -> Bool {
    switch first {
    case 0xE0: second >= 0xA0
    case 0xED: second < 0xA0
    case 0xF0: second >= 0x90
    case 0xF4: second < 0x90
    default: true
    }
  }
}
