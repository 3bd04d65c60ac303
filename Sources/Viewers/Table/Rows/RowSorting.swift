import ConverterCore
import TableModel

/// A row that is sorted, and the cell that decides on its place.
private struct SortedRow {
  let key: SortKey
  /// Its place in the content.
  let row: UInt32
  /// Bytes of the cell.
  let count: UInt32
  /// Where those are that the key cannot tell apart from others.
  let start: Int
}

/// Sorts the rows of a table by one column, in memory.
///
/// The order is that of `--sort`. Only the cells of the column are held, and of those but a key where it says
/// all; where that is too much it is refused.
struct RowSorting: Sendable {
  let column: Int
  let isDescending: Bool
  /// The rows to be sorted; `nil` for all.
  let rows: (@Sendable (Int) -> Bool)?

  private static let run = 1 << 16

  /// Begins to sort the rows that a view lets through, once all of them are known.
  static func start(
    by column: Int, isDescending: Bool, of view: RowView
  ) -> BackgroundWork<[UInt32]> {
    let work = BackgroundWork<[UInt32]>([])
    let (index, filter) = (view.index, view.filter?.work)
    let sorting = RowSorting(column: column, isDescending: isDescending, rows: view.membership)
    work.start { work throws(ConversionError) in
      while let filter, !filter.progress.isOver {
        if work.isCancelled { return }
        TableIndex.pause()
      }
      if let failure = filter?.progress.failure { throw failure }
      if let order = try sorting.order(of: index, for: work) { work.with { $0 = order } }
    }
    return work
  }

  /// - Returns: the places of the rows in the new order; `nil` when it was cancelled.
  func order<State>(
    of index: TableIndex, for work: BackgroundWork<State>
  ) throws(ConversionError) -> [UInt32]? {
    var keys: [SortedRow] = []
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
      let needed = keys.count * MemoryLayout<SortedRow>.stride * 2 + rest.count
      guard needed <= room else {
        throw ConversionError.exceeding(
          .init(fixed: "sorting", needed: needed, allowed: room),
          "sorting needs more than the \(room >> 20) MiB there are for it; f filters, which leaves less "
            + "to sort")
      }
      return true
    }
    if work.isCancelled { return nil }
    return merged(keys, rest, for: work)
  }

  private func key(
    of row: Int, in batch: RowBatch, _ place: Int, _ rest: inout [UInt8]
  ) throws(ConversionError) -> SortedRow {
    guard let place = UInt32(exactly: place) else {
      throw ConversionError.exceeding(
        .init(fixed: "rows", needed: place, allowed: Int(UInt32.max)),
        "there are too many rows to be sorted")
    }
    let cells = batch.row(row)
    let text =
      column < cells.count
      ? batch.text(of: batch.cells[cells.lowerBound + column]) : Span()
    let key = SortKey(text)
    let start = rest.count
    // Eight bytes of text are in the key, and numbers of up to fifteen digits.
    if text.count > (key.rank == .number ? 15 : 8) { rest.append(text) }
    return SortedRow(key: key, row: place, count: UInt32(clamping: text.count), start: start)
  }

  /// Sorts runs, then merges them two by two: so that it can be stopped, and says how far it is.
  private func merged<State>(
    _ keys: [SortedRow], _ rest: [UInt8], for work: BackgroundWork<State>
  ) -> [UInt32]? {
    var keys = keys
    let rest = rest.span
    let count = keys.count
    for start in stride(from: 0, to: count, by: Self.run) {
      if work.isCancelled { return nil }
      let end = min(start + Self.run, count)
      keys[start..<end].sort { precedes($0, $1, rest) }
      work.report(0.5 + 0.25 * Double(end) / Double(count))
    }
    var other = keys
    var width = Self.run
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        if work.isCancelled { return nil }
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        merge(keys, start..<middle, middle..<end, into: &other, rest)
      }
      swap(&keys, &other)
      width *= 2
      work.report(min(1, 0.75 + 0.25 * Double(width) / Double(count)))
    }
    return keys.map(\.row)
  }

  private func merge(
    _ keys: [SortedRow], _ left: Range<Int>, _ right: Range<Int>, into result: inout [SortedRow],
    _ rest: Span<UInt8>
  ) {
    let keys = keys.span
    var result = result.mutableSpan
    var (first, second) = (left.lowerBound, right.lowerBound)
    for place in left.lowerBound..<right.upperBound {
      let takesSecond =
        first == left.upperBound
        || (second < right.upperBound && precedes(keys[second], keys[first], rest))
      result[place] = keys[takesSecond ? second : first]
      if takesSecond { second += 1 } else { first += 1 }
    }
  }

  @inline(__always)
  private func precedes(
    _ left: SortedRow, _ right: SortedRow, _ rest: Span<UInt8>
  ) -> Bool {
    let order = left.key.compare(to: right.key, isDescending: isDescending) {
      exactOrder(left, right, rest)
    }
    // Rows that are equal stay in the order of the file.
    return order == 0 ? left.row < right.row : order < 0
  }

  /// -1, 0 or 1, for cells whose keys are alike.
  private func exactOrder(
    _ left: SortedRow, _ right: SortedRow, _ rest: Span<UInt8>
  ) -> Int {
    let (ours, theirs) = (text(of: left, rest), text(of: right, rest))
    if left.key.rank == .text {
      // Up to eight bytes are alike if they are as many.
      if let ours, let theirs { return ours.order(to: theirs) }
      return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }
    guard let ours, let theirs, let number = Numeral(ours), let rival = Numeral(theirs) else {
      return 0
    }
    return number.compare(to: rival)
  }

  @_lifetime(copy rest)
  private func text(of row: SortedRow, _ rest: Span<UInt8>) -> Span<UInt8>? {
    guard row.count > (row.key.rank == .number ? 15 : 8) else { return nil }
    return rest[row.start..<row.start + Int(row.count)]
  }
}
