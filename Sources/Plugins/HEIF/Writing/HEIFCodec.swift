import ConverterCore
import PictureModel

/// The codec inside the container.
enum HEIFCodec: Sendable {
  case hevc, av1

  init(_ type: ContentType.ID) {
    self = type == "public.avif" || type == "public.avis" ? .av1 : .hevc
  }

  /// The format's name in messages.
  var formatName: String {
    switch self {
    case .hevc: "HEIC"
    case .av1: "AVIF"
    }
  }

  /// The longest side that can be written: AV1 has 16 bits for it (AV1, section 5.5.1), and so has
  /// the grid that crops an HEVC picture (ISO/IEC 23008-12, 6.6.2.3).
  var longestSide: Int {
    switch self {
    case .hevc: 65_535
    case .av1: 65_536
    }
  }

  /// libheif's quality (0…100: a rate factor of 50…0 for x265, a quantizer of 63…0 for libaom) that
  /// looks like a JPEG of `quality`.
  ///
  /// The codecs' own scales mean very different things: at 80, x265 spends three times the bytes of
  /// libaom. Up to 0.9 the lines follow the structural similarity that JPEGs have to photos (see the
  /// README); from there on they climb to what cannot be told from the source.
  func level(for quality: Quality) -> Double {
    let percent = quality.value * 100
    let (slope, intercept, best) =
      switch self {
      case .hevc: (0.4, 13.0, 80.0)
      case .av1: (0.66, 20.0, 100.0)
      }
    let knee = 90.0
    if percent <= knee { return slope * percent + intercept }
    let start = slope * knee + intercept
    return start + (best - start) * (percent - knee) / (100 - knee)
  }

  /// The largest frame of any level: HEVC level 6.2 (ITU-T H.265, table A.8), AV1 level 6.3 (annex A).
  /// Files with more pixels are valid, but devices that decode in hardware may refuse them.
  static let pixelsOfHighestLevel = 35_651_584
}

extension HEIFCodec {
  /// What holds this codec's encoder back, before any work is done.
  ///
  /// - Throws: `unsupportedContent` for a picture that the encoder refuses, `limitExceeded`.
  func check(
    _ format: PixelFormat, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) {
    guard width > 0, height > 0, max(width, height) <= longestSide else {
      throw ConversionError(
        .unsupportedContent,
        "a picture of \(width)×\(height) cannot be written as \(formatName), whose sides are 1 to "
          + "\(longestSide) pixels long; make it smaller with --resize")
    }
    try context.limits.checkPixels(width: width, height: height)
    // libheif counts the bytes of a plane in 32 bits with a sign.
    let rowBytes = max(64, width + width % 2) * format.bytesPerSample + 15
    guard rowBytes * max(64, height + height % 2) + 15 <= Int32.max else {
      throw ConversionError(
        .unsupportedContent,
        "a picture of \(width)×\(height) cannot be written as \(formatName): libheif takes no plane "
          + "of more than 2 GB; make it smaller with --resize")
    }
    let frame = PixelBuffer.byteCount(format, width: width, height: height)
    try context.limits.check(
      .memory, frame * Self.memoryFactor, for: "coding a picture of \(width)×\(height)")
    if width * height > Self.pixelsOfHighestLevel {
      context.warn(
        "\(width)×\(height) is more than the \(formatName) decoders of most devices take "
          + "(35 megapixels); programs can open it")
    }
  }

  /// What an encoder holds, its input included, as a multiple of the input: measured 5 to 8 for x265
  /// and 6 to 10 for libaom, over their subsamplings and depths.
  private static let memoryFactor = 10
}
