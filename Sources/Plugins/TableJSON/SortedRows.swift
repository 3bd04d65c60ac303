import ConverterCore
import Synchronization
import TableModel

/// Rows whose members stand in the order of their keys.
///
/// A row that is shorter or longer than the others has other keys, and so an order of its own: there is a
/// layout for each number of cells.
final class SortedRows: Sendable {
  private struct Layout {
    /// For each member the cell that it is made of.
    let order: [Int]
    let rows: JSONRows
  }

  private let keys: ColumnNames
  private let sorting: SortedValue
  private let make: @Sendable (ColumnNames) -> JSONRows
  private let layouts = Mutex<[Int: Layout]>([:])

  /// - Parameter make: lays out rows with these keys.
  init(
    _ keys: ColumnNames, _ sorting: SortedValue,
    _ make: @escaping @Sendable (ColumnNames) -> JSONRows
  ) {
    self.keys = keys
    self.sorting = sorting
    self.make = make
  }

  /// Adds the rows of a batch to `text`, and changes the order of its cells.
  func write(
    _ batch: RowBatch, to text: ByteBuffer
  ) throws(ConversionError) -> JSONRows.Tally {
    try sortValues(of: batch)
    var tally = JSONRows.Tally()
    var first = 0
    while first < batch.rowCount {
      let count = batch.row(first).count
      let layout = layout(of: count)
      var end = first
      while end < batch.rowCount, case let cells = batch.row(end), cells.count == count {
        let unsorted = Array(batch.cells[cells])
        for (place, index) in layout.order.enumerated() {
          batch.cells[cells.lowerBound + place] = unsorted[index]
        }
        end += 1
      }
      tally.add(layout.rows.write(batch, first..<end, to: text))
      let difference = count - keys.names.count
      tally.extra += max(0, difference) * (end - first)
      tally.missing += max(0, -difference) * (end - first)
      first = end
    }
    return tally
  }

  /// Sorts what stands in cells of JSON.
  private func sortValues(of batch: RowBatch) throws(ConversionError) {
    for index in batch.cells.indices where batch.cells[index].kind == .json {
      let sorted = try sorting.sorted(batch.text(of: batch.cells[index]))
      try sorting.limits.checkCell(sorted.count, behind: batch.bytes.count)
      batch.cells[index] = Cell(start: batch.bytes.count, count: sorted.count, .json)
      batch.bytes.append(sorted.span)
    }
  }

  private func layout(of count: Int) -> Layout {
    layouts.withLock { layouts in
      if let known = layouts[count] { return known }
      let all = keys.extended(to: count).names
      let order = all.indices.sorted { all[$0].lexicographicallyPrecedes(all[$1]) }
      let layout = Layout(order: order, rows: make(keys.with(order.map { all[$0] })))
      // Rows of all lengths are no table, and are not remembered.
      if layouts.count >= 64 { layouts.removeAll() }
      layouts[count] = layout
      return layout
    }
  }
}

extension ColumnNames {
  /// The keys of a row with so many cells; those behind the last column have numbers.
  fileprivate func extended(to count: Int) -> ColumnNames {
    let extra = names.count < count ? (names.count + 1)...count : nil
    return with(names.prefix(count) + (extra?.map { prefix + Array("\($0)".utf8) } ?? []))
  }
}
