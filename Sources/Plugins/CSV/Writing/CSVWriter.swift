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

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: CSVWriterOptions
  ) -> Table.Capabilities {
    Table.Capabilities()
  }

  public func write(
    _ table: Table, as type: ContentType.ID, to output: OutputFile, options: CSVWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let rows = DelimitedRowWriter(options, delimiter: options.delimiter(for: type))
    if options.writesMark { try output.write([0xEF, 0xBB, 0xBF]) }
    if table.hasHeader, options.writesHeader {
      try output.write(rows.header(table.columns))
    } else if table.hasHeader {
      context.note("header", .dropped, why: "--set header=false leaves the names of columns out")
    }
    let kinds = Mutex(DelimitedRowWriter.Kinds())
    try table.write(
      in: context,
      { (batch, text) throws(ConversionError) in
        let seen = rows.write(batch, to: text)
        kinds.withLock { $0.formUnion(seen) }
      }, to: output)
    note(kinds.withLock { $0 }, in: context)
  }

  private func note(_ kinds: DelimitedRowWriter.Kinds, in context: ConversionContext) {
    if kinds.contains(.null) {
      context.note("null", .changed, why: "it is an empty text, for CSV knows text alone")
    }
    if !kinds.isDisjoint(with: [.number, .boolean, .json]) {
      context.note("types", .dropped, why: "numbers, booleans and JSON are text in CSV")
    }
  }
}
