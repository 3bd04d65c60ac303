public import ConverterCore

/// Brings a picture to the size that `--resize` asks for, with a Lanczos filter.
public struct ResizeTransform: Transform {
  public let name = "resize"
  public let stage = TransformStage.geometry

  /// Mixes light instead of code values: right for fine bright patterns, slower, and made for
  /// pictures with the tone curve of sRGB.
  public static let linear = OptionDescriptor(
    "linear", .flag, default: "false", help: "resize in linear light instead of code values")

  public var descriptors: [OptionDescriptor] { [ResizeTransform.linear] }
  public let ledgerWords = ["resize"]

  public init() {}

  public func takes(
    _ options: ConversionOptions, for capabilities: Picture.Capabilities
  ) -> Set<ConversionOptions.Name> {
    options.resize == nil ? [.resize] : [.resize, .enlarge]
  }

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let inLinearLight = try options.isSet(ResizeTransform.linear)
    guard let geometry = options.resize else {
      if inLinearLight { context.noteUnused(Self.linear, why: "nothing is resized") }
      return picture
    }
    let (width, height) = (picture.facts.width, picture.facts.height)
    // A drawing is as sharp at any size.
    let isDrawing = picture.facts.isDrawing
    let target = geometry.result(
      width: width, height: height, enlarge: options.enlarge || isDrawing)
    let isWhole = target.cropWidth == Double(width) && target.cropHeight == Double(height)
    let isUnchanged = isWhole && target.width == width && target.height == height
    let enlarged = geometry.result(width: width, height: height, enlarge: true)
    if isUnchanged {
      let why =
        enlarged == target
        ? "the picture has that size already"
        : "the picture is no larger than that; --enlarge makes it larger"
      context.noteUnused(.resize, why: why)
      if inLinearLight { context.noteUnused(Self.linear, why: "nothing is resized") }
    }
    if options.enlarge,
      target == geometry.result(width: width, height: height, enlarge: isDrawing)
    {
      context.noteUnused(
        .enlarge, why: isDrawing ? "a drawing is drawn at any size" : "nothing becomes larger")
    }
    if isUnchanged { return picture }
    try context.limits.checkPixels(width: target.width, height: target.height)
    let isHeldBack = enlarged != target && geometry.namesBothSides
    context.note(
      "resize", .changed,
      why: "\(width)×\(height) → \(target.width)×\(target.height)"
        + (isHeldBack
          ? ", not \(enlarged.width)×\(enlarged.height): no side becomes larger without --enlarge"
          : ""))

    var facts = picture.facts
    (facts.width, facts.height) = (target.width, target.height)
    facts.palette = nil
    facts.significantBits = nil
    // Grays between those of a picture of one or two bits need whole bytes.
    facts.sampleDepth = max(8, facts.sampleDepth)
    facts.isDrawing = isDrawing && isWhole
    facts.gainMap?.placement.resize(
      x: target.cropX, y: target.cropY, width: target.cropWidth, height: target.cropHeight,
      to: (target.width, target.height))
    facts.thumbnailIsStale = true
    if facts.format.hasAlpha || inLinearLight { facts.format = facts.format.withoutPlanes }
    if inLinearLight && facts.format.alpha == .premultiplied { facts.format.alpha = .straight }

    return Picture(facts, siblings: picture.siblings) { demand throws(ConversionError) in
      var upstream = demand
      upstream.sufficientSize =
        isDrawing
        ? ResizeTransform.exactSize(target, width, height)
        : ResizeTransform.sufficientSize(target, width, height)
      let source = try picture.open(upstream)
      if isWhole, (source.width, source.height) == (target.width, target.height) { return source }
      return try ResizeTransform.resampled(
        source, to: target.scaled(from: (width, height), to: (source.width, source.height)),
        for: demand, inLinearLight: inLinearLight, in: context)
    }
  }

  /// The size of the whole whose part, if it is cut, is as large as the result.
  private static func exactSize(
    _ target: ResizeGeometry.Result, _ width: Int, _ height: Int
  ) -> (width: Int, height: Int) {
    (
      max(1, Int((Double(target.width) * Double(width) / target.cropWidth).rounded())),
      max(1, Int((Double(target.height) * Double(height) / target.cropHeight).rounded()))
    )
  }

  /// How much larger than the result the pixels that a reader scales must be.
  ///
  /// Against all pixels, results that a JPEG decoder made with half of them are at 45…53 dB (PSNR) then, at twice
  /// the result at 46…54 dB; and 1024 pixels of 4032, which phones take, are 1.97 times.
  private static let leastRatio = 1.75

  /// What is enough on both sides: a filter that has so much to choose from does not show that the reader left
  /// out the rest. `nil` if that is more than there is.
  private static func sufficientSize(
    _ target: ResizeGeometry.Result, _ width: Int, _ height: Int
  ) -> (width: Int, height: Int)? {
    let wide = (leastRatio * Double(target.width) * Double(width) / target.cropWidth).rounded(.up)
    let high = (leastRatio * Double(target.height) * Double(height) / target.cropHeight).rounded(
      .up)
    guard wide <= Double(width), high <= Double(height) else { return nil }
    return (Int(wide), Int(high))
  }

  /// The pixels of a part of `source` in another size.
  static func resampled(
    _ source: any PixelSource, to target: ResizeGeometry.Result, for demand: PixelDemand,
    inLinearLight: Bool, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    var format = source.format
    let curve =
      inLinearLight && format.channels != .cmyk
      ? LinearLightTables(bitDepth: format.withoutPlanes.bitDepth) : nil
    if format.hasAlpha || curve != nil { format = format.withoutPlanes }
    if curve != nil && format.alpha == .premultiplied { format.alpha = .straight }
    return try ResampledSource(
      source.converted(to: format, in: context), to: target,
      subsampling: subsampling(of: format, for: demand), curve: curve, in: context)
  }

  /// The chroma that the consumer takes, where it takes such planes at all; otherwise full chroma,
  /// which a smaller picture often has samples enough for.
  private static func subsampling(
    of format: PixelFormat, for demand: PixelDemand
  ) -> ChromaSubsampling {
    guard !format.isGray, case .ycbcr(_, let matrix, let range) = format.channels else {
      return .monochrome
    }
    for wanted in demand.formats where wanted.bitDepth == format.bitDepth {
      guard case .ycbcr(let subsampling, matrix, range) = wanted.channels,
        subsampling != .monochrome
      else { continue }
      return subsampling
    }
    return .s444
  }
}

extension ResizeGeometry.Result {
  /// The same for a source that was decoded in another size.
  fileprivate func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> Self {
    var copy = self
    let x = Double(to.width) / Double(from.width)
    let y = Double(to.height) / Double(from.height)
    copy.cropX *= x
    copy.cropWidth *= x
    copy.cropY *= y
    copy.cropHeight *= y
    return copy
  }
}
