import ConverterCore
import TableModel

@testable import CSVPlugin

/// Text read as a table, and everything that was said about it.
struct Reading {
  var dialect = Dialect(delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""))
  var reading = ReadingOptions()
  var limits = Limits.standard
  /// How much is read at a time.
  var chunk = 1 << 18
  var threads = 1

  struct Result: Equatable {
    var rows: [[String]] = []
    var warnings: [String] = []
    var ledger: [LedgerEntry] = []
    var error: ConversionError.Code?
    var message: String?
  }

  /// Rows of a table with so many columns, without a header.
  func rows(of text: String, columns: Int) -> Result {
    rows(of: Array(text.utf8), columns: columns)
  }

  func rows(of bytes: [UInt8], columns: Int) -> Result {
    let context = ConversionContext(
      registry: Registry(), limits: limits, reading: reading, threads: threads)
    var dialect = dialect
    dialect.columns = (0..<columns).map { Column("\($0 + 1)") }
    let content = DelimitedContent(
      source: PlainText(input: InputFile(bytes: bytes)), dialect: dialect, byteCount: bytes.count)
    var result = Result()
    do throws(ConversionError) {
      try read(content, into: &result, in: context)
    } catch {
      result.error = error.code
      result.message = error.message
    }
    result.warnings = context.warnings
    result.ledger = context.ledger
    return result
  }

  private func read(
    _ content: DelimitedContent, into result: inout Result, in context: ConversionContext
  ) throws(ConversionError) {
    let source = try content.delimitedRows(from: nil, chunk: chunk, in: context)
    let batch = RowBatch()
    while try source.claim(batch) {
      let row = batch.firstRow
      try source.split(batch)
      if row != result.rows.count + 1 { result.message = "row \(row) is not the next" }
      result.rows += Self.texts(of: batch)
    }
  }

  static func texts(of batch: RowBatch) -> [[String]] {
    (0..<batch.rowCount).map { row in
      batch.row(row).map { String(decoding: batch.text(of: batch.cells[$0])) }
    }
  }
}

/// A context, and a table as the plugin reads it.
struct Opened {
  let context: ConversionContext
  let table: Table

  init(
    _ bytes: [UInt8], type: ContentType.ID = "public.comma-separated-values-text",
    reading: ReadingOptions = ReadingOptions(), threads: Int = 1
  ) throws(ConversionError) {
    context = ConversionContext(registry: Registry(), reading: reading, threads: threads)
    table = try CSVReader().read(InputFile(bytes: bytes), type: type, in: ReadingContext(context))
  }

  init(_ text: String) throws(ConversionError) { try self.init(Array(text.utf8)) }

  var columns: [String] { table.columns.map { String(decoding: $0.name, as: UTF8.self) } }

  func rows() throws -> [[String]] {
    var rows: [[String]] = []
    try table.forEachBatch(in: context) { batch in
      rows += Reading.texts(of: batch)
      return true
    }
    return rows
  }

  /// Written as CSV.
  func written(
    as type: ContentType.ID = "public.comma-separated-values-text",
    _ settings: [String: String] = [:]
  ) throws -> [UInt8] {
    var options = ConversionOptions()
    options.settings = settings
    let output = try OutputFile(.memory)
    try CSVWriter().write(
      table, as: type, to: output, options: try CSVWriterOptions(options),
      in: WritingContext(context))
    return output.bytes
  }
}
