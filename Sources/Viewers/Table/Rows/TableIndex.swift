import ConverterCore
import Synchronization
import TableModel

/// Where the rows of a table are, so that any of them can be shown at once.
///
/// A thread goes over the content and notes where each stretch of rows begins; the rows of a stretch are read
/// again when they are wanted. Of content that cannot be read from the middle the rows are kept in memory,
/// as many as there is room for.
///
/// Rows are known by their place in the content, from 0, which is not their number in the file where some
/// were left out.
final class TableIndex: Sendable {
  /// What is known so far.
  struct Status: Sendable {
    var rowCount = 0
    var isComplete = false
    /// Whether there are more rows than there is memory for.
    var isCut = false
    var failure: ConversionError?
    /// How much of the content was gone over, 0…1.
    var fraction = 0.0
  }

  struct State: Sendable {
    var status = Status()
    /// For each stretch the place of its first row.
    var starts: [Int] = []
    var marks: [RowMark] = []
    var kept: [KeptRows] = []
    var keptBytes = 0

    /// How many stretches are known to their end.
    var settledCount: Int {
      status.isComplete || !kept.isEmpty ? starts.count : max(0, starts.count - 1)
    }

    /// The last stretch whose `value` is not above `wanted`.
    func last(upTo wanted: Int, by value: (Int) -> Int) -> Int? {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if value(middle) <= wanted { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : low - 1
    }
  }

  let content: any TableContent
  /// How many rows there are, where the file says so.
  let knownCount: Int?
  let context: ConversionContext
  let cancellation = Cancellation()
  let state = Mutex<State>(State())

  /// Stretches of one batch each up to here; then of two, four, …, so that the index of the largest file
  /// stays small.
  static let fineStretches = 50_000

  /// Reads the first rows; the rest is gone over in the background, after ``start()``.
  init(_ table: Table, in context: ConversionContext) {
    content = table.content
    knownCount = table.rowCount
    // Somebody may look at a file for a day.
    var limits = context.limits
    limits.seconds = 1 << 30
    self.context = ConversionContext(
      registry: context.registry, limits: limits, reading: context.reading,
      cancellation: cancellation)
  }

  var status: Status { state.withLock { $0.status } }
  var rowCount: Int { status.rowCount }

  /// The stretch that a row is in.
  func stretch(of row: Int) -> Int? {
    state.withLock { state in
      guard row >= 0, row < state.status.rowCount else { return nil }
      return state.last(upTo: row) { state.starts[$0] }
    }
  }

  /// Where the content can be read from to come to a row; `nil` for its beginning.
  func mark(of row: Int) -> RowMark? {
    guard let stretch = stretch(of: row) else { return nil }
    return state.withLock { stretch < $0.marks.count ? $0.marks[stretch] : nil }
  }

  /// How far into the content a stretch is, 0…1.
  func fraction(of stretch: Int) -> Double {
    state.withLock { state in
      guard stretch < state.starts.count else { return state.status.fraction }
      if stretch < state.marks.count, content.byteCount > 0 {
        return min(1, Double(state.marks[stretch].position) / Double(content.byteCount))
      }
      return Double(state.starts[stretch]) / Double(max(1, state.status.rowCount))
    }
  }

  /// The row that has a number in the file, or the next one that there is, among those found so far.
  func row(number: Int) throws(ConversionError) -> Int? {
    let stretch = state.withLock { state -> Int? in
      if state.kept.isEmpty { return state.last(upTo: number) { state.marks[$0].row } ?? 0 }
      // Kept rows may be in any order.
      return state.kept.firstIndex { $0.index(ofNumber: number) != nil }
    }
    guard let stretch else { return nil }
    var found: Int?
    try read(stretch, with: RowBatch()) { batch, rows, first throws(ConversionError) in
      let index = rows.first { batch.number(ofRow: $0) >= number }
      found = index.map { first + $0 - rows.lowerBound }
      return found == nil
    }
    return found
  }

  /// Gives up; the thread ends at its next batch.
  func stop() { cancellation.cancel() }
}
