import ConverterCore
import Synchronization
import TableModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading rows again.
extension TableIndex {
  /// Reads a stretch.
  ///
  /// - Parameters:
  ///   - batch: holds its rows meanwhile.
  ///   - body: takes the rows with these indices in the batch, and the place of the first of them; `false`
  ///     where no more is wanted.
  func read(
    _ stretch: Int, with batch: RowBatch,
    _ body: (RowBatch, Range<Int>, Int) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let found = state.withLock { state -> (Int, Int, RowMark?, KeptRows?)? in
      guard stretch < state.starts.count else { return nil }
      let next = stretch + 1
      return (
        state.starts[stretch],
        next < state.starts.count ? state.starts[next] : state.status.rowCount,
        stretch < state.marks.count ? state.marks[stretch] : nil,
        stretch < state.kept.count ? state.kept[stretch] : nil
      )
    }
    guard let (start, end, mark, kept) = found else { return }
    if let kept {
      kept.fill(batch)
      _ = try body(batch, 0..<min(batch.rowCount, end - start), start)
      return
    }
    let rows = try content.rows(from: mark, in: context)
    var row = start
    while row < end, try rows.claim(batch) {
      try rows.split(batch)
      let count = min(batch.rowCount, end - row)
      guard try body(batch, 0..<count, row) else { return }
      row += count
    }
    guard row < end else { return }
    throw ConversionError(
      .damagedInput,
      "the file has changed since it was opened: rows that it had are gone; open it again")
  }

  /// Goes over stretches, one after the other, and waits for those that are not found yet.
  ///
  /// - Parameters:
  ///   - end: the stretch to stop before; `nil` for the last row.
  ///   - work: is told how far it is, and says when to stop.
  func scan<State>(
    from first: Int = 0, to end: Int? = nil, for work: BackgroundWork<State>,
    fraction: (Double) -> Double = { $0 },
    _ body: (RowBatch, Range<Int>, Int) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let batch = RowBatch()
    var stretch = first
    while end.map({ stretch < $0 }) ?? true {
      if work.isCancelled { return }
      // The rows of the last stretch are known only when the next one is found.
      let (settled, isComplete): (Int, Bool) = state.withLock {
        ($0.settledCount, $0.status.isComplete)
      }
      guard stretch < settled else {
        if isComplete { return }
        Self.pause()
        continue
      }
      var goesOn = true
      try read(stretch, with: batch) { batch, rows, first throws(ConversionError) in
        goesOn = try body(batch, rows, first)
        return goesOn
      }
      guard goesOn else { return }
      stretch += 1
      work.report(fraction(self.fraction(of: stretch)))
    }
  }

  static func pause() {
    usleep(5_000)
  }
}
