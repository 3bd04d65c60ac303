import ConverterCore

/// A cell by which a row is sorted.
///
/// Numbers come first, by their value, then words, by their bytes; what is empty comes last in either
/// direction.
private struct SortKey {
  /// The row's place in the content.
  var row: UInt32
  /// 0: a number, 1: words, 2: nothing.
  var rank: UInt8
  /// Orders most keys by itself: a number, or the first eight bytes of a word.
  var weight: UInt64
  /// The bytes behind the first eight.
  var start: UInt32
  var count: UInt32
}

/// Sorts the rows of a table by one column, in memory.
///
/// Only the cells of the column are held, 24 bytes and what is longer than 8 bytes of them; where that is too
/// much it is refused.
struct RowSorting: Sendable {
  let column: Int
  let isDescending: Bool
  /// The rows to be sorted; `nil` for all.
  let rows: (@Sendable (Int) -> Bool)?

  private static let run = 1 << 16

  /// - Returns: the places of the rows in the new order; `nil` when it was cancelled.
  func order<State>(
    of index: TableIndex, for work: BackgroundWork<State>
  ) throws(ConversionError) -> [UInt32]? {
    var keys: [SortKey] = []
    var rest: [UInt8] = []
    let room = index.context.limits.memory / 4
    try index.scan(for: work, fraction: { $0 * 0.5 }) {
      batch, rows, first throws(ConversionError) in
      for row in rows {
        let place = first + row - rows.lowerBound
        if let chosen = self.rows, !chosen(place) { continue }
        keys.append(try key(of: row, in: batch, place, &rest))
      }
      // Merging takes the keys once more.
      let needed = keys.count * MemoryLayout<SortKey>.stride * 2 + rest.count
      guard needed <= room else {
        throw ConversionError(
          .limitExceeded,
          "sorting needs more than \(room >> 20) MiB; --limit memory=\(index.context.limits.memory * 2) "
            + "allows more, and --filter leaves less to sort")
      }
      return true
    }
    if work.isCancelled { return nil }
    return merged(keys, rest, for: work)
  }

  private func key(
    of row: Int, in batch: RowBatch, _ place: Int, _ rest: inout [UInt8]
  ) throws(ConversionError) -> SortKey {
    guard let place = UInt32(exactly: place), rest.count < Int(UInt32.max) >> 1 else {
      throw ConversionError(.limitExceeded, "there are too many rows to be sorted")
    }
    let cells = batch.row(row)
    guard column < cells.count else {
      return SortKey(row: place, rank: 2, weight: 0, start: 0, count: 0)
    }
    let cell = batch.cells[cells.lowerBound + column]
    let text = batch.text(of: cell)
    if text.isEmpty { return SortKey(row: place, rank: 2, weight: 0, start: 0, count: 0) }
    if let number = CellNumber(text) {
      return SortKey(row: place, rank: 0, weight: number.weight, start: 0, count: 0)
    }
    var weight: UInt64 = 0
    for index in 0..<8 { weight = weight << 8 | (index < text.count ? UInt64(text[index]) : 0) }
    let tail = UnsafeRawBufferPointer(rebasing: text.dropFirst(8).prefix(1 << 16))
    let key = SortKey(
      row: place, rank: 1, weight: weight, start: UInt32(rest.count), count: UInt32(tail.count))
    rest.append(contentsOf: tail)
    return key
  }

  /// Sorts runs, then merges them two by two: so that it can be stopped, and says how far it is.
  private func merged<State>(
    _ keys: [SortKey], _ rest: [UInt8], for work: BackgroundWork<State>
  ) -> [UInt32]? {
    var keys = keys
    let count = keys.count
    for start in stride(from: 0, to: count, by: Self.run) {
      if work.isCancelled { return nil }
      let end = min(start + Self.run, count)
      rest.withUnsafeBufferPointer { rest in
        keys[start..<end].sort { precedes($0, $1, rest) }
      }
      work.report(0.5 + 0.25 * Double(end) / Double(count))
    }
    var other = keys
    var width = Self.run
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        if work.isCancelled { return nil }
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        rest.withUnsafeBufferPointer { rest in
          merge(keys, start..<middle, middle..<end, into: &other, rest)
        }
      }
      swap(&keys, &other)
      width *= 2
      work.report(min(1, 0.75 + 0.25 * Double(width) / Double(count)))
    }
    return keys.map(\.row)
  }

  private func merge(
    _ keys: [SortKey], _ left: Range<Int>, _ right: Range<Int>, into result: inout [SortKey],
    _ rest: UnsafeBufferPointer<UInt8>
  ) {
    keys.withUnsafeBufferPointer { keys in
      result.withUnsafeMutableBufferPointer { result in
        var (first, second) = (left.lowerBound, right.lowerBound)
        for place in left.lowerBound..<right.upperBound {
          let takesSecond =
            first == left.upperBound
            || (second < right.upperBound && precedes(keys[second], keys[first], rest))
          result[place] = keys[takesSecond ? second : first]
          if takesSecond { second += 1 } else { first += 1 }
        }
      }
    }
  }

  @inline(__always)
  private func precedes(
    _ left: SortKey, _ right: SortKey, _ rest: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if left.rank == 2 || right.rank == 2 {
      return left.rank == right.rank ? left.row < right.row : left.rank < right.rank
    }
    var order = left.rank == right.rank ? 0 : left.rank < right.rank ? -1 : 1
    if order == 0, left.weight != right.weight { order = left.weight < right.weight ? -1 : 1 }
    if order == 0, left.count | right.count != 0 {
      let ours = rest[Int(left.start)..<Int(left.start) + Int(left.count)]
      let theirs = rest[Int(right.start)..<Int(right.start) + Int(right.count)]
      order =
        ours.lexicographicallyPrecedes(theirs)
        ? -1 : theirs.lexicographicallyPrecedes(ours) ? 1 : 0
    }
    // Rows that are equal stay in the order of the file.
    if order == 0 { return left.row < right.row }
    return isDescending ? order > 0 : order < 0
  }
}
