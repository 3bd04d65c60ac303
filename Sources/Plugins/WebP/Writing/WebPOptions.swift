public import ConverterCore

/// How a picture is coded as WebP.
public struct WebPOptions: WriterOptions {
  /// How close a lossy picture stays to its source.
  public let quality: Quality
  /// Whether every sample is kept.
  public private(set) var isLossless: Bool
  /// 0 (done soonest) to 6 (smallest file).
  public private(set) var effort: Int
  /// How close opacity stays to its source, 0…100; 100 keeps it.
  let alphaQuality: Int
  /// Whether the colours of transparent pixels are kept.
  let isExact: Bool

  /// The quality when none is asked for.
  public static let standardQuality = Quality(0.8)

  private static let lossless = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")
  private static let effort = OptionDescriptor(
    "effort", .integer(0...6), default: "4",
    help: "0 is done soonest, 6 makes the smallest file")
  private static let alphaQuality = OptionDescriptor(
    "alpha-quality", .integer(0...100), default: "100",
    help: "how close transparency stays to its source in a lossy picture; 100 keeps it")
  private static let exact = OptionDescriptor(
    "exact", .flag, default: "false", help: "keep the colours of transparent pixels")

  public static let descriptors = [
    lossless, effort, alphaQuality, exact, OptionDescriptor.picturePreset,
  ]

  /// Whether nobody said how good a lossy picture is to be.
  private let isUnasked: Bool

  public var usesQuality: Bool { !isLossless }
  public var losesUnasked: Bool { !isLossless && isUnasked }

  /// The same for a file without loss that is to become smaller, and to stay so.
  var thorough: Self {
    guard isUnasked else { return self }
    var copy = self
    copy.isLossless = true
    copy.effort = 6
    return copy
  }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    let asked = try options.pictureQuality()
    quality = asked ?? Self.standardQuality
    isUnasked = asked == nil
    isLossless = try options.isSet(Self.lossless)
    effort = Int(try options.value(of: Self.effort)) ?? 4
    alphaQuality = Int(try options.value(of: Self.alphaQuality)) ?? 100
    isExact = try options.isSet(Self.exact)
  }

  /// libwebp's quality, 0…100, that looks like a JPEG of the quality asked for (see the README).
  var level: Double {
    let percent = quality.value * 100
    let above = Self.levels.firstIndex { $0.percent >= percent } ?? Self.levels.count - 1
    let (low, high) = (Self.levels[max(0, above - 1)], Self.levels[above])
    guard high.percent > low.percent else { return high.level }
    return low.level
      + (high.level - low.level) * (percent - low.percent) / (high.percent - low.percent)
  }

  private static let levels: [(percent: Double, level: Double)] = [
    (0, 0), (30, 35), (50, 67), (65, 78), (80, 84), (90, 90), (100, 100),
  ]
}
