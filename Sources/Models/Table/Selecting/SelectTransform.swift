public import ConverterCore

/// Takes the rows and columns that the user wants: `--columns`, `--rows`, `--filter`, `--sort`, `--limit`.
public struct SelectTransform: Transform {
  public let name = "select"
  public let stage = TransformStage.content
  public let ledgerWords = ["columns", "rows"]
  public let chooses: [any ConversionOptionGroup.Type] = [TableSelection.self]

  public init() {}

  public func apply(
    to table: Table, for capabilities: Table.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Table {
    let selection = options.selection
    guard !selection.isEverything else { return table }
    let chosen = try table.selecting(selection, in: context)
    if !selection.columns.isEmpty {
      context.note(
        "columns", .changed, why: "\(chosen.columns.count) chosen of \(table.columns.count)")
    }
    if let words = selection.rowWords {
      let count = table.rowCount.flatMap { all in chosen.rowCount.map { "\($0) of \(all): " } }
      context.note("rows", .changed, why: (count ?? "") + words)
    }
    return chosen
  }
}

extension TableSelection {
  /// What is done to the rows, in words; `nil` for nothing.
  package var rowWords: String? {
    var words: [String] = []
    if let rowsText { words.append("those numbered \(rowsText)") }
    if !filters.isEmpty {
      words.append("where " + filters.map(\.printable).joined(separator: " and "))
    }
    if !sort.isEmpty { words.append("sorted by " + sort.map(\.printable).joined(separator: ", ")) }
    if let limit { words.append("\(limit) at most") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
