import ConverterCore
import TableModel

/// A search over all rows in the background, beginning near the cursor.
struct RowSearch {
  struct Matches: Sendable {
    var rows = RowSet()
    /// The parts that were gone over: from the cursor to the end, and from the first row to the cursor.
    var behind = 0..<0
    var before = 0..<0
  }

  let search: TextSearch
  let work: BackgroundWork<Matches>

  enum Answer: Equatable {
    case found(Int)
    /// There is none in the direction.
    case nothing
    /// What lies there was not gone over yet.
    case unknown
  }

  /// - Parameters:
  ///   - row: where the cursor is, whose stretch is gone over first.
  ///   - column: the only one looked at; `nil` for all.
  static func start(
    _ search: TextSearch, in index: TableIndex, from row: Int
  ) -> RowSearch {
    let work = BackgroundWork(Matches())
    let stretch = index.stretch(of: row) ?? 0
    let share = index.fraction(of: stretch)
    work.start { work throws(ConversionError) in
      try index.scan(from: stretch, for: work, fraction: { $0 - share }) {
        batch, rows, first throws(ConversionError) in
        let found = search.rows(of: batch, rows)
        work.with { matches in
          for row in found { matches.rows.insert(first + row - rows.lowerBound) }
          if matches.behind.isEmpty { matches.behind = first..<first }
          matches.behind = matches.behind.lowerBound..<first + rows.count
        }
        return true
      }
      try index.scan(to: stretch, for: work, fraction: { 1 - share + $0 }) {
        batch, rows, first throws(ConversionError) in
        let found = search.rows(of: batch, rows)
        work.with { matches in
          for row in found { matches.rows.insert(first + row - rows.lowerBound) }
          matches.before = 0..<first + rows.count
        }
        return true
      }
    }
    return RowSearch(search: search, work: work)
  }

  /// The next row with a match in the order of the file.
  ///
  /// - Parameter isSeen: whether a row is among those seen.
  func next(after row: Int, isSeen: (Int) -> Bool) -> Answer {
    let isOver = work.progress.isOver
    var row = row + 1
    while true {
      let (match, limit) = work.with { matches -> (Int?, Int) in
        (matches.rows.next(from: row), matches.end(of: row))
      }
      if let match, match < limit || isOver {
        if isSeen(match) { return .found(match) }
        row = match + 1
        continue
      }
      return isOver ? .nothing : .unknown
    }
  }

  func last(before row: Int, isSeen: (Int) -> Bool) -> Answer {
    let isOver = work.progress.isOver
    var row = row
    while true {
      let (match, limit) = work.with { matches -> (Int?, Int) in
        (matches.rows.last(before: row), matches.start(of: row))
      }
      if let match, match >= limit || isOver {
        if isSeen(match) { return .found(match) }
        row = match
        continue
      }
      return isOver || limit == 0 ? .nothing : .unknown
    }
  }

  var count: Int { work.with { $0.rows.count } }
}

extension RowSearch.Matches {
  /// Up to where all was gone over, from `row` on.
  fileprivate func end(of row: Int) -> Int {
    if behind.contains(row) { return behind.upperBound }
    guard before.contains(row) else { return row }
    return before.upperBound >= behind.lowerBound ? behind.upperBound : before.upperBound
  }

  /// Down to where all was gone over, before `row`.
  fileprivate func start(of row: Int) -> Int {
    if before.contains(row - 1) { return 0 }
    guard behind.contains(row - 1) else { return row == 0 ? 0 : row }
    return before.upperBound >= behind.lowerBound ? 0 : behind.lowerBound
  }
}

extension TextSearch {
  /// The rows of a batch in which a cell has a match.
  func rows(of batch: RowBatch, _ rows: Range<Int>) -> [Int] {
    // Most batches have none: one look at all bytes tells.
    let bytes = batch.bytes
    guard firstMatch(in: bytes.span) != nil else { return [] }
    return rows.filter { row in
      batch.row(row).contains {
        firstMatch(in: batch.text(of: batch.cells[$0])) != nil
      }
    }
  }
}
