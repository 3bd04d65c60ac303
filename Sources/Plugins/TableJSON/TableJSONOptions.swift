public import ConverterCore

/// How tables become JSON: `--set types=infer`, `--set indent=…`, `--set ascii=true`.
public struct TableJSONOptions: WriterOptions {
  /// Whether a text that is a number, `true` or `false` becomes one, and an empty text null.
  let infersTypes: Bool
  let isASCII: Bool
  let arrangement: JSONArrangement

  private static let typesDescriptor = OptionDescriptor(
    "types", .choice(["text", "infer"]), default: "text",
    help: "what values without a type are; infer makes numbers, booleans and null of them")
  private static let indentDescriptor = OptionDescriptor(
    "indent", .choice(["rows", "compact", "tab"] + (0...8).map(String.init)), default: "rows",
    help: "rows: a row a line; compact: one line; else a value a line, so many spaces deep")
  private static let asciiDescriptor = OptionDescriptor(
    "ascii", .flag, default: "false", help: "escape all that is not ASCII")

  public static let descriptors = [typesDescriptor, indentDescriptor, asciiDescriptor]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    infersTypes = try options.value(of: Self.typesDescriptor) == "infer"
    isASCII = try options.isSet(Self.asciiDescriptor)
    arrangement =
      switch try options.value(of: Self.indentDescriptor) {
      case "rows": .rows
      case "compact": .compact
      case "tab": .values(indent: [0x09])
      case let spaces: .values(indent: Array(repeating: 0x20, count: Int(spaces) ?? 2))
      }
  }
}
