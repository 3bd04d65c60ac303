/// A table of a prefix code whose lengths alone are given, as deflate has them (RFC 1951, 3.2.2).
struct PrefixCode {
  /// For each value that the next bits can have, the symbol above five bits of its length; 0 for none.
  private let entries: [UInt16]
  /// The longest code that there is, 1…16 bits.
  let longest: Int

  private static let mostBits = 16

  /// - Parameters:
  ///   - lengths: for each symbol the bits of its code, at most 16; 0 for none.
  ///   - isInverted: whether the bits of codes are turned round, as in implode.
  /// - Returns: `nil` for lengths that no code can have.
  init?(lengths: [UInt8], isInverted: Bool = false) {
    var counts = [Int](repeating: 0, count: Self.mostBits + 1)
    for length in lengths { counts[Int(length)] += 1 }
    let longest = max(1, (1...Self.mostBits).last { counts[$0] > 0 } ?? 1)
    self.longest = longest
    var next = [Int](repeating: 0, count: Self.mostBits + 2)
    var code = 0
    for length in 1...Self.mostBits {
      next[length] = code
      code += counts[length]
      guard code <= 1 << length else { return nil }
      code <<= 1
    }
    var entries = [UInt16](repeating: 0, count: 1 << longest)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = isInverted ? ~next[length] & (1 << length - 1) : next[length]
      next[length] += 1
      // The first bit of a code is the lowest of the bits that come.
      var place = 0
      for bit in 0..<length where code >> bit & 1 == 1 { place |= 1 << (length - 1 - bit) }
      let entry = UInt16(symbol << 5 | length)
      for place in stride(from: place, to: 1 << longest, by: 1 << length) { entries[place] = entry }
    }
    self.entries = entries
  }

  /// - Parameter bits: the next ones, the first lowest; zeros behind the last.
  /// - Returns: the length is 0 where there is no such code.
  @inline(__always)
  func symbol(_ bits: UInt64) -> (symbol: Int, length: Int) {
    let entry = entries[Int(truncatingIfNeeded: bits) & (entries.count - 1)]
    return (Int(entry >> 5), Int(entry & 31))
  }
}
