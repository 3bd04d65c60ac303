public import ConverterCore

extension Table {
  /// The rows and columns that are meant, as a table of their own. Rows keep the numbers that the file has.
  ///
  /// Nothing is read before the rows are asked for. What is wanted by number or condition is chosen where
  /// rows are split into cells, on all threads; an order needs all rows in memory, or those up to a limit, and a limit keeps the
  /// splitting to one thread.
  ///
  /// - Throws: `usage` for a column that does not exist, or words that are no condition.
  public func selecting(
    _ selection: TableSelection, in context: ConversionContext
  ) throws(ConversionError) -> Table {
    try selecting(selection, tally: RowTally())
  }

  package func selecting(
    _ selection: TableSelection, tally: RowTally
  ) throws(ConversionError) -> Table {
    guard !selection.isEverything else { return self }
    var table = self
    var places: [Int]?
    if !selection.columns.isEmpty {
      var chosen: [Int] = []
      for word in selection.columns { chosen.append(try column(word)) }
      table.columns = chosen.map { columns[$0] }
      places = chosen
    }
    var chosen = SelectedContent(base: content, rowCount: rowCount, tally: tally)
    (chosen.rows, chosen.lastRows) = (selection.rows, selection.lastRows)
    for filter in selection.filters {
      chosen.filters.append(try RowFilter(filter, of: self))
    }
    if selection.sort.isEmpty {
      chosen.columns = places
      table.content = chosen
    } else {
      table.content = SortedContent(
        chosen, by: try SortOrder(selection.sort, of: self), columns: places,
        limit: selection.limit)
    }
    if let limit = selection.limit {
      table.content = LimitedContent(
        base: table.content, limit: limit,
        isFiltered: !selection.filters.isEmpty && selection.sort.isEmpty, tally: tally)
    }
    table.rowCount = rowCount.flatMap { selection.count(of: $0) }
    return table
  }
}

extension TableSelection {
  /// How many of `all` rows are meant; `nil` where they must be looked at.
  fileprivate func count(of all: Int) -> Int? {
    guard filters.isEmpty else { return nil }
    var count = all
    if let rows {
      count = rows.lowerBound > all ? 0 : min(rows.upperBound, all) - rows.lowerBound + 1
    }
    if let lastRows { count = min(count, lastRows) }
    if let limit { count = min(count, limit) }
    return count
  }
}
