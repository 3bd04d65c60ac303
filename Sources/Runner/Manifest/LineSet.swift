/// Some of the lines of a manifest, at a bit a line.
struct LineSet: Sendable {
  /// How many are in the set.
  private(set) var count = 0
  private var words: [UInt64]

  /// An empty set of lines from `0..<total`.
  init(of total: Int) {
    words = [UInt64](repeating: 0, count: (total + 63) / 64)
  }

  func contains(_ line: Int) -> Bool {
    words[line / 64] >> UInt64(line % 64) & 1 == 1
  }

  /// - Precondition: the line is not in the set.
  mutating func insert(_ line: Int) {
    words[line / 64] |= 1 << UInt64(line % 64)
    count += 1
  }
}
