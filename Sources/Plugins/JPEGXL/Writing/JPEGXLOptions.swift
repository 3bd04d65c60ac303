public import ConverterCore
public import PictureModel

/// How JPEG XL files are written.
public struct JPEGXLOptions: WriterOptions {
  /// What pixels may lose.
  public private(set) var loss: PixelLoss
  /// Whether a JPEG file may be taken as it is: nobody asked for another picture, or less around it.
  let takesJPEG: Bool
  let isProgressive: Bool
  let effort: Int

  /// What cannot be told from the original side by side.
  public static let standardQuality = Quality(0.9)

  private static let losslessDescriptor = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")
  static let progressiveDescriptor = OptionDescriptor(
    "progressive", .flag, default: "false", help: "appear coarse first, then finer")
  private static let effortDescriptor = OptionDescriptor(
    "effort", .integer(1...9), default: "6", help: "how hard to look for a smaller file")

  public static let descriptors = [
    losslessDescriptor, progressiveDescriptor, effortDescriptor, OptionDescriptor.picturePreset,
  ]

  public var usesQuality: Bool { !loss.isNone }

  /// The same for a file of these facts: one without loss that stays in its type stays so.
  func suiting(_ facts: PictureFacts, in context: ConversionContext) -> Self {
    var copy = self
    copy.loss = loss.suiting(facts, in: context)
    return copy
  }

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    loss = try PixelLoss(
      options, lossless: Self.losslessDescriptor, standard: Self.standardQuality)
    isProgressive = try options.isSet(Self.progressiveDescriptor)
    effort = Int(try options.value(of: Self.effortDescriptor)) ?? 6
    let isFree =
      try options.pictureQuality() == nil && options.likeness == nil && options.maximumBytes == nil
    takesJPEG =
      (loss.isNone || isFree)
      && options.metadata == .keep && options.profile == .keep
  }

  /// libjxl's measure: 0 is lossless, 1 what nobody sees, 25 the most.
  var distance: Double {
    guard !loss.isNone else { return 0 }
    let percent = Double(loss.quality.percent)
    // The scale that cjxl has, near that of JPEG. All but lossless stays lossy.
    if percent >= 30 { return max(0.1, 0.1 + (100 - percent) * 0.09) }
    var step = 1.0
    // 2.5 to the power of (30 − q) / 5.
    let fifths = (30 - percent) / 5
    for _ in 0..<Int(fifths) { step *= 2.5 }
    step *= 1 + (fifths - fifths.rounded(.down)) * 1.5
    return min(15, 6.4 + (step - 1) / 6.25)
  }
}
