import ConverterCore
import TableModel

/// Filter and order of the rows.
extension TableScreen {
  /// The column of the cursor, as a condition names it.
  var columnWord: String {
    guard column < table.columns.count, !table.columns[column].name.isEmpty else {
      return "\(column + 1)"
    }
    let name = String(decoding: table.columns[column].name, as: UTF8.self)
    let first = table.columns.firstIndex { $0.name == table.columns[column].name }
    if first != column { return "\(column + 1)" }
    let isPlain =
      !name.contains { "=!<>~\"".contains($0) } && name.first != " " && name.last != " "
    if isPlain { return name }
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  /// Shows only rows that meet all conditions; all where there are none.
  ///
  /// - Returns: whether they are conditions; else the note says what is wrong.
  func filter(by conditions: [String]) -> Bool {
    do throws(ConversionError) {
      try setFilter(conditions)
      return true
    } catch {
      note = error.message
      return false
    }
  }

  func setFilter(_ conditions: [String]) throws(ConversionError) {
    var filters: [RowFilter] = []
    for condition in conditions { filters.append(try RowFilter(condition, of: table)) }
    let current = view.row(at: row) ?? 0
    let sorting = presentSorting
    view.filter?.work.cancel()
    sortingUnderWay?.work.cancel()
    (view.filter, view.sorting, sortingUnderWay, pending) = (nil, nil, nil, nil)
    if !filters.isEmpty {
      view.filter = .start(conditions, filters, over: index)
    }
    row = filters.isEmpty ? current : 0
    top = max(0, row - bodyHeight / 2)
    if let sorting { startSorting(by: sorting.column, descending: sorting.isDescending) }
  }

  /// The order that there is, or soon will be.
  private var presentSorting: (column: Int, isDescending: Bool)? {
    sortingUnderWay.map { ($0.column, $0.isDescending) }
      ?? view.sorting.map { ($0.column, $0.isDescending) }
  }

  // MARK: Sorting

  /// Sorts by the column of the cursor: upwards, then downwards, then not at all.
  func sort() {
    guard let now = presentSorting, now.column == column else {
      return startSorting(by: column, descending: false)
    }
    guard now.isDescending else { return startSorting(by: column, descending: true) }
    let current = view.row(at: row)
    sortingUnderWay?.work.cancel()
    (sortingUnderWay, view.sorting) = (nil, nil)
    row = current.flatMap { view.position(of: $0) } ?? 0
    note = "in the order of the file"
  }

  func startSorting(by column: Int, descending: Bool) {
    sortingUnderWay?.work.cancel()
    let work = RowSorting.start(by: column, isDescending: descending, of: view)
    sortingUnderWay = SortingUnderWay(column: column, isDescending: descending, work: work)
  }

  /// Shows the new order once it is there.
  func finishSorting() {
    guard let done = sortingUnderWay, done.work.progress.isOver else { return }
    sortingUnderWay = nil
    if let failure = done.work.progress.failure {
      note = failure.message
      return
    }
    view.sorting = RowView.Sorting(
      column: done.column, isDescending: done.isDescending, order: done.work.with { $0 })
    (row, top) = (0, 0)
  }
}
