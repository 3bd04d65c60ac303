import ConverterCore
import TableModel

/// Which rows are seen, and in which order.
struct RowView {
  struct Filter {
    let conditions: [String]
    let work: BackgroundWork<Filtered>
  }

  /// The rows that meet all conditions, among those gone over so far.
  struct Filtered: Sendable {
    var rows = RowSet()
    /// All before this one were looked at.
    var scanned = 0
  }

  struct Sorting {
    let column: Int
    let isDescending: Bool
    let order: [UInt32]
  }

  let index: TableIndex
  var filter: Filter?
  /// Holds all rows that the filter lets through.
  var sorting: Sorting?

  /// Rows found so far.
  var count: Int {
    if let sorting { return sorting.order.count }
    return filter?.work.with { $0.rows.count } ?? index.rowCount
  }

  /// Whether no more will be found.
  var isComplete: Bool {
    if sorting != nil { return true }
    return filter?.work.progress.isOver ?? index.status.isComplete
  }

  /// The place in the content of the row at a position.
  func row(at position: Int) -> Int? {
    guard position >= 0 else { return nil }
    if let sorting {
      return position < sorting.order.count ? Int(sorting.order[position]) : nil
    }
    if let filter { return filter.work.with { $0.rows.row(at: position) } }
    return position < index.rowCount ? position : nil
  }

  /// The positions of the rows that are shown from `first` on.
  func rows(from first: Int, count: Int) -> [Int] {
    (first..<first + max(0, count)).compactMap { row(at: $0) }
  }

  /// Where a row is, or in the order of the file the next one that is seen.
  func position(of row: Int) -> Int? {
    if let sorting {
      return UInt32(exactly: row).flatMap { sorting.order.firstIndex(of: $0) }
    }
    return filter?.work.with { $0.rows.count(before: row) } ?? row
  }

  /// Whether a row is among those seen, for work in the background; `nil` where all are.
  var membership: (@Sendable (Int) -> Bool)? {
    guard let work = filter?.work else { return nil }
    return { row in work.with { $0.rows.contains(row) } }
  }
}
