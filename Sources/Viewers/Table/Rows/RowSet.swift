import TableModel

/// Some of the rows of a table, a bit a row: of a hundred million rows it takes 13 MB.
struct RowSet: Sendable {
  private var words: [UInt64] = []
  /// How many are in each block of 64 words.
  private var blocks: [UInt16] = []
  private(set) var count = 0

  private static let blockBits = 4096

  func contains(_ row: Int) -> Bool {
    let word = row >> 6
    return word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
  }

  mutating func insert(_ row: Int) {
    while words.count <= row >> 6 {
      if words.count & 63 == 0 { blocks.append(0) }
      words.append(0)
    }
    let bit: UInt64 = 1 << UInt64(row & 63)
    guard words[row >> 6] & bit == 0 else { return }
    words[row >> 6] |= bit
    blocks[row / Self.blockBits] += 1
    count += 1
  }

  /// The row that has `index` others before it.
  func row(at index: Int) -> Int? {
    guard index >= 0, index < count else { return nil }
    var rest = index
    var block = 0
    while rest >= Int(blocks[block]) {
      rest -= Int(blocks[block])
      block += 1
    }
    var word = block * 64
    while rest >= words[word].nonzeroBitCount {
      rest -= words[word].nonzeroBitCount
      word += 1
    }
    var bits = words[word]
    for _ in 0..<rest { bits &= bits - 1 }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// How many rows of the set come before `row`.
  func count(before row: Int) -> Int {
    guard row >> 6 < words.count else { return count }
    let block = row / Self.blockBits
    var sum = blocks[..<block].reduce(0) { $0 + Int($1) }
    for word in block * 64..<row >> 6 { sum += words[word].nonzeroBitCount }
    return sum + (words[row >> 6] & (1 << UInt64(row & 63) - 1)).nonzeroBitCount
  }

  /// The first row of the set at or behind `row`.
  func next(from row: Int) -> Int? { self.row(at: count(before: max(0, row))) }

  /// The last row of the set before `row`.
  func last(before row: Int) -> Int? { self.row(at: count(before: max(0, row)) - 1) }
}
