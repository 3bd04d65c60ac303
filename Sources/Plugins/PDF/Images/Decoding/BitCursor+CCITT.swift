import ConverterCore

/// The codes of CCITT data.
extension BitCursor {
  enum Mode {
    case pass, horizontal
    case vertical(Int)
  }

  /// The mode of a row in two dimensions (T.4, table 4); `nil` for extensions, which nobody wrote.
  mutating func takeMode() -> Mode? {
    let bits = peek(7)
    if bits >= 0b100_0000 {
      skip(1)
      return .vertical(0)
    }
    switch bits >> 4 {
    case 0b011:
      skip(3)
      return .vertical(1)
    case 0b010:
      skip(3)
      return .vertical(-1)
    case 0b001:
      skip(3)
      return .horizontal
    default: break
    }
    switch bits {
    case 0b000_1000...0b000_1111:
      skip(4)
      return .pass
    case 0b000_0110, 0b000_0111:
      skip(6)
      return .vertical(2)
    case 0b000_0100, 0b000_0101:
      skip(6)
      return .vertical(-2)
    case 0b000_0011:
      skip(7)
      return .vertical(3)
    case 0b000_0010:
      skip(7)
      return .vertical(-3)
    default: return nil
    }
  }

  /// The length of a run, all its codes together; `nil` where there is none.
  mutating func takeRun(_ table: Span<UInt16>) -> Int? {
    var length = 0
    while true {
      let entry = table[peek(CCITTCodes.longest)]
      let run = Int(entry >> 4)
      guard run != Int(CCITTCodes.invalid), length <= CCITTDecoder.mostColumns else { return nil }
      // Zeros behind the end make no code, but a code may reach over it.
      guard !isAtEnd else { return nil }
      skip(Int(entry & 15))
      length += run
      if run < 64 { return length }
    }
  }

  /// Passes an end of line with the zeros before it, if that comes next.
  mutating func takeEndOfLine() -> Bool {
    guard peek(11) == 0 else { return false }
    var probe = self
    probe.skip(11)
    while !probe.isAtEnd {
      if probe.take(1) == 1 {
        self = probe
        return true
      }
    }
    return false
  }

  /// Goes before the next end of line.
  ///
  /// - Returns: whether there is one.
  mutating func skipToEndOfLine() -> Bool {
    while !isAtEnd {
      if peek(12) == 1 { return true }
      skip(1)
    }
    return false
  }
}
