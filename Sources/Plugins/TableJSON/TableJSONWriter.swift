public import ConverterCore
import Synchronization
public import TableModel

/// Tables as arrays of objects, or objects line by line, without a tree between.
public struct TableJSONWriter: Writer {
  public typealias Options = TableJSONOptions

  public let name = "JSON"
  public let types: [ContentType.ID] = ["public.json", "public.ndjson"]

  public let ledgerWords = ["cells without a column", "column names", "text that is not UTF-8"]

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: TableJSONOptions
  ) -> Table.Capabilities {
    Table.Capabilities(holdsObjects: true)
  }

  public func announce(
    _ table: Table, as type: ContentType.ID, options: TableJSONOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    if table.rowCount == 0 { noteNoRows(of: table, in: context.conversion) }
    guard table.hasHeader else { return }
    ColumnNames(table.columns).note(Self.keysDiffer, in: context.conversion)
  }

  private static let keysDiffer = "keys of an object must differ"

  private func noteNoRows(of table: Table, in context: ConversionContext) {
    guard table.hasHeader, !table.columns.isEmpty else { return }
    context.note(
      "columns", .dropped, why: "there is no row, and in JSON rows alone have the names of columns")
  }

  public func write(
    _ table: Table, as type: ContentType.ID, to output: OutputFile, options: TableJSONOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    if type == "public.ndjson" {
      context.noteUnused(TableJSONOptions.indentDescriptor, why: "each row of NDJSON is one line")
    }
    let arrangement = type == "public.ndjson" ? .lines : options.arrangement
    let keys = table.hasHeader ? ColumnNames(table.columns) : nil
    keys?.note(Self.keysDiffer, in: context.conversion)
    if let nested = NestedRows(
      table.columns, keys, arrangement, infersTypes: options.infersTypes, isASCII: options.isASCII,
      sorting: options.sortsKeys ? SortedValue(context.conversion) : nil)
    {
      try output.write(arrangement.beginning)
      let start = output.byteCount
      try table.write(
        in: context.conversion, separator: arrangement.separator,
        { (batch, text) throws(ConversionError) in try nested.write(batch, to: text) }, to: output)
      if output.byteCount == start { noteNoRows(of: table, in: context.conversion) }
      return try output.write(arrangement.end(isEmpty: output.byteCount == start))
    }
    let layout = { @Sendable (keys: ColumnNames?, columns: Int) in
      JSONRows(
        keys, columns: columns, arrangement, infersTypes: options.infersTypes,
        isASCII: options.isASCII)
    }
    let rows = layout(keys, table.columns.count)
    let sorted =
      options.sortsKeys
      ? keys.map { SortedRows($0, SortedValue(context.conversion)) { layout($0, $0.names.count) } }
      : nil
    let tally = Mutex(JSONRows.Tally())
    try output.write(arrangement.beginning)
    let start = output.byteCount
    try table.write(
      in: context.conversion, separator: arrangement.separator, overhead: rows.overhead,
      { (batch, text) throws(ConversionError) in
        let counts = try sorted?.write(batch, to: text) ?? rows.write(batch, to: text)
        tally.withLock { $0.add(counts) }
      }, to: output)
    if output.byteCount == start { noteNoRows(of: table, in: context.conversion) }
    try output.write(arrangement.end(isEmpty: output.byteCount == start))
    tally.withLock { $0 }.note(keys, in: context.conversion)
  }
}
