import ArgumentParser
import ConverterCore
import TableModel

/// Which rows and columns of a table are meant.
struct SelectionFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "These columns in this order, by name or number: a,\"b,c\",3.", valueName: "names"),
    transform: { try TableSelection.names(parsing: $0) })
  var columns: [String]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Rows by their numbers: 100:200, 100:, :200, or -10: for the last ten.",
      valueName: "range"),
    transform: { text in
      var selection = TableSelection()
      try selection.setRows(parsing: text)
      return selection
    })
  var rows: TableSelection?

  @Option(
    name: .customLong("filter"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Rows where 'city=Berlin', or with !=, =~ !~ (regular expressions), < <= > >=; all must hold.",
      valueName: "condition"))
  var filters: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by these columns, numbers as numbers: -price,city (- is downwards).",
      valueName: "names"),
    transform: { try TableSelection.names(parsing: $0) })
  var sort: [String]?

  func selection(limit: Int?) -> TableSelection {
    var selection = rows ?? TableSelection()
    selection.columns = columns ?? []
    selection.filters = filters
    selection.sort = sort ?? []
    selection.limit = limit
    return selection
  }
}
