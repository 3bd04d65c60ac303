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

  /// Whether a JPEG file is made of the coefficients of another, where it is to be cut, turned or flipped.
  public enum Lossless: String, Sendable, CaseIterable {
    /// Where that can be done and nothing is said of quality.
    case auto
    /// Always, also of a file that is to stay as it is; what cannot be done is refused.
    case only
    case never
  }

  /// libjpeg's scale, 1…100.
  public var quality: Int
  /// The quality that was asked for.
  var asked: Int?
  /// Whether it is still to be found, for a likeness or a size.
  let isSought: Bool
  /// Whether the quality is tried for a size that a file without loss is known not to meet.
  let isTrial: Bool
  public var progressive: Bool
  /// What was said of that.
  var saidProgressive: Bool?
  public var subsampling: Subsampling
  /// Whether the Huffman tables are made for the picture; always so for progressive files.
  public var optimised: Bool
  public var lossless: Lossless
  /// Whether something was said that only another encoding can do.
  var needsEncoding: Bool
  /// Whether all that a compressed file has beside its pixels stays.
  var keepsMetadata: Bool

  /// Whether a file that is restored stays as it was: nobody asked for another.
  let takesRestored: Bool

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

  private static let losslessOption = OptionDescriptor(
    "lossless", .choice(Lossless.allCases.map(\.rawValue)), default: "auto",
    help:
      "whether a JPEG is cut, turned and flipped without re-encoding: where it can be, only so, or never"
  )

  public static let descriptors = [
    progressive, subsampling, optimize, losslessOption, OptionDescriptor.picturePreset,
  ]

  public var usesQuality: Bool { true }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    asked = try options.pictureQuality().map { max(1, $0.percent) }
    quality = asked ?? Self.defaultQuality.percent
    isSought = asked == nil && (options.likeness != nil || options.maximumBytes != nil)
    isTrial = options.isTrial
    saidProgressive =
      options.settings[Self.progressive.key] == nil ? nil : try options.isSet(Self.progressive)
    lossless = Lossless(rawValue: try options.value(of: Self.losslessOption)) ?? .auto
    needsEncoding =
      asked != nil || isSought || options.maximumBytes != nil
      || options.settings[Self.subsampling.key] != nil
    keepsMetadata = options.metadata == .keep
    progressive = try options.isSet(Self.progressive)
    subsampling = Subsampling(rawValue: try options.value(of: Self.subsampling)) ?? .auto
    optimised = try options.isSet(Self.optimize)
    takesRestored =
      asked == nil && !isSought && lossless == .auto && options.metadata == .keep
      && options.profile == .keep
      && !progressive && !optimised && subsampling == .auto
    if lossless == .only, needsEncoding {
      throw ConversionError(
        .usage,
        "--set lossless=only keeps the picture as it is coded, which -q, --preset, --max-size and "
          + "--set subsampling would not")
    }
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
