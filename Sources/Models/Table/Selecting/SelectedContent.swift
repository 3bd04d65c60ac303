internal import ConverterCore
internal import Synchronization

/// Rows of another content: those of some numbers that meet all conditions, with the columns that are wanted.
struct SelectedContent: TableContent {
  let base: any TableContent
  /// Places of the cells in the rows of `base`, in the order wanted; `nil` for rows as they are.
  var columns: [Int]?
  var rows: ClosedRange<Int>?
  /// How many rows at the end are meant, in place of `rows`.
  var lastRows: Int?
  var filters: [RowFilter] = []
  /// The number of rows of `base`, where that is known.
  var rowCount: Int?
  let tally: RowTally

  private var takesAllRows: Bool { rows == nil && lastRows == nil && filters.isEmpty }

  var byteCount: Int { base.byteCount }
  var isSeekable: Bool { base.isSeekable }
  var leavesRowsOut: Bool { !takesAllRows || base.leavesRowsOut }

  func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow? {
    try base.opened(row: number, from: mark, in: context)
  }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    if takesAllRows { return try base.countRows(in: context) }
    if filters.isEmpty {
      var all = rowCount ?? 0
      if rowCount == nil { all = try base.countRows(in: context) }
      guard let range = try range(in: context, of: all) else { return all }
      return max(0, min(range.upperBound, all) - range.lowerBound + 1)
    }
    let source = try rows(from: nil, in: context)
    let splitter = source.splitter
    let total = RowTally()
    try context.inOrder(from: source) {
      RowBatch()
    } claim: { source, batch throws(ConversionError) in
      try source.claim(batch)
    } work: { batch throws(ConversionError) in
      try splitter.split(batch)
      total.add(batch.rowCount)
    } finish: { _ throws(ConversionError) in
      true
    }
    return total.read
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    SelectedRows(
      try base.rows(from: mark, in: context), columns: columns,
      range: try range(in: context, of: rowCount), filters: filters, tally: tally)
  }

  /// The numbers of the rows wanted; `nil` for all.
  private func range(
    in context: ConversionContext, of known: Int?
  ) throws(ConversionError) -> ClosedRange<Int>? {
    guard let lastRows else { return rows }
    var all = known ?? 0
    if known == nil { all = try base.countRows(in: context) }
    return max(1, all - lastRows + 1)...Int.max
  }
}

private final class SelectedRows: RowSource {
  private let base: any RowSource
  private let choice: RowChoice
  private var hasLooked = false

  var splitter: any RowSplitter { choice }

  init(
    _ base: any RowSource, columns: [Int]?, range: ClosedRange<Int>?, filters: [RowFilter],
    tally: RowTally
  ) {
    self.base = base
    choice = RowChoice(
      base.splitter, columns: columns, range: range, filters: filters, tally: tally)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    if choice.isPast { return try lookFurther(batch) }
    // A source may know only later which rows it took.
    batch.firstRow = 1
    guard try base.claim(batch) else {
      choice.tally.end()
      return false
    }
    if let range = choice.range, batch.firstRow > range.upperBound { return stop(batch) }
    return true
  }

  /// Notes whether there are rows behind the range.
  ///
  /// - Returns: `false`.
  private func lookFurther(_ batch: RowBatch) throws(ConversionError) -> Bool {
    if !hasLooked {
      hasLooked = true
      if try !base.claim(batch) { choice.tally.end() }
    }
    return stop(batch)
  }

  private func stop(_ batch: RowBatch) -> Bool {
    batch.removeAll()
    return false
  }
}

/// Leaves of each batch what is wanted.
private final class RowChoice: RowSplitter {
  private let base: any RowSplitter
  private let columns: [Int]?
  let range: ClosedRange<Int>?
  private let filters: [RowFilter]
  let tally: RowTally
  private let hasPassed = Atomic<Bool>(false)

  /// Whether a row behind the range has been seen.
  var isPast: Bool { hasPassed.load(ordering: .relaxed) }

  init(
    _ base: any RowSplitter, columns: [Int]?, range: ClosedRange<Int>?, filters: [RowFilter],
    tally: RowTally
  ) {
    (self.base, self.columns, self.range) = (base, columns, range)
    (self.filters, self.tally) = (filters, tally)
  }

  func split(_ batch: RowBatch) throws(ConversionError) {
    try base.split(batch)
    tally.add(batch.rowCount)
    let count = batch.rowCount
    guard count > 0 else { return }
    if range != nil || !filters.isEmpty {
      var keeps = [Bool](repeating: true, count: count)
      if let range {
        for row in 0..<count { keeps[row] = range.contains(batch.number(ofRow: row)) }
        if batch.number(ofRow: count - 1) >= range.upperBound {
          hasPassed.store(true, ordering: .relaxed)
        }
      }
      for filter in filters { try filter.apply(to: batch, &keeps) }
      batch.keep(keeps)
    }
    if let columns { batch.arrange(columns) }
  }
}

extension RowBatch {
  /// Takes out the rows that are not to be kept; the others keep their numbers.
  func keep(_ keeps: [Bool]) {
    guard keeps.contains(false) else { return }
    var numbers: [Int] = []
    var (kept, cell) = (0, 0)
    var start = 0
    for row in keeps.indices {
      let end = rowEnds[row]
      if keeps[row] {
        numbers.append(number(ofRow: row))
        if cell != start {
          for index in start..<end { cells[cell + index - start] = cells[index] }
        }
        cell += end - start
        rowEnds[kept] = cell
        kept += 1
      }
      start = end
    }
    rowEnds.removeLast(rowEnds.count - kept)
    cells.removeLast(cells.count - cell)
    rowNumbers = numbers
  }

  /// Puts the cells of each row into another order; a cell that a row lacks is none, and left out at its end.
  func arrange(_ columns: [Int]) {
    var arranged: [Cell] = []
    arranged.reserveCapacity(rowCount * columns.count)
    let missing = Cell(start: 0, count: 0, .missing)
    // Ends of rows that are done are those of the new cells already.
    var rowStart = 0
    for row in 0..<rowCount {
      let range = rowStart..<rowEnds[row]
      rowStart = range.upperBound
      let start = arranged.count
      var length = 0
      for (place, column) in columns.enumerated() {
        let isThere = column < range.count
        arranged.append(isThere ? cells[range.lowerBound + column] : missing)
        if isThere { length = place + 1 }
      }
      arranged.removeLast(columns.count - length)
      rowEnds[row] = start + length
    }
    cells = arranged
  }
}
