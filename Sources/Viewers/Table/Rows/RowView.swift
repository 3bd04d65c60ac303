import ConverterCore
import TableModel

/// Which rows are seen, and in which order.
struct RowView {
  struct Filter {
    let conditions: [String]
    let work: BackgroundWork<Filtered>

    /// Begins to go over the rows.
    ///
    /// - Parameter filters: what the conditions say.
    static func start(
      _ conditions: [String], _ filters: [RowFilter], over index: TableIndex
    ) -> Filter {
      let work = BackgroundWork(Filtered())
      work.start { work throws(ConversionError) in
        try index.scan(for: work) { batch, rows, first throws(ConversionError) in
          var keeps = [Bool](repeating: true, count: batch.rowCount)
          for filter in filters { try filter.apply(to: batch, &keeps) }
          let found = keeps
          work.with { filtered in
            for row in rows where found[row] {
              filtered.rows.insert(first + row - rows.lowerBound)
            }
            filtered.scanned = first + rows.count
          }
          return true
        }
      }
      return Filter(conditions: conditions, work: work)
    }
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

  /// The position of the next row with a match of a search.
  ///
  /// - Parameters:
  ///   - position: where to begin; the row there does not count.
  ///   - isWrapped: whether to begin at the first row, or backwards at the last one, instead.
  func match(
    of search: RowSearch, from position: Int, forward: Bool, isWrapped: Bool = false
  ) -> RowSearch.Answer {
    if let sorting {
      guard search.work.progress.isOver else { return .unknown }
      let order = sorting.order
      // Where the search begins there may be no row: of a table without any, the first place is none.
      let positions =
        isWrapped ? order[...] : forward ? order.dropFirst(position + 1) : order.prefix(position)
      return search.work.with { matches in
        let found =
          forward
          ? positions.firstIndex { matches.rows.contains(Int($0)) }
          : positions.lastIndex { matches.rows.contains(Int($0)) }
        return found.map { .found($0) } ?? .nothing
      }
    }
    let isSeen = membership ?? { _ in true }
    let current = row(at: position) ?? 0
    let answer =
      forward
      ? search.next(after: isWrapped ? -1 : current, isSeen: isSeen)
      : search.last(before: isWrapped ? .max : current, isSeen: isSeen)
    guard case .found(let found) = answer else { return answer }
    // The filter may not have come so far yet.
    return self.position(of: found).map { .found($0) } ?? .unknown
  }

  /// Whether a row is among those seen, for work in the background; `nil` where all are.
  var membership: (@Sendable (Int) -> Bool)? {
    guard let work = filter?.work else { return nil }
    return { row in work.with { $0.rows.contains(row) } }
  }
}
