public import ConverterCore
import Synchronization
public import TableModel

/// Tables as CSV, TSV and their relatives.
public struct CSVWriter: Writer {
  public typealias Options = CSVWriterOptions

  public let name = "CSV"
  public let types: [ContentType.ID] = [
    "public.comma-separated-values-text", "public.tab-separated-values-text",
    "public.delimited-values-text",
  ]

  public let ledgerWords = ["formulas", "header"] + CellKinds.ledgerWords

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: CSVWriterOptions
  ) -> Table.Capabilities {
    Table.Capabilities()
  }

  public func announce(
    _ table: Table, as type: ContentType.ID, options: CSVWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    guard table.hasHeader, !table.columns.isEmpty, !options.writesHeader else { return }
    context.note("header", .dropped, why: "--set header=false leaves the names of columns out")
  }

  public func write(
    _ table: Table, as type: ContentType.ID, to output: OutputFile, options: CSVWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let rows = DelimitedRowWriter(options, delimiter: options.delimiter(for: type))
    if options.writesMark { try output.write([0xEF, 0xBB, 0xBF]) }
    // A line without names would be a column without one.
    let isNamed = table.hasHeader && !table.columns.isEmpty
    var named = CellKinds()
    if isNamed, options.writesHeader {
      let header = try rows.header(table.columns, formulas: options.formulas)
      named = header.kinds
      try output.write(header.text)
    }
    try announce(table, as: type, options: options, in: context)
    let kinds = Mutex(CellKinds())
    try table.write(
      in: context.conversion,
      { (batch, text) throws(ConversionError) in
        let seen = try rows.write(batch, to: text, formulas: options.formulas)
        kinds.withLock { $0.formUnion(seen) }
      }, to: output)
    let seen = kinds.withLock { $0 }
    context.conversion.noteText(seen, in: "CSV")
    if seen.union(named).contains(.formula) {
      note(options.formulas, in: context.conversion)
    } else {
      context.noteUnused(CSVWriterOptions.formulasDescriptor, why: "no cell is like a formula")
    }
  }

  private func note(_ formulas: CSVWriterOptions.FormulaPolicy, in context: ConversionContext) {
    switch formulas {
    case .keep:
      context.note(
        "formulas", .kept,
        why:
          "spreadsheets run cells that begin with =, +, - or @; --set formulas=escape makes text of "
          + "them")
    case .escape:
      context.note(
        "formulas", .changed, why: "an apostrophe stands before them, so that they are text")
    case .refuse: break
    }
  }
}
