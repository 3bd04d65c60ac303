/// Writers of what PKZIP 1 wrote, as simple as can be.
enum EarlyWriter: String, CaseIterable, Sendable {
  case shrink, implode, implodeLiterals

  var method: Int {
    switch self {
    case .shrink: 1
    case .implode, .implodeLiterals: 6
    }
  }

  /// The flags that belong to it.
  var flags: Int {
    switch self {
    case .implode: 2
    case .implodeLiterals: 4
    default: 0
    }
  }

  func compressed(_ content: [UInt8]) -> [UInt8] {
    var bits = BitOutput()
    switch self {
    case .shrink: Self.shrink(content, &bits)
    case .implode: Self.implode(content, distanceBits: 7, hasLiterals: false, &bits)
    case .implodeLiterals: Self.implode(content, distanceBits: 6, hasLiterals: true, &bits)
    }
    return bits.bytes
  }

  // MARK: Matches

  /// The longest earlier occurrence of what comes next.
  private static func match(
    _ content: [UInt8], at place: Int, window: Int, longest: Int
  ) -> (length: Int, distance: Int) {
    var best = (length: 0, distance: 0)
    for start in max(0, place - window)..<place {
      var length = 0
      while length < longest, place + length < content.count,
        content[start + length] == content[place + length]
      {
        length += 1
      }
      if length > best.length { best = (length, place - start) }
    }
    return best
  }

  // MARK: Shrink

  private static func shrink(_ content: [UInt8], _ bits: inout BitOutput) {
    struct Key: Hashable {
      let parent: Int
      let byte: UInt8
    }
    var codes: [Key: Int] = [:]
    var parents = [Int](repeating: -1, count: 1 << 13)
    var (width, last, place) = (9, 256, 0)
    while place < content.count {
      var code = Int(content[place])
      place += 1
      while place < content.count, let longer = codes[Key(parent: code, byte: content[place])] {
        code = longer
        place += 1
      }
      while code >= 1 << width {
        bits.append(256, width)
        bits.append(1, width)
        width += 1
      }
      bits.append(code, width)
      guard place < content.count else { break }
      func nextFree() -> Int? { (last + 1..<1 << 13).first { parents[$0] < 0 } }
      if nextFree() == nil {
        bits.append(256, width)
        bits.append(2, width)
        let continued = Set(parents)
        for leaf in 257..<1 << 13 where !continued.contains(leaf) { parents[leaf] = -1 }
        codes = codes.filter { parents[$0.value] >= 0 }
        last = 256
      }
      guard let free = nextFree() else { continue }
      // What continues a code that was given up stands for nothing.
      if code < 256 || parents[code] >= 0 { codes[Key(parent: code, byte: content[place])] = free }
      parents[free] = code
      last = free
    }
  }

  // MARK: Implode

  private static func implode(
    _ content: [UInt8], distanceBits: Int, hasLiterals: Bool, _ bits: inout BitOutput
  ) {
    // All codes of a tree are of one length.
    if hasLiterals { appendLengths(256, 8, &bits) }
    appendLengths(64, 6, &bits)
    appendLengths(64, 6, &bits)
    let least = hasLiterals ? 3 : 2
    var place = 0
    while place < content.count {
      let (length, distance) = match(
        content, at: place, window: 64 << distanceBits, longest: least + 63 + 255)
      guard length >= least else {
        bits.append(1, 1)
        if hasLiterals {
          bits.append(inverted: Int(content[place]), 8)
        } else {
          bits.append(Int(content[place]), 8)
        }
        place += 1
        continue
      }
      bits.append(0, 1)
      bits.append((distance - 1) & (1 << distanceBits - 1), distanceBits)
      bits.append(inverted: (distance - 1) >> distanceBits, 6)
      let short = min(63, length - least)
      bits.append(inverted: short, 6)
      if short == 63 { bits.append(length - least - 63, 8) }
      place += length
    }
  }

  private static func appendLengths(_ symbols: Int, _ length: Int, _ bits: inout BitOutput) {
    bits.append(symbols / 16 - 1, 8)
    for _ in 0..<symbols / 16 { bits.append(15 << 4 | length - 1, 8) }
  }
}

/// Bits, the first of each byte lowest.
struct BitOutput {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: Int, _ width: Int) {
    for bit in 0..<width {
      if count % 8 == 0 { bytes.append(0) }
      if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(count % 8) }
      count += 1
    }
  }

  /// A code whose first bit is the highest, all of them turned round.
  mutating func append(inverted code: Int, _ width: Int) {
    for bit in (0..<width).reversed() { append(~code >> bit & 1, 1) }
  }
}
