import ConverterCore
import HTMLTablePlugin
import TableModel

/// Rows in memory, as a reader of a format with types would give them.
struct MemoryRows: TableContent {
  let rows: [[(String, Cell.Kind)]]
  /// How often all of them come.
  var repeats = 1

  let byteCount = 0
  let isSeekable = false

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> any RowSource { Source(rows: rows, repeats: repeats) }

  // Only `claim`, which one thread at a time calls, touches what changes.
  private final class Source: RowSource, @unchecked Sendable {
    let rows: [[(String, Cell.Kind)]]
    var rest: Int
    var next = 1

    init(rows: [[(String, Cell.Kind)]], repeats: Int) {
      self.rows = rows
      rest = repeats
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      guard rest > 0 else { return false }
      rest -= 1
      batch.firstRow = next
      for row in rows {
        for (text, kind) in row { batch.append(text, kind) }
        batch.endRow()
      }
      next += rows.count
      return true
    }

    func split(_ batch: RowBatch) throws(ConversionError) {}
  }
}

enum Pages {
  static func context(
    table: String? = nil, headerLines: Int? = nil, encoding: String? = nil
  ) throws -> ConversionContext {
    var registry = Registry()
    try HTMLTablePlugin.register(in: &registry)
    var reading = ReadingOptions(encoding: encoding)
    reading.table = table
    reading.dialect.headerLines = headerLines
    return ConversionContext(registry: registry, reading: reading, threads: 2)
  }

  static func read(_ page: String, in context: ConversionContext) throws -> Table {
    try read(Array(page.utf8), in: context)
  }

  static func read(_ page: [UInt8], in context: ConversionContext) throws -> Table {
    let reader = context.registry.reader(for: "public.html", in: .standard)
    guard let reader = reader as? any Reader<Table> else { throw ConversionError(.noRoute, "") }
    return try reader.read(InputFile(bytes: page), type: "public.html", in: context)
  }

  /// All cells, each with what it is.
  static func cells(of table: Table, in context: ConversionContext) throws -> [[String]] {
    var all: [[String]] = []
    try table.forEachBatch(in: context) { batch in
      for row in 0..<batch.rowCount {
        all.append(
          batch.cells[batch.row(row)].map { cell in
            "\(cell.kind) \(String(decoding: batch.text(of: cell), as: UTF8.self))"
          })
      }
      return true
    }
    return all
  }

  static func names(of table: Table) -> [String] {
    table.columns.map { String(decoding: $0.name, as: UTF8.self) }
  }

  static func write(_ table: Table, in context: ConversionContext) throws -> String {
    let output = try OutputFile(.memory)
    try HTMLTableWriter().write(
      table, as: "public.html", to: output,
      options: HTMLTableWriter.Options(ConversionOptions()), in: context)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
