public import ConverterCore
internal import TableModel

/// How tables become JSON: `--set types=infer`, `--set indent=…`, `--set ascii=true`, `--set sort-keys=true`.
public struct TableJSONOptions: WriterOptions {
  /// Whether a text that is a number, `true` or `false` becomes one, and an empty text null.
  let infersTypes: Bool
  let isASCII: Bool
  let sortsKeys: Bool
  let arrangement: JSONArrangement

  static let indentDescriptor = OptionDescriptor(
    "indent", .integerOr(0...16, ["tab", "compact", "rows"]), default: "rows",
    help: "spaces a level, a tab, or everything on one line; of tables alone: a row a line")
  private static let asciiDescriptor = OptionDescriptor(
    "ascii", .flag, default: "false", help: "characters beyond ASCII are written as \\u escapes")
  private static let sortKeysDescriptor = OptionDescriptor(
    "sort-keys", .flag, default: "false", help: "members stand in the order of their keys")

  public static let descriptors = [
    .inferredTypes, indentDescriptor, sortKeysDescriptor, asciiDescriptor,
  ]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    infersTypes = try options.value(of: .inferredTypes) == "infer"
    isASCII = try options.isSet(Self.asciiDescriptor)
    sortsKeys = try options.isSet(Self.sortKeysDescriptor)
    arrangement =
      switch try options.value(of: Self.indentDescriptor) {
      case "rows": .rows
      case "compact": .compact
      case "tab": .values(indent: [0x09])
      case let spaces: .values(indent: Array(repeating: 0x20, count: Int(spaces) ?? 2))
      }
  }
}
