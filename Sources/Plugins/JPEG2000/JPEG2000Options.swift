public import ConverterCore

/// How a picture is coded as JPEG 2000.
public struct JPEG2000Options: WriterOptions {
  /// How close a lossy picture stays to its source.
  public let quality: Quality
  /// Whether every sample is kept.
  public private(set) var isLossless: Bool

  /// As good as a JPEG of 0.8.
  public static let standardQuality = Quality(0.8)

  private static let lossless = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")

  public static let descriptors = [lossless, OptionDescriptor.picturePreset]

  /// Whether nobody said how good a lossy picture is to be.
  private let isUnasked: Bool

  public var usesQuality: Bool { !isLossless }
  public var losesUnasked: Bool { !isLossless && isUnasked }

  /// The same for a file without loss that is to become smaller, and to stay so.
  var thorough: Self {
    guard isUnasked else { return self }
    var copy = self
    copy.isLossless = true
    return copy
  }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    let asked = try options.pictureQuality()
    quality = asked ?? Self.standardQuality
    isUnasked = asked == nil
    isLossless = try options.isSet(Self.lossless)
  }

  /// The peak signal-to-noise ratio to reach, in dB; `nil` where nothing is lost.
  var psnr: Double? { isLossless ? nil : 25 + 20 * quality.value }
}
