public import ConverterCore

/// How PNG files are written: `--set compression=0…9`, `--set filter=…`, `--set interlace=true`.
public struct PNGWriterOptions: WriterOptions {
  /// 0 stores, 9 tries hard; where a file is compressed and nothing is said, 10, which takes some seconds for a
  /// photo.
  private(set) var compression: Int
  let filter: FilterChoice
  /// Whether the picture appears coarse first, then finer (Adam7).
  let isInterlaced: Bool

  enum FilterChoice: RawRepresentable {
    /// What suits the kind of picture.
    case auto
    /// The best filter is guessed for each row.
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

  // Measured on a 12-megapixel photo: level 6 takes nearly twice the time of level 4 for a file that is 3 % smaller,
  // level 1 two thirds of it for one that is 11 % larger.
  private static let compressionDescriptor = OptionDescriptor(
    "compression", .integer(0...9), default: "4",
    help: "how hard to look for a smaller file; the pixels stay the same")
  private static let filterDescriptor = OptionDescriptor(
    "filter", .choice(FilterChoice.all.map(\.rawValue)), default: "auto",
    help: "how rows are prepared for compression; adaptive chooses for each row")
  private static let interlaceDescriptor = OptionDescriptor(
    "interlace", .flag, default: "false", help: "appear coarse first, then finer (larger file)")

  public static let descriptors = [
    compressionDescriptor, filterDescriptor, interlaceDescriptor, OptionDescriptor.palettePreset,
  ]

  /// The most colours that there are to be; `nil` for all of them.
  let colours: Int?
  public let usesPreset = true

  /// Whether nothing was said of how hard to try.
  private let isFree: Bool
  /// Whether the file is to be as small as can be.
  private(set) var isThorough = false

  /// Whether a picture that has no palette is looked through for one.
  var looksForPalette: Bool { isThorough || colours != nil }

  /// The same for a file that is to become smaller, unless something else was said.
  var thorough: Self {
    guard isFree else { return self }
    var copy = self
    copy.compression = 10
    copy.isThorough = true
    return copy
  }

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    compression = Int(try options.value(of: Self.compressionDescriptor)) ?? 4
    filter = FilterChoice(rawValue: try options.value(of: Self.filterDescriptor)) ?? .auto
    isInterlaced = try options.isSet(Self.interlaceDescriptor)
    colours = try options.picturePreset().colours
    isFree =
      options.maximumBytes == nil
      && ![Self.compressionDescriptor, Self.filterDescriptor, Self.interlaceDescriptor].contains {
        options.settings[$0.key] != nil
      }
  }

  /// The ways to filter among which the best is looked for.
  func filters(for layout: PNGRowLayout) -> [PNGFiltering.Choice] {
    switch filter {
    case .fixed(let filter): [.fixed(filter)]
    case .adaptive: [.adaptive]
    // Indices are no quantities: differences of them compress worse (PNG specification, section 12.7).
    case .auto where isThorough: PNGRowFilter.allCases.map { .fixed($0) } + [.adaptive]
    case .auto: layout.isIndexed ? [.fixed(.none)] : [.fixed(.up), .fixed(.none), .adaptive]
    }
  }
}
