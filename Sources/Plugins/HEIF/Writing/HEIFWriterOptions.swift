public import ConverterCore
public import PictureModel

/// How a picture is coded as HEIC or AVIF.
public struct HEIFWriterOptions: WriterOptions {
  /// What pixels may lose.
  public let loss: PixelLoss
  /// Bits a sample, or `nil` where the picture decides.
  public let depth: Int?
  /// 0 (smallest file) to 10 (least work).
  public let speed: Int
  /// `nil` where the picture and the quality decide.
  let subsampling: ChromaSubsampling?

  /// As good as a JPEG of 0.8, in two thirds of its bytes.
  public static let standardQuality = Quality(0.8)

  private static let lossless = OptionDescriptor(
    "lossless", .flag, default: "false",
    help: "keep every sample; RGB stays RGB, and -q has no effect")
  private static let depth = OptionDescriptor(
    "depth", .choice(["auto", "8", "10", "12"]), default: "auto",
    help: "bits a sample; auto keeps 8 bits and gives deeper pictures 10")
  private static let speed = OptionDescriptor(
    "speed", .integer(0...10), default: "7",
    help: "0 makes the smallest file, 10 is done soonest")
  private static let chroma = OptionDescriptor(
    "chroma", .choice(["auto", "420", "422", "444"]), default: "auto",
    help: "chroma subsampling; auto keeps the source's, and makes RGB 4:2:0 below -q 0.9")

  public static let descriptors = [
    lossless, depth, speed, chroma, OptionDescriptor.picturePreset,
  ]

  public var usesQuality: Bool { !loss.isNone }
  public var losesUnasked: Bool { loss.isUnasked }

  public init(_ options: ConversionOptions) throws(ConversionError) {
    loss = try PixelLoss(options, lossless: Self.lossless, standard: Self.standardQuality)
    depth = Int(try options.value(of: Self.depth))
    speed = Int(try options.value(of: Self.speed)) ?? 0
    let chroma = try options.value(of: Self.chroma)
    subsampling =
      switch chroma {
      case "420": .s420
      case "422": .s422
      case "444": .s444
      default: nil
      }
    if loss.isNone, let subsampling, subsampling != .s444 {
      throw ConversionError(
        .usage,
        "chroma subsampling loses detail, so --set lossless=true takes no "
          + "--set chroma=\(chroma); leave one of them out")
    }
  }
}
