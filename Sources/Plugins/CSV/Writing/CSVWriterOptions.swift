public import ConverterCore

/// How delimited text is written: `--set delimiter=…`, `quote=…`, `line-ends=…`, `bom=true`, `header=false`.
public struct CSVWriterOptions: WriterOptions {
  /// `nil` for the type's own.
  private let delimiter: UInt8?
  /// Whether cells are quoted that need not be.
  let quotesAll: Bool
  let lineEnd: [UInt8]
  /// Whether the file begins with a byte order mark.
  let writesMark: Bool
  let writesHeader: Bool
  let formulas: FormulaPolicy

  /// What becomes of cells that spreadsheets take for formulas.
  enum FormulaPolicy: String, CaseIterable {
    /// They stay as they are.
    case keep
    /// An apostrophe before them makes them text.
    case escape
    /// The conversion fails.
    case refuse
  }

  private static let delimiterDescriptor = OptionDescriptor(
    "delimiter", .characterOr(["auto", "comma", "semicolon", "tab", "pipe"]), default: "auto",
    help: "what stands between cells; auto is a tab for TSV, a pipe for other text, else a comma")
  private static let quoteDescriptor = OptionDescriptor(
    "quote", .choice(["minimal", "all"]), default: "minimal",
    help: "which cells are quoted: those that must be, or all")
  private static let lineEndsDescriptor = OptionDescriptor(
    "line-ends", .choice(["lf", "crlf"]), default: "lf", help: "what ends a row")
  private static let markDescriptor = OptionDescriptor(
    "bom", .flag, default: "false", help: "begin with a byte order mark, as Excel wants it")
  private static let headerDescriptor = OptionDescriptor(
    "header", .flag, default: "true", help: "write the names of columns, where the table has them")

  static let formulasDescriptor = OptionDescriptor(
    "formulas", .choice(FormulaPolicy.allCases.map(\.rawValue)), default: "keep",
    help: "cells that spreadsheets would run, such as =1+2; escape puts an apostrophe before them")

  public static let descriptors = [
    delimiterDescriptor, quoteDescriptor, lineEndsDescriptor, markDescriptor, headerDescriptor,
    formulasDescriptor,
  ]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    let word = try options.value(of: Self.delimiterDescriptor)
    delimiter =
      word == "auto"
      ? nil : try TypedCharacter.byte(parsing: word, for: "--set delimiter")
    guard delimiter != UInt8(ascii: "\"") else {
      throw ConversionError(
        .usage, "--set delimiter cannot be the double quote, which stands around cells")
    }
    quotesAll = try options.value(of: Self.quoteDescriptor) == "all"
    lineEnd = try options.value(of: Self.lineEndsDescriptor) == "crlf" ? [0x0D, 0x0A] : [0x0A]
    writesMark = try options.isSet(Self.markDescriptor)
    writesHeader = try options.isSet(Self.headerDescriptor)
    formulas =
      FormulaPolicy(rawValue: try options.value(of: Self.formulasDescriptor)) ?? .keep
  }

  func delimiter(for type: ContentType.ID) -> UInt8 {
    if let delimiter { return delimiter }
    return switch type {
    case "public.tab-separated-values-text": 0x09
    case "public.delimited-values-text": 0x7C
    default: 0x2C
    }
  }
}
