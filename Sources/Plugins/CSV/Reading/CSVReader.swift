public import ConverterCore
public import TableModel

/// Delimited text: CSV, TSV and their relatives.
public struct CSVReader: Reader {
  public let name = "CSV"
  public let takes: Set<ConversionOptions.Name> = [
    .encoding, .delimiter, .quote, .escape, .header, .skipLines, .footerLines, .table, .strict,
  ]
  public let types: [ContentType.ID] = [
    "public.comma-separated-values-text", "public.tab-separated-values-text",
    "public.delimited-values-text",
  ]

  /// What fairy itself writes of a sheet without cells.
  public var typesOfNothing: [ContentType.ID] { types }

  /// It may be of a single column, or have rows that differ in length.
  public var hintForUnreadText: String? { "if it is a table, --from csv reads it as one" }

  public var descriptors: [OptionDescriptor] { [Self.emptyRows] }

  public let ledgerWords = ["empty lines", "empty rows", "footer", "preamble"]

  static let emptyRows = OptionDescriptor(
    "empty-rows", .choice(["auto", "drop", "keep"]), default: "auto",
    help: "whether rows of empty cells are left out; auto: of sheets, whose parts they separate")

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Table {
    try context.reading.checkOnlyTable(of: input)
    let (dialect, text) = try DialectGuess.guess(input, type: type, in: context.conversion)
    return Table(
      columns: dialect.columns, hasHeader: dialect.hasHeader,
      content: DelimitedContent(source: text, dialect: dialect, byteCount: input.byteCount),
      findings: dialect.findings)
  }
}
