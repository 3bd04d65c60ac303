/// How samples lie in memory.
///
/// Gray, RGB and CMYK are interleaved in one plane, alpha last. YCbCr is planar: Y, Cb, Cr (Y alone
/// for monochrome), then alpha at full size. Samples of up to 8 bits are bytes, deeper ones native
/// 16-bit words; interleaved words use the whole range 0…65535, planar ones 0…2^bitDepth−1.
public struct PixelFormat: Hashable, Sendable {
  public enum Channels: Hashable, Sendable {
    case gray
    case rgb
    /// Ink amounts: 0 is no ink.
    case cmyk
    case ycbcr(ChromaSubsampling, MatrixCoefficients, SampleRange)
  }

  public enum Alpha: Hashable, Sendable {
    case none, straight, premultiplied
  }

  public var channels: Channels
  public var alpha: Alpha
  /// 8 or 16 for interleaved samples, 8…16 for planar ones.
  public var bitDepth: Int

  public init(_ channels: Channels, alpha: Alpha = .none, bitDepth: Int = 8) {
    precondition((8...16).contains(bitDepth))
    self.channels = channels
    self.alpha = alpha
    self.bitDepth = bitDepth
  }

  public static let gray8 = PixelFormat(.gray)
  public static let grayAlpha8 = PixelFormat(.gray, alpha: .straight)
  public static let rgb8 = PixelFormat(.rgb)
  public static let rgba8 = PixelFormat(.rgb, alpha: .straight)
  public static let cmyk8 = PixelFormat(.cmyk)
  public static let gray16 = PixelFormat(.gray, bitDepth: 16)
  public static let grayAlpha16 = PixelFormat(.gray, alpha: .straight, bitDepth: 16)
  public static let rgb16 = PixelFormat(.rgb, bitDepth: 16)
  public static let rgba16 = PixelFormat(.rgb, alpha: .straight, bitDepth: 16)

  /// The planes of a JPEG file: full range, BT.601 matrix, 8 bits (ITU-T T.871).
  public static func jfif(_ subsampling: ChromaSubsampling) -> PixelFormat {
    PixelFormat(.ycbcr(subsampling, .bt601, .full))
  }

  public var hasAlpha: Bool { alpha != .none }
  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  public var isPlanar: Bool {
    if case .ycbcr = channels { true } else { false }
  }

  /// Samples of one pixel in an interleaved format, alpha included.
  public var samplesPerPixel: Int {
    let colour =
      switch channels {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      case .ycbcr: 1
      }
    return isPlanar ? 1 : colour + (hasAlpha ? 1 : 0)
  }

  public var planeCount: Int {
    guard case .ycbcr(let subsampling, _, _) = channels else { return 1 }
    return (subsampling == .monochrome ? 1 : 3) + (hasAlpha ? 1 : 0)
  }

  /// The size of plane `index` of a picture of `width`×`height`, in samples.
  public func planeSize(_ index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let (x, y) = sampling(ofPlane: index)
    return ((width + x - 1) / x * samplesPerPixel, (height + y - 1) / y)
  }

  /// How many columns and rows of pixels share a sample of plane `index`.
  public func sampling(ofPlane index: Int) -> (horizontal: Int, vertical: Int) {
    guard case .ycbcr(let subsampling, _, _) = channels, subsampling != .monochrome,
      index == 1 || index == 2
    else { return (1, 1) }
    return (subsampling.horizontal, subsampling.vertical)
  }

  /// The plane that alpha has to itself, in planar formats.
  var alphaPlane: Int? { isPlanar && hasAlpha ? planeCount - 1 : nil }
}

/// How many luma samples share a chroma sample.
public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable {
  case monochrome = "4:0:0"
  case s420 = "4:2:0"
  case s422 = "4:2:2"
  case s440 = "4:4:0"
  case s444 = "4:4:4"

  /// Luma columns for each chroma column.
  public var horizontal: Int { self == .s420 || self == .s422 ? 2 : 1 }
  /// Luma rows for each chroma row.
  public var vertical: Int { self == .s420 || self == .s440 ? 2 : 1 }
}

/// Whether black is 0 or 16 (at 8 bits).
public enum SampleRange: Hashable, Sendable {
  case full, limited
}

/// How R'G'B' becomes Y'CbCr (ISO/IEC 23091-2, table 4).
public enum MatrixCoefficients: Hashable, Sendable {
  /// No conversion: the planes are G, B, R (value 0).
  case identity
  /// Y from weights of red and blue (values 1, 4, 5, 6, 7, 9, 12).
  case weighted(red: Double, blue: Double)
  /// YCgCo (value 8).
  case ycgco

  public static let bt709 = MatrixCoefficients.weighted(red: 0.2126, blue: 0.0722)
  public static let bt601 = MatrixCoefficients.weighted(red: 0.299, blue: 0.114)
  public static let bt2020 = MatrixCoefficients.weighted(red: 0.2627, blue: 0.0593)
}
