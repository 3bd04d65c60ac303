import ConverterCore

/// The keys of the mappings under way, so that merge keys know what is there and repetitions are seen.
struct KeyStack {
  private let bytes = ByteBuffer(capacity: 1 << 12)
  /// Where each key ends.
  private var ends: [Int] = []

  var count: Int { ends.count }

  mutating func push(_ key: Span<UInt8>) {
    bytes.append(key)
    ends.append(bytes.count)
  }

  mutating func truncate(to count: Int) {
    ends.removeLast(ends.count - count)
    bytes.count = ends.last ?? 0
  }

  @_lifetime(borrow self)
  private func key(_ index: Int) -> Span<UInt8> {
    bytes.span[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  func all(from start: Int) -> Set<[UInt8]> {
    Set((start..<ends.count).map { key($0).array })
  }

  /// Looks for keys that are there twice.
  func check(from start: Int, notes: inout YAMLNotes) {
    guard ends.count - start > 1, !notes.hasRepetition else { return }
    if ends.count - start <= 8 {
      for index in start + 1..<ends.count {
        for earlier in start..<index where key(earlier).isEqual(to: key(index)) {
          return notes.repetition(key(index))
        }
      }
      return
    }
    var seen = Set<Int>(minimumCapacity: ends.count - start)
    for index in start..<ends.count {
      var hasher = Hasher()
      hasher.combine(bytes: key(index))
      if !seen.insert(hasher.finalize()).inserted { return notes.repetition(key(index)) }
    }
  }
}
