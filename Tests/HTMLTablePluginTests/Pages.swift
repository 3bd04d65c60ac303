import ConverterCore
import HTMLTablePlugin
import TableModel
import TableTestSupport

enum Pages {
  static func context(
    table: String? = nil, headerLines: Int? = nil, encoding: String? = nil,
    limits: Limits = .standard
  ) throws -> ConversionContext {
    var registry = Registry()
    try HTMLTablePlugin.register(in: &registry)
    var reading = ReadingOptions(encoding: encoding)
    reading.table = table
    reading.dialect.headerLines = headerLines
    return ConversionContext(registry: registry, limits: limits, reading: reading, threads: 2)
  }

  static func read(_ page: String, in context: ConversionContext) throws -> Table {
    try read(Array(page.utf8), in: context)
  }

  static func read(_ page: [UInt8], in context: ConversionContext) throws -> Table {
    try context.table(in: InputFile(bytes: page), as: "public.html")
  }

  static func write(_ table: Table, in context: ConversionContext) throws -> String {
    try written(table, by: HTMLTableWriter(), as: "public.html", in: context)
  }
}
