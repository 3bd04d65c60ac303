public import ConverterCore

/// How databases are written: `--set types=text|infer`.
public struct SQLiteWriterOptions: WriterOptions {
  /// Whether text that is a number becomes one.
  let infersTypes: Bool

  private static let typesDescriptor = OptionDescriptor(
    "types", .choice(["text", "infer"]), default: "text",
    help: "infer makes numbers of texts that are numbers; text leaves every value as it is")

  public static let descriptors = [typesDescriptor]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    infersTypes = try options.value(of: Self.typesDescriptor) == "infer"
  }
}
