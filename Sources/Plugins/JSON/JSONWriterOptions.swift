public import ConverterCore
public import TreeModel

/// How JSON is laid out.
public struct JSONWriterOptions: WriterOptions {
  static let indent = OptionDescriptor(
    "indent", .integerOr(0...16, ["tab", "compact"]), default: "2",
    help:
      "spaces a level, a tab, or everything on one line, as NDJSON always is; of tables also rows: a row a line (default)"
  )
  static let sortKeys = OptionDescriptor(
    "sort-keys", .flag, default: "false", help: "members stand in the order of their keys")
  static let ascii = OptionDescriptor(
    "ascii", .flag, default: "false", help: "characters beyond ASCII are written as \\u escapes")

  public static let descriptors = [indent, sortKeys, ascii]

  public let layout: TreeLayout
  /// Whether ``layout`` is asked for.
  let saysLayout: Bool
  public let sortsKeys: Bool
  public let isASCII: Bool

  public init(_ options: ConversionOptions) throws(ConversionError) {
    let indent = try options.value(of: Self.indent)
    saysLayout = options.settings[Self.indent.key] != nil
    layout =
      switch indent {
      case "tab": .tab
      case "compact": .compact
      default: .spaces(Int(indent) ?? 2)
      }
    sortsKeys = try options.isSet(Self.sortKeys)
    isASCII = try options.isSet(Self.ascii)
  }
}
