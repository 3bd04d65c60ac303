public import ConverterCore

/// How JPEG XL files are written.
public struct JPEGXLOptions: WriterOptions {
  let quality: Quality
  /// Whether every sample is kept.
  let isLossless: Bool
  /// Whether a JPEG file may be taken as it is: nobody asked for another picture, or less around it.
  let takesJPEG: Bool
  let isProgressive: Bool
  let effort: Int

  /// What cannot be told from the original side by side.
  public static let standardQuality = Quality(0.9)

  private static let losslessDescriptor = OptionDescriptor(
    "lossless", .flag, default: "false", help: "keep every sample; -q has no effect")
  private static let progressiveDescriptor = OptionDescriptor(
    "progressive", .flag, default: "false", help: "appear coarse first, then finer")
  private static let effortDescriptor = OptionDescriptor(
    "effort", .integer(1...9), default: "6", help: "how hard to look for a smaller file")

  public static let descriptors = [losslessDescriptor, progressiveDescriptor, effortDescriptor]

  public var usesQuality: Bool { !isLossless }

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    isLossless = try options.isSet(Self.losslessDescriptor)
    isProgressive = try options.isSet(Self.progressiveDescriptor)
    effort = Int(try options.value(of: Self.effortDescriptor)) ?? 6
    quality = options.quality ?? Self.standardQuality
    takesJPEG =
      (isLossless
        || options.quality == nil && options.likeness == nil && options.maximumBytes == nil)
      && options.metadata == .keep && options.profile == .keep
  }

  /// libjxl's measure: 0 is lossless, 1 what nobody sees, 25 the most.
  var distance: Double {
    guard !isLossless else { return 0 }
    let percent = Double(quality.percent)
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
