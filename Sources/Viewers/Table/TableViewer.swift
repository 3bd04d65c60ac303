public import ConverterCore
public import TableModel

/// Shows a table: aligned for people, as JSON for scripts, and any part of it in a session.
public struct TableViewer: SessionViewer {
  public let key = "table"

  public init() {}

  /// Counts the rows where the file does not say how many there are.
  public func facts(
    of table: Table, in context: ConversionContext
  ) throws(ConversionError) -> [Fact] {
    var rows = table.rowCount ?? 0
    if table.rowCount == nil { rows = try table.content.countRows(in: context) }
    return TableFacts(table: table, rows: rows).all
  }

  public func show(
    _ table: Table, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    if page.isJSON {
      try showJSON(table, on: page, in: context)
      return true
    }
    if page.mayTakeScreen {
      try page.takeScreen { screen throws(ConversionError) in
        try TableScreen.run(
          table, page.selection, title: page.title ?? table.title ?? "table", on: screen,
          usesColour: page.usesColour, in: context)
      }
      return true
    }
    try PlainTable(table: table, page: page, context: context).show()
    return true
  }

  public func session(
    of table: Table, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    TableSession(table, in: context)
  }

  private func showJSON(
    _ table: Table, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    let selected = try table.selecting(page.selection, in: context)
    let head = ByteBuffer(capacity: 1 << 12)
    RowsAsJSON.appendHead(selected, to: head)
    let (_, isRead) = try selected.write(on: page, in: context) { _, text in
      text.append(head.span)
      head.removeAll()
      return RowsAsJSON()
    }
    guard isRead else { return }
    head.append("]}\n")
    _ = try page.write(head.array)
  }
}
