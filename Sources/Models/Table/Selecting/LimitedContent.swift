internal import ConverterCore

/// The first rows of another content.
struct LimitedContent: TableContent {
  let base: any TableContent
  let limit: Int
  let tally: RowTally

  var byteCount: Int { base.byteCount }
  /// From a mark on it is not known how many rows there were before.
  var isSeekable: Bool { false }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> any RowSource {
    LimitedRows(try base.rows(from: nil, in: context), limit, tally)
  }
}

/// Which rows are the first is known only when they are split, so all of it is done in `claim`.
private final class LimitedRows: RowSource, @unchecked Sendable {
  private let base: any RowSource
  private let tally: RowTally
  /// One thread at a time calls `claim`, which alone changes it.
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

  func split(_ batch: RowBatch) throws(ConversionError) {}
}

extension RowBatch {
  /// Takes out all rows from one on.
  func removeRows(from index: Int) {
    guard index < rowCount else { return }
    rowNumbers?.removeLast(rowCount - index)
    rowEnds.removeLast(rowCount - index)
    cells.removeLast(cells.count - (rowEnds.last ?? 0))
  }
}
