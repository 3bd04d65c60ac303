public import ConverterCore

/// How PNG files are written: `--set compression=0…9`, `--set filter=…`, `--set interlace=true`.
public struct PNGWriterOptions: WriterOptions {
  /// zlib's level: 0 stores, 9 tries hardest.
  let compression: Int
  /// The one filter for all rows; `nil` lets libpng choose for each row.
  let filter: PNGRowFilter?
  /// Whether the picture appears coarse first, then finer (Adam7).
  let isInterlaced: Bool
  /// Whether the user named a quality, which PNG has no use for.
  let isQualityGiven: Bool

  private static let compressionDescriptor = OptionDescriptor(
    "compression", .integer(0...9), default: "6",
    help: "how hard to look for a smaller file; the pixels stay the same")
  private static let filterDescriptor = OptionDescriptor(
    "filter", .choice(["auto"] + PNGRowFilter.allCases.map(\.rawValue)), default: "auto",
    help: "how rows are prepared for compression")
  private static let interlaceDescriptor = OptionDescriptor(
    "interlace", .flag, default: "false", help: "appear coarse first, then finer (larger file)")

  public static let descriptors = [compressionDescriptor, filterDescriptor, interlaceDescriptor]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    let words = options.settings.filter { setting in
      Self.descriptors.contains { $0.key == setting.key }
    }
    var own = ConversionOptions()
    own.settings = words
    try own.validateSettings(Self.descriptors, format: "PNG")
    compression = Int(own.value(of: Self.compressionDescriptor)) ?? 6
    filter = PNGRowFilter(rawValue: own.value(of: Self.filterDescriptor))
    isInterlaced = own.value(of: Self.interlaceDescriptor) == "true"
    isQualityGiven = options.quality != nil
  }

  /// The filters that libpng may use.
  func filters(for layout: PNGRowLayout) -> [PNGRowFilter] {
    if let filter { return [filter] }
    // Indices and packed samples are no quantities: differences of them compress worse (PNG
    // specification, section 12.7).
    return layout.isIndexed ? [.none] : PNGRowFilter.allCases
  }
}
