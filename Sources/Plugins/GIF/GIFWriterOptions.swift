public import ConverterCore

/// How GIF files are written.
public struct GIFWriterOptions: WriterOptions {
  /// The most colours of a picture, the transparent one included.
  let colours: Int
  /// Whether a grain of the colours at hand stands for those that are missing.
  let dithers: Bool
  /// Whether the picture appears coarse first, then finer.
  let isInterlaced: Bool
  /// `-q` chooses the number of colours, unless it is given.
  public let usesQuality: Bool
  /// How alike a picture is, the grain decides more than the number of colours.
  public let usesLikeness = false
  public let unusedQuality: String

  private static let coloursDescriptor = OptionDescriptor(
    "colours", .integer(2...256), default: "256",
    help: "the most colours of a picture; pictures with no more keep theirs exactly")
  private static let ditherDescriptor = OptionDescriptor(
    "dither", .flag, default: "true",
    help: "a grain of other colours in place of those that do not fit")
  private static let interlaceDescriptor = OptionDescriptor(
    "interlace", .flag, default: "false", help: "appear coarse first, then finer (larger file)")

  public static let descriptors = [
    coloursDescriptor, ditherDescriptor, interlaceDescriptor, OptionDescriptor.palettePreset,
  ]

  /// What decides which colours a picture keeps of too many.
  static let coloursDescriptors = [coloursDescriptor, ditherDescriptor, .palettePreset]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    let named = Int(try options.value(of: Self.coloursDescriptor)) ?? 256
    usesQuality = options.settings[Self.coloursDescriptor.key] == nil
    let preset = try options.picturePreset().colours
    let quality = options.quality.map { max(2, min(256, Int(($0.value * 256).rounded()))) }
    colours = usesQuality ? quality ?? preset ?? named : named
    unusedQuality =
      usesQuality
      ? "GIF has the best \(colours) colours in any case" : "--set colours says what is left out"
    dithers = try options.isSet(Self.ditherDescriptor)
    isInterlaced = try options.isSet(Self.interlaceDescriptor)
  }
}
