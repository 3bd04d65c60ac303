internal import ConverterCore

/// The first rows of another content.
struct LimitedContent: TableContent {
  let base: any TableContent
  let limit: Int
  /// Whether rows may have to be looked for far away, since they must meet conditions.
  let isFiltered: Bool
  let tally: RowTally

  var byteCount: Int { base.byteCount }
  /// From a mark on it is not known how many rows there were before.
  var isSeekable: Bool { false }
  var leavesRowsOut: Bool { base.leavesRowsOut }

  func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow? {
    try base.opened(row: number, from: nil, in: context)
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    let rows = try base.rows(from: nil, in: context)
    let source =
      isFiltered && context.threads > 1 ? RowsAhead(rows, in: context) as any RowSource : rows
    return LimitedRows(source, limit, tally)
  }
}

/// Which rows are the first is known only when they are split, so all of it is done in `claim`.
private final class LimitedRows: RowSource {
  let splitter: any RowSplitter = WholeRows()
  private let base: any RowSource
  private let tally: RowTally
  private var left: Int
  private var hasLooked = false

  init(_ base: any RowSource, _ limit: Int, _ tally: RowTally) {
    (self.base, left, self.tally) = (base, limit, tally)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    guard left > 0 else { return try lookFurther(batch) }
    guard try base.claim(batch) else { return false }
    try base.split(batch)
    if batch.rowCount > left {
      batch.removeRows(from: left)
      (left, hasLooked) = (0, true)
      tally.cut()
    } else {
      left -= batch.rowCount
    }
    return true
  }

  /// Notes whether something was left out, where the limit fell between two batches; rows that only may meet
  /// a condition are not looked for.
  ///
  /// - Returns: `false`.
  private func lookFurther(_ batch: RowBatch) throws(ConversionError) -> Bool {
    if !hasLooked, try base.claim(batch) { tally.cut() }
    hasLooked = true
    batch.removeAll()
    return false
  }
}

/// Rows that are split ahead of time, some batches at once on all threads, for a consumer that must have them
/// one batch after the other.
private final class RowsAhead: RowSource {
  let splitter: any RowSplitter = WholeRows()
  private let base: any RowSource
  private let context: ConversionContext
  private var ready: [RowBatch] = []
  private var idle: [RowBatch] = []
  private var isAtEnd = false
  /// How many are split at once: first one, for nobody may want more.
  private var ahead = 1

  init(_ base: any RowSource, in context: ConversionContext) {
    (self.base, self.context) = (base, context)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    while ready.isEmpty {
      guard !isAtEnd else { return false }
      try splitSome()
    }
    let next = ready.removeLast()
    batch.append(rowsOf: next)
    idle.append(next)
    return true
  }

  /// Fills `ready`, the first batch last.
  private func splitSome() throws(ConversionError) {
    var claimed: [RowBatch] = []
    while claimed.count < ahead {
      try context.checkpoint()
      let batch = idle.popLast() ?? RowBatch()
      guard try base.claim(batch) else {
        isAtEnd = true
        break
      }
      claimed.append(batch)
    }
    ahead = min(ahead * 2, context.threads * 4)
    // Each is touched by the thread alone that has its index, while this one waits for all.
    nonisolated(unsafe) let batches = claimed
    let splitter = base.splitter
    try context.parallel(claimed.count) { index throws(ConversionError) in
      try unsafe splitter.split(batches[index])
    }
    ready = claimed.filter { $0.rowCount > 0 }.reversed()
    idle += claimed.filter { $0.rowCount == 0 }
  }
}

extension RowBatch {
  /// Takes out all rows from one on.
  func removeRows(from index: Int) {
    guard index < rowCount else { return }
    rowNumbers?.removeLast(rowCount - index)
    rowEnds.removeLast(rowCount - index)
    cells.removeLast(cells.count - (rowEnds.last ?? 0))
  }

  /// Makes an empty batch a copy of the rows of another.
  func append(rowsOf other: RowBatch) {
    firstRow = other.firstRow
    for row in 0..<other.rowCount {
      for index in other.row(row) {
        append(other.text(of: other.cells[index]), other.cells[index].kind)
      }
      endRow()
    }
    rowNumbers = other.rowNumbers
  }
}
