public import ConverterCore
public import PictureModel

/// How a picture is coded as WebP.
public struct WebPOptions: WriterOptions {
  /// What pixels may lose.
  public private(set) var loss: PixelLoss
  /// 0 (done soonest) to 6 (smallest file).
  public private(set) var effort: Int
  /// How close opacity stays to its source, 0…100; 100 keeps it.
  let alphaQuality: Int
  /// Whether the colours of transparent pixels are kept; `nil` for where every sample is.
  private let keepsTransparent: Bool?

  /// The quality when none is asked for.
  public static let standardQuality = Quality(0.8)

  private static let lossless = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")
  private static let effort = OptionDescriptor(
    "effort", .integer(0...6), default: "4",
    help: "0 is done soonest, 6 makes the smallest file")
  static let alphaQuality = OptionDescriptor(
    "alpha-quality", .integer(0...100), default: "100",
    help: "how close transparency stays to its source in a lossy picture; 100 keeps it")
  static let exact = OptionDescriptor(
    "exact", .choice(["auto", "true", "false"]), default: "auto",
    help: "keep the colours of transparent pixels; auto: where every sample is kept")

  public static let descriptors = [
    lossless, effort, alphaQuality, exact, OptionDescriptor.picturePreset,
  ]

  public var usesQuality: Bool { !loss.isNone }
  /// Whether the colours of transparent pixels are kept.
  var isExact: Bool { keepsTransparent ?? loss.isNone }
  public var losesUnasked: Bool { loss.isUnasked }

  /// The same for a file of these facts: one without loss that stays in its type stays so, and is tried hard on where
  /// it is compressed.
  func suiting(_ facts: PictureFacts, in context: ConversionContext) -> Self {
    var copy = self
    copy.loss = loss.suiting(facts, in: context)
    if context.purpose == .compress, facts.isLossless, copy.loss.isNone {
      // libwebp's last step takes a hundred times as long, for 2 % of an animation.
      copy.effort = facts.animation == nil ? 6 : 5
    }
    return copy
  }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    loss = try PixelLoss(options, lossless: Self.lossless, standard: Self.standardQuality)
    effort = Int(try options.value(of: Self.effort)) ?? 4
    alphaQuality = Int(try options.value(of: Self.alphaQuality)) ?? 100
    keepsTransparent = Bool(try options.value(of: Self.exact))
  }

  /// libwebp's quality, 0…100, that looks like a JPEG of the quality asked for (see the README).
  var level: Double {
    let percent = loss.quality.value * 100
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
