import ConverterCore
import PictureModel

extension PixelFormat {
  /// The planes that a picture is coded as.
  init(coding facts: PictureFacts, options: HEIFWriterOptions) {
    let source = facts.format
    let depth = options.depth ?? Self.codedDepth(of: facts, isLossless: options.loss.isNone)
    let subsampling = Self.codedSubsampling(of: source, options: options)
    // Planes are kept where they can be: no colour maths, nothing lost to rounding.
    if case .ycbcr(_, let matrix, let range) = source.channels, matrix.codePoint != nil,
      matrix != .identity || subsampling == .s444
    {
      self.init(.ycbcr(subsampling, matrix, range), alpha: source.alpha, bitDepth: depth)
      return
    }
    let matrix: MatrixCoefficients =
      options.loss.isNone && subsampling == .s444 ? .identity : facts.colour.customaryMatrix
    self.init(
      .ycbcr(subsampling, matrix, .full), alpha: source.hasAlpha ? .straight : .none,
      bitDepth: depth)
  }

  /// 8 bits stay 8, deeper samples get 10, which every decoder of such files knows; losing nothing
  /// may take 12.
  private static func codedDepth(of facts: PictureFacts, isLossless: Bool) -> Int {
    let depth = min(facts.sampleDepth, facts.format.bitDepth)
    if depth <= 8 { return 8 }
    return depth > 10 && isLossless ? 12 : 10
  }

  private static func codedSubsampling(
    of source: PixelFormat, options: HEIFWriterOptions
  ) -> ChromaSubsampling {
    switch source.channels {
    case .gray, .ycbcr(.monochrome, _, _):
      return .monochrome
    case .ycbcr(let own, _, _) where options.subsampling == nil && own != .s440:
      return own
    case .ycbcr, .rgb, .cmyk:
      if options.loss.isNone { return .s444 }
      return options.subsampling ?? (options.loss.quality.value >= 0.9 ? .s444 : .s420)
    }
  }
}

extension MatrixCoefficients {
  /// The number of the matrix (ISO/IEC 23091-2, table 4); `nil` for weights that have none.
  var codePoint: Int? {
    switch self {
    case .identity: 0
    case .bt709: 1
    case .weighted(red: 0.3, blue: 0.11): 4
    case .bt601: 6
    case .weighted(red: 0.212, blue: 0.087): 7
    case .ycgco: 8
    case .bt2020: 9
    case .weighted: nil
    }
  }
}

extension ColourDescription {
  /// The matrix that RGB is coded with: BT.2020's own for its primaries, else BT.601's, as phones do.
  fileprivate var customaryMatrix: MatrixCoefficients {
    if case .cicp(let points) = self, points.primaries == 9 { .bt2020 } else { .bt601 }
  }
}
