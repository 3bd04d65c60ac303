/// Shrink (APPNOTE 5.1): LZW with codes of 9 to 13 bits, of which those that nothing continues are given up when
/// the writer says so.
struct ShrinkTable {
  private static let command = 256
  private static let mostBits = 13
  private static let none = -1

  /// For each code the one that it continues; `none` for one that stands for nothing.
  private var parents = [Int](repeating: none, count: 1 << mostBits)
  /// The last byte of each code.
  private var bytes = [UInt8](repeating: 0, count: 1 << mostBits)
  /// Where the next free code is looked for.
  private var lastFree = command

  mutating func decode(
    _ bits: inout BitInput, into output: inout EarlyOutput
  ) throws(DecodingFailure) {
    var width = 9
    guard !output.isFull else { return }
    guard var previous = bits.take(width), previous < Self.command else { throw .damaged }
    var first = UInt8(truncatingIfNeeded: previous)
    output.append(first)
    while !output.isFull {
      guard let code = bits.take(width) else { throw .damaged }
      if code == Self.command {
        switch bits.take(width) {
        case 1 where width < Self.mostBits: width += 1
        case 2: clearLeaves()
        default: throw .damaged
        }
        continue
      }
      let isKnown = code < Self.command || parents[code] != Self.none
      var text = try text(of: isKnown ? code : previous)
      // A code that is made by this very step.
      if !isKnown { text.append(first) }
      first = text[0]
      for byte in text { output.append(byte) }
      add(first, behind: previous)
      previous = code
    }
  }

  private func text(of code: Int) throws(DecodingFailure) -> [UInt8] {
    var text: [UInt8] = []
    var code = code
    while code >= Self.command {
      // Codes that were given up and made again may lead in a circle.
      guard parents[code] != Self.none, text.count < 1 << Self.mostBits else { throw .damaged }
      text.append(bytes[code])
      code = parents[code]
    }
    text.append(UInt8(truncatingIfNeeded: code))
    return text.reversed()
  }

  private mutating func add(_ byte: UInt8, behind parent: Int) {
    guard let free = (lastFree + 1..<parents.count).first(where: { parents[$0] == Self.none })
    else {
      lastFree = parents.count - 1
      return
    }
    parents[free] = parent
    bytes[free] = byte
    lastFree = free
  }

  /// Frees the codes that no other one continues.
  private mutating func clearLeaves() {
    var isContinued = [Bool](repeating: false, count: parents.count)
    for parent in parents where parent > Self.command { isContinued[parent] = true }
    for code in parents.indices where code > Self.command && !isContinued[code] {
      parents[code] = Self.none
    }
    lastFree = Self.command
  }
}
