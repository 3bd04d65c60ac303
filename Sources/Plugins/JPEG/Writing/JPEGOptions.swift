public import ConverterCore
internal import PictureModel

/// How a JPEG file is encoded.
public struct JPEGOptions: WriterOptions {
  /// How chroma is sampled.
  public enum Subsampling: String, Sendable, CaseIterable {
    /// As the source has it where it comes as planes; else 4:2:0, or 4:4:4 from quality 0.9 on.
    case auto
    case s420 = "420"
    case s422 = "422"
    case s440 = "440"
    case s444 = "444"
  }

  /// libjpeg's scale, 1…100.
  public var quality: Int
  public var progressive: Bool
  public var subsampling: Subsampling
  /// Whether the Huffman tables are made for the picture; always so for progressive files.
  public var optimised: Bool

  /// The quality when none is asked for.
  static let defaultQuality = Quality(0.85)

  private static let progressive = OptionDescriptor(
    "progressive", .flag, default: "false",
    help: "several scans, from coarse to fine; smaller, but slower to write and to read")
  private static let subsampling = OptionDescriptor(
    "subsampling", .choice(Subsampling.allCases.map(\.rawValue)), default: "auto",
    help: "how chroma is sampled; auto keeps the source's, or takes 420 (444 from -q 90 on)")
  private static let optimize = OptionDescriptor(
    "optimize", .flag, default: "false",
    help: "Huffman tables made for the picture; some per cent smaller, slower to write")

  public static let descriptors = [progressive, subsampling, optimize]

  public var usesQuality: Bool { true }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    quality = max(1, (options.quality ?? Self.defaultQuality).percent)
    progressive = try options.isSet(Self.progressive)
    subsampling = Subsampling(rawValue: try options.value(of: Self.subsampling)) ?? .auto
    optimised = try options.isSet(Self.optimize)
  }
}

extension JPEGOptions.Subsampling {
  /// `nil` for auto.
  var chroma: ChromaSubsampling? {
    switch self {
    case .auto: nil
    case .s420: .s420
    case .s422: .s422
    case .s440: .s440
    case .s444: .s444
    }
  }
}
