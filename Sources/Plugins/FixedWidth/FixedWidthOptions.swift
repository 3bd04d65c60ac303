public import ConverterCore

/// How columns are set apart.
public struct FixedWidthOptions: WriterOptions {
  static let rulerOption = OptionDescriptor(
    "ruler", .flag, default: "true", help: "a line of dashes below the header")
  static let gapOption = OptionDescriptor(
    "gap", .integer(1...16), default: "2", help: "spaces between two columns")

  public static let descriptors = [rulerOption, gapOption]

  let hasRuler: Bool
  let gap: Int

  public init(_ options: ConversionOptions) throws(ConversionError) {
    hasRuler = try options.isSet(Self.rulerOption)
    gap = Int(try options.value(of: Self.gapOption)) ?? 2
  }
}
