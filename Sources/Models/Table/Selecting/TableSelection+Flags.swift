public import ConverterCore

extension TableSelection {
  public static let section = "Rows and columns"

  /// `--limit`, which also changes limits, is declared with these.
  public static let flags: [OptionFlag] = [
    OptionFlag(
      "columns", .text, valueName: "names",
      help: "These columns in this order, by name or number: a,\"b,c\",3.", takesHyphens: true
    ) { text, options throws(ConversionError) in
      options.selection.columns = try names(parsing: text)
    },
    OptionFlag(
      "rows", .text, valueName: "range",
      help: "Rows by their numbers: 100:200, 100:, :200, or -10: for the last ten.",
      takesHyphens: true
    ) { text, options throws(ConversionError) in
      try options.selection.setRows(parsing: text)
    },
    OptionFlag(
      "filter", .text, valueName: "condition",
      help:
        "Rows where 'city=Berlin', or with !=, =~ !~ (regular expressions), < <= > >=; all must hold.",
      isRepeated: true, takesHyphens: true
    ) { condition, options in
      options.selection.filters.append(condition)
    },
    OptionFlag(
      "sort", .text, valueName: "names",
      help: "Sort by these columns, numbers as numbers: -price,city (- is downwards).",
      takesHyphens: true
    ) { text, options throws(ConversionError) in
      options.selection.sort = try names(parsing: text)
    },
  ]
}
