public import ConverterCore

/// How portable maps are written.
public struct NetpbmOptions: WriterOptions {
  /// Whether samples are digits for people.
  let isPlain: Bool
  /// Whether black and white in turns stand for gray in PBM.
  let dithers: Bool

  static let plain = OptionDescriptor(
    "plain", .flag, default: "false", help: "samples as text (PBM, PGM, PPM); much larger")
  static let dither = OptionDescriptor(
    "dither", .flag, default: "true", help: "a grain of black and white for gray (PBM)")

  public static let descriptors = [plain, dither]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    isPlain = try options.isSet(Self.plain)
    dithers = try options.isSet(Self.dither)
  }
}
