import CSVPlugin
import ConverterCore
import TableJSONPlugin
import TableModel

extension Parser {
  /// Rows by the quick loops and by the careful scanner; the first byte chooses the dialect, the second how
  /// much is read at a time.
  static let delimited = Parser(name: "delimited") { bytes in
    guard bytes.count > 2 else { return }
    let choice = bytes[0]
    let marks = Marks(
      delimiter: UInt8(ascii: ","), quote: choice & 1 == 0 ? UInt8(ascii: "\"") : nil,
      escape: choice & 2 == 0 ? nil : UInt8(ascii: "\\"), doublesQuotes: choice & 4 == 0,
      skipsSpacesBeforeQuotes: choice & 8 != 0, skipsEmptyLines: choice & 16 == 0)
    let scans = TwoScans(of: Array(bytes.dropFirst(2)), marks, chunk: Int(bytes[1]) + 1)
    precondition(scans.agree, "the quick loops find something else than the careful scanner")
  }

  /// A whole file: guessed, read, written as JSON, which must be JSON, and as CSV, which must come back.
  static let csv = Parser(name: "csv") { bytes in
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    let context = ConversionContext(registry: Registry(), limits: limits)
    let type: ContentType.ID = "public.comma-separated-values-text"
    guard
      let table = try? CSVReader().read(
        InputFile(bytes: bytes), type: type, in: ReadingContext(context)),
      let json = try? written(TableJSONWriter(), table, as: "public.ndjson", in: context)
    else { return }
    for line in json.split(separator: 0x0A) {
      precondition((try? JSONValue(parsing: Array(line))) != nil, "a row is no JSON")
    }
    guard let text = try? written(CSVWriter(), table, as: type, in: context) else { return }
    var reading = ReadingOptions(encoding: "UTF-8")
    reading.dialect.delimiter = UInt8(ascii: ",")
    reading.dialect.quote = .character(UInt8(ascii: "\""))
    reading.dialect.escape = TableDialect.Mark.none
    reading.dialect.headerLines = table.hasHeader ? 1 : 0
    reading.dialect.skippedLines = 0
    reading.dialect.footerLines = 0
    reading.settings = ["empty-rows": "keep"]
    let plain = ConversionContext(registry: Registry(), limits: limits, reading: reading)
    guard
      let again = try? CSVReader().read(
        InputFile(bytes: text), type: type, in: ReadingContext(plain))
    else {
      return
    }
    let twice = try? written(CSVWriter(), again, as: type, in: plain)
    precondition(twice == text, "what is written is read as something else")
  }

  private static func written<W: Writer>(
    _ writer: W, _ table: Table, as type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] where W.Model == Table {
    let output = try OutputFile(.memory)
    let options = try W.Options(ConversionOptions())
    try writer.write(table, as: type, to: output, options: options, in: WritingContext(context))
    return output.bytes
  }
}
