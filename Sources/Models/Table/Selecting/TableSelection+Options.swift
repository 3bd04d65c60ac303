public import ConverterCore

extension TableSelection {
  public static let name = "table selection"
  public static let place = OptionPlace.selection
  public static let choice: PartChoice? = PartChoice(
    "rows and columns can be chosen of tables alone")

  public static let options: [GroupOption<Self>] = [
    GroupOption(.columns) { value, selection throws(ConversionError) in
      selection.columns = try value.texts(of: "columns")
    } value: {
      array($0.columns)
    },
    GroupOption(.rows) { value, selection throws(ConversionError) in
      try selection.setRows(parsing: value.text(of: "rows"))
    } value: {
      $0.rowsText.map { .string($0) }
    },
    GroupOption(.filter) { value, selection throws(ConversionError) in
      selection.filters = try value.texts(of: "filter")
    } value: {
      array($0.filters)
    },
    GroupOption(.sort) { value, selection throws(ConversionError) in
      selection.sort = try value.texts(of: "sort")
    } value: {
      array($0.sort)
    },
    GroupOption(.rowLimit) { value, selection throws(ConversionError) in
      let limit = try value.count(of: "rowLimit")
      guard limit > 0 else { throw value.unsuited(to: "rowLimit", "a whole number from 1") }
      selection.limit = limit
    } value: {
      $0.limit.map { .integer($0) }
    },
  ]

  private static func array(_ words: [String]) -> JSONValue? {
    words.isEmpty ? nil : .array(words.map { .string($0) })
  }
}

extension ConversionOptions.Name {
  public static let columns = Self("columns", use: "tables")
  public static let rows = Self("rows", use: "tables")
  public static let filter = Self("filter", use: "tables")
  public static let sort = Self("sort", use: "tables")
  public static let rowLimit = Self("rowLimit", use: "tables and mail", words: "--limit")
}

extension ConversionOptions {
  /// Which part of a table is meant.
  public var selection: TableSelection {
    get { self[TableSelection.self] }
    set { self[TableSelection.self] = newValue }
  }
}

extension Page {
  /// Which part of a table is to be shown.
  public var selection: TableSelection { groups[TableSelection.self] }
}
