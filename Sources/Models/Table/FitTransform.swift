public import ConverterCore

/// Says which tables of a file the target has no place for.
///
/// Where a target holds several, rows and columns that are chosen are those of one table, which then goes
/// alone.
public struct FitTransform: Transform {
  public let name = "fit"
  public let ledgerWords = ["tables"]

  public init() {}

  public func apply(
    to table: Table, for capabilities: Table.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Table {
    guard !table.siblings.isEmpty else { return table }
    let wish = options.settings[OptionDescriptor.tables.key]
    var alone = table
    alone.siblings = []
    guard capabilities.holdsSeveralTables else {
      if wish != "all" {
        context.noteDroppedTables(
          of: table, "--set tables=all makes files of them, --table NAME chooses")
      }
      return alone
    }
    if wish == "primary" {
      context.noteDroppedTables(of: table, "--set tables=primary leaves them out")
      return alone
    }
    guard options.selection.isEverything else {
      context.noteDroppedTables(
        of: table, "rows and columns are chosen of one table, and --table NAME says which")
      return alone
    }
    return table
  }
}

extension ConversionContext {
  /// Notes that what stands beside a table in its file is left out.
  ///
  /// - Parameter reason: why, or what can be done.
  public func noteDroppedTables(of table: Table, _ reason: String) {
    guard !table.siblings.isEmpty else { return }
    note("tables", .dropped, why: "\(table.siblingNames): \(reason)")
  }
}

extension Table {
  /// The names of the first tables beside it, for people.
  var siblingNames: String {
    let names = siblings.prefix(10).map { TextWidth.cut($0.name.printable, to: 40) }
    let more = siblings.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
