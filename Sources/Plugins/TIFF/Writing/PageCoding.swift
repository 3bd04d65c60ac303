import ConverterCore
import PictureModel

/// How the pixels of a page are stored.
struct PageCoding: Sendable {
  /// What a sample of the file is.
  enum Samples: Sendable {
    /// Those of the pixel format.
    case own
    /// One bit, black where it is set.
    case bilevel
    /// Gray with less than 8 bits.
    case gray(bits: Int)
    /// Numbers of colours.
    case indices([SIMD4<UInt8>], bits: Int)
  }

  /// Field 259.
  enum Compression: Int {
    case none = 1
    case g4 = 4
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case packbits = 32773
    case zstd = 50000
  }

  /// What is asked of the source.
  let format: PixelFormat
  let samples: Samples
  let compression: Compression
  let quality: Int
  let width: Int
  let height: Int

  /// Bytes of the samples of a strip, about: large enough to compress well, small enough to be read by parts.
  private static let stripByteCount = 1 << 18
  /// Fax machines' programs want one strip a page.
  private static let faxByteCount = 1 << 25
  /// libjpeg's limit.
  private static let largestJPEGSide = 65500

  /// - Throws: `unsupportedContent` for a compression that does not take such pictures, `limitExceeded`.
  init(_ facts: PictureFacts, _ options: TIFFOptions) throws(ConversionError) {
    (width, height) = (facts.width, facts.height)
    samples = Self.samples(facts)
    format = Self.format(facts, samples)
    let isPlain = if case .own = samples { !format.hasAlpha && format.bitDepth == 8 } else { false }
    switch options.compression {
    case .none: compression = .none
    case .packbits: compression = .packbits
    case .lzw: compression = .lzw
    case .deflate: compression = .deflate
    case .zstd: compression = .zstd
    case .g4:
      guard case .bilevel = samples else {
        throw ConversionError(
          .unsupportedContent,
          "has more than black and white, which Group 4 cannot hold; --set compression=deflate can")
      }
      compression = .g4
    case .jpeg: compression = .jpeg
    case .auto:
      if case .bilevel = samples {
        compression = .g4
      } else {
        compression =
          options.quality != nil && isPlain && width <= Self.largestJPEGSide ? .jpeg : .deflate
      }
    }
    let quality = (options.quality ?? TIFFOptions.standardQuality).value * 100
    self.quality = max(1, min(100, Int(quality.rounded())))
    guard compression != .jpeg || width <= Self.largestJPEGSide else {
      throw ConversionError.exceeding(
        .init(fixed: "side", needed: width, allowed: Self.largestJPEGSide),
        "JPEG has at most \(Self.largestJPEGSide) pixels in a row, this picture has \(width); "
          + "--set compression=deflate has no such limit")
    }
    guard width <= UInt32.max, height <= UInt32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "side", needed: max(width, height), allowed: Int(UInt32.max)),
        "TIFF has at most \(UInt32.max) pixels a side")
    }
  }

  private static func samples(_ facts: PictureFacts) -> Samples {
    guard let palette = facts.palette, !palette.colours.isEmpty, palette.colours.count <= 256,
      palette.colours.allSatisfy({ $0.w == 255 }), facts.format.channels != .cmyk
    else { return .own }
    let colours = palette.colours
    let isGray = colours.allSatisfy { $0.x == $0.y && $0.y == $0.z }
    if isGray, colours.allSatisfy({ $0.x == 0 || $0.x == 255 }) { return .bilevel }
    for bits in [2, 4]
    where isGray && colours.allSatisfy({ Int($0.x) % (255 / ((1 << bits) - 1)) == 0 }) {
      return .gray(bits: bits)
    }
    if isGray { return .own }
    return .indices(colours, bits: colours.count <= 16 ? 4 : 8)
  }

  private static func format(_ facts: PictureFacts, _ samples: Samples) -> PixelFormat {
    switch samples {
    case .bilevel, .gray: return .gray8
    case .indices: return .rgb8
    case .own: break
    }
    let own = facts.format
    let channels: PixelFormat.Channels =
      switch own.channels {
      case .gray, .ycbcr(.monochrome, _, _): .gray
      case .cmyk: .cmyk
      case .rgb, .ycbcr: .rgb
      }
    let isGrayPalette = facts.palette?.colours.allSatisfy { $0.x == $0.y && $0.y == $0.z } ?? false
    let isOpaque = facts.palette?.colours.allSatisfy { $0.w == 255 } ?? false
    if isGrayPalette, isOpaque, channels == .rgb { return .gray8 }
    return PixelFormat(channels, alpha: own.alpha, bitDepth: own.bitDepth > 8 ? 16 : 8)
  }
}

extension PageCoding {
  var samplesPerPixel: Int {
    if case .own = samples { format.samplesPerPixel } else { 1 }
  }

  var bits: Int {
    switch samples {
    case .own: format.bitDepth
    case .bilevel: 1
    case .gray(let bits), .indices(_, let bits): bits
    }
  }

  /// Field 262.
  var photometric: Int {
    switch samples {
    case .bilevel: return 0
    case .gray: return 1
    case .indices: return 3
    case .own:
      switch format.channels {
      case .gray: return 1
      case .cmyk: return 5
      case .rgb, .ycbcr: return compression == .jpeg ? 6 : 2
      }
    }
  }

  /// Whether differences of neighbours are coded, which makes photos smaller.
  var hasPredictor: Bool {
    guard case .own = samples else { return false }
    return [.lzw, .deflate, .zstd].contains(compression)
  }

  var rowBytes: Int { (width * samplesPerPixel * bits + 7) / 8 }

  /// Rows of a strip, whole blocks of JPEG.
  var rowsPerStrip: Int {
    let most = compression == .g4 ? Self.faxByteCount : Self.stripByteCount
    return min(height, max(16, most / max(1, rowBytes) & ~15))
  }
}
