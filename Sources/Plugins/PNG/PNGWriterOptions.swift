public import ConverterCore

/// How PNG files are written: `--set compression=0…9`, `--set filter=…`, `--set interlace=true`.
public struct PNGWriterOptions: WriterOptions {
  /// zlib's level: 0 stores, 9 tries hardest.
  let compression: Int
  let filter: FilterChoice
  /// Whether the picture appears coarse first, then finer (Adam7).
  let isInterlaced: Bool

  enum FilterChoice: RawRepresentable {
    /// What suits the kind of picture.
    case auto
    /// libpng guesses the best filter for each row, which takes longer.
    case adaptive
    /// The same filter for all rows.
    case fixed(PNGRowFilter)

    init?(rawValue: String) {
      switch rawValue {
      case "auto": self = .auto
      case "adaptive": self = .adaptive
      default:
        guard let filter = PNGRowFilter(rawValue: rawValue) else { return nil }
        self = .fixed(filter)
      }
    }

    var rawValue: String {
      switch self {
      case .auto: "auto"
      case .adaptive: "adaptive"
      case .fixed(let filter): filter.rawValue
      }
    }

    static let all = [auto, adaptive] + PNGRowFilter.allCases.map(FilterChoice.fixed)
  }

  // Measured on a 12-megapixel photo: level 4 takes a third of level 6's time for a file that is 15 %
  // larger. Level 2 is faster still (0.26 s for 0.38), but levels 1 to 3 make text and drawings up to
  // 2.5 times larger.
  private static let compressionDescriptor = OptionDescriptor(
    "compression", .integer(0...9), default: "4",
    help: "how hard to look for a smaller file; the pixels stay the same")
  private static let filterDescriptor = OptionDescriptor(
    "filter", .choice(FilterChoice.all.map(\.rawValue)), default: "auto",
    help: "how rows are prepared for compression; adaptive chooses for each row")
  private static let interlaceDescriptor = OptionDescriptor(
    "interlace", .flag, default: "false", help: "appear coarse first, then finer (larger file)")

  public static let descriptors = [compressionDescriptor, filterDescriptor, interlaceDescriptor]

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    compression = Int(try options.value(of: Self.compressionDescriptor)) ?? 4
    filter = FilterChoice(rawValue: try options.value(of: Self.filterDescriptor)) ?? .auto
    isInterlaced = try options.isSet(Self.interlaceDescriptor)
  }

  /// The filters among which libpng may choose.
  func filters(for layout: PNGRowLayout) -> [PNGRowFilter] {
    switch filter {
    case .fixed(let filter): [filter]
    case .adaptive: PNGRowFilter.allCases
    // Indices are no quantities: differences of them compress worse (PNG specification, section
    // 12.7). Of photos, "up" makes smaller files than any other filter and than libpng's choice,
    // and takes the least time.
    case .auto: layout.isIndexed ? [.none] : [.up]
    }
  }
}
