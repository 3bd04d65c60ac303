/// A pattern for one name: `*.jp?g`, `[A-M]*`.
package struct NamePattern: Sendable {
  private enum Token: Sendable {
    case character(UInt32)
    case any
    case many
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  private let tokens: [Token]

  /// Whether it matches nothing but its own text.
  package let isLiteral: Bool

  package init(_ text: some Sequence<UInt8>) {
    var characters: [UInt32] = []
    let bytes = Array(text)
    var index = 0
    while index < bytes.count { characters.append(Self.character(bytes.span, &index)) }
    var tokens: [Token] = []
    var isLiteral = true
    index = 0
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case 0x2A:
        // Two stars are no more than one.
        if case .many? = tokens.last { continue }
        tokens.append(.many)
      case 0x3F: tokens.append(.any)
      case 0x5B:
        if let set = Self.set(characters, &index) { tokens.append(set) } else { fallthrough }
      default:
        let isEscape = character == 0x5C && index < characters.count
        tokens.append(.character(isEscape ? characters[index] : character))
        if isEscape {
          index += 1
          isLiteral = false
        }
        continue
      }
      isLiteral = false
    }
    self.tokens = tokens
    self.isLiteral = isLiteral
  }

  /// Whether it matches the whole name.
  ///
  /// After a mismatch only the last `*` takes one more character, so that the time is bounded by the
  /// product of both lengths.
  package func matches(_ name: Span<UInt8>) -> Bool {
    var position = 0
    var index = 0
    var retry: (position: Int, index: Int)?
    while true {
      if index < tokens.count, case .many = tokens[index] {
        index += 1
        if index == tokens.count { return true }
        retry = (position, index)
        continue
      }
      if position == name.count, index == tokens.count { return true }
      if position < name.count, index < tokens.count {
        let character = Self.character(name, &position)
        if Self.matches(tokens[index], character) {
          index += 1
          continue
        }
      }
      guard var last = retry, last.position < name.count else { return false }
      _ = Self.character(name, &last.position)
      retry = last
      (position, index) = last
    }
  }

  private static func matches(_ token: Token, _ character: UInt32) -> Bool {
    switch token {
    case .character(let wanted): wanted == character
    case .any, .many: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The set whose opening bracket stands before `index`; `nil` where no bracket closes it, so that it is
  /// only a bracket.
  private static func set(_ characters: [UInt32], _ index: inout Int) -> Token? {
    var position = index
    var ranges: [ClosedRange<UInt32>] = []
    let isNegated = position < characters.count && [0x21, 0x5E].contains(characters[position])
    if isNegated { position += 1 }
    let first = position
    while position < characters.count {
      let low = characters[position]
      // A bracket right at the beginning is a member.
      if low == 0x5D, position > first {
        index = position + 1
        return .set(ranges, isNegated: isNegated)
      }
      var high = low
      if position + 2 < characters.count, characters[position + 1] == 0x2D,
        characters[position + 2] != 0x5D
      {
        high = characters[position + 2]
        position += 2
      }
      if low <= high { ranges.append(low...high) }
      position += 1
    }
    return nil
  }

  /// The character at `index`, which moves behind it; a byte that is not UTF-8 counts as one beyond
  /// Unicode.
  private static func character(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt32 {
    let first = bytes[index]
    index += 1
    if first < 0x80 { return UInt32(first) }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0
    guard length > 0, index + length <= bytes.count else { return 0x110000 + UInt32(first) }
    var value = UInt32(first) & (0x3F >> UInt32(length))
    for offset in 0..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return 0x110000 + UInt32(first) }
      value = value << 6 | UInt32(next & 0x3F)
    }
    index += length
    return value
  }
}
