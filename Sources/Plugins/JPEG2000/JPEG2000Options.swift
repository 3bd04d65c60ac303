public import ConverterCore
public import PictureModel

/// How a picture is coded as JPEG 2000.
public struct JPEG2000Options: WriterOptions {
  /// What pixels may lose.
  public let loss: PixelLoss

  /// As good as a JPEG of 0.8.
  public static let standardQuality = Quality(0.8)

  private static let lossless = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")

  public static let descriptors = [lossless, OptionDescriptor.picturePreset]

  public var usesQuality: Bool { !loss.isNone }
  public var losesUnasked: Bool { loss.isUnasked }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    loss = try PixelLoss(options, lossless: Self.lossless, standard: Self.standardQuality)
  }
}

extension PixelLoss {
  /// The peak signal-to-noise ratio to reach, in dB; `nil` where nothing is lost.
  var psnr: Double? { isNone ? nil : 25 + 20 * quality.value }
}
