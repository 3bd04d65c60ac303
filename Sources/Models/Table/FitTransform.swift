public import ConverterCore

/// Says what the target has no place for: titles, further tables of the file, objects in rows.
///
/// Where a target holds several, rows and columns that are chosen are those of one table, which then goes
/// alone.
public struct FitTransform: Transform {
  public let name = "fit"
  public let stage = TransformStage.finish
  public let ledgerWords = ["tables", "title"]
  public let lossyChanges = ["keys", "nested objects", "values without keys"]

  public init() {}

  public func apply(
    to table: Table, for capabilities: Table.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Table {
    if !capabilities.holdsTitles { context.noteDroppedTitle(of: table) }
    if !capabilities.holdsObjects { noteObjects(in: table.columns, context) }
    let requested = options.settings[OptionDescriptor.tables.key]
    guard !table.siblings.isEmpty else {
      if requested != nil { context.noteUnused(.tables, why: "the file holds one table") }
      return table
    }
    var alone = table
    alone.siblings = []
    guard capabilities.holdsSeveralTables else {
      if requested != "all" {
        context.noteDroppedTables(
          of: table, "--set tables=all makes files of them, --table NAME chooses")
      }
      return alone
    }
    if requested == "primary" {
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

  /// What rows that were objects become where a row is cells and nothing else.
  private func noteObjects(in columns: [Column], _ context: ConversionContext) {
    let paths = columns.compactMap(\.path)
    if paths.contains(where: { $0.count > 1 }) {
      context.note("nested objects", .changed, why: "their keys are columns: a.b")
    }
    let dot = [UInt8(ascii: ".")]
    if columns.contains(where: { column in
      column.path.map { !$0.isEmpty && Array($0.joined(separator: dot)) != column.name } ?? false
    }) {
      context.note(
        "keys", .changed, why: "some would be the same column: dots in keys are written \\.")
    }
    if columns.count > 1, paths.contains(where: \.isEmpty) {
      context.note(
        "values without keys", .changed, why: "what is no object stands in a column of its own")
    }
  }
}

extension ConversionContext {
  /// Notes that the heading or caption of a table is left out.
  public func noteDroppedTitle(of table: Table) {
    guard table.titleIsText, let title = table.title, !title.isEmpty else { return }
    note("title", .dropped, why: "\(TextWidth.cut(title.printable, to: 40)): the target has none")
  }

  /// Notes that what stands beside a table in its file is left out.
  ///
  /// - Parameters:
  ///   - table: the one that is written.
  ///   - reason: why, or what can be done.
  public func noteDroppedTables(of table: Table, _ reason: String) {
    guard !table.siblings.isEmpty else { return }
    note("tables", .dropped, why: "\(table.siblingNames): \(reason)")
  }
}

extension Table {
  /// The names of the first tables beside it, for people.
  package var siblingNames: String {
    let names = siblings.prefix(10).map { TextWidth.cut($0.name.printable, to: 40) }
    let more = siblings.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
