/// What a picture loses, and then what it costs, when its samples go from one format to another.
///
/// Losses compare one after the other, in the order of the properties.
struct ConversionLoss: Comparable {
  /// Colour becomes gray.
  var colour = 0
  var alpha = 0
  /// Bits a sample.
  var depth = 0
  /// Chroma is kept for fewer pixels.
  var chroma = 0
  /// Rounding: 0 none, 1 each plane for itself, 2 to or from RGB, 3 both.
  var rounding = 0
  /// Memory for nothing: alpha that is always opaque, three channels for gray, empty bits.
  var waste = 0

  static func < (left: Self, right: Self) -> Bool {
    let (a, b) = (left.ranks, right.ranks)
    for (x, y) in zip(a, b) where x != y { return x < y }
    return false
  }

  private var ranks: [Int] { [colour, alpha, depth, chroma, rounding, waste] }
}

extension PixelFormat {
  /// `nil` where no conversion exists: inks need a colour profile.
  func loss(to target: PixelFormat) -> ConversionLoss? {
    guard (channels == .cmyk) == (target.channels == .cmyk) else { return nil }
    var loss = ConversionLoss()
    if !isGray && target.isGray { loss.colour = 1 }
    if hasAlpha && !target.hasAlpha { loss.alpha = 1 }
    loss.depth = max(0, bitDepth - target.bitDepth)
    if !target.isGray && !isGray {
      let (from, to) = (chromaSampling, target.chromaSampling)
      if to.horizontal > from.horizontal { loss.chroma += 1 }
      if to.vertical > from.vertical { loss.chroma += 1 }
    }
    if hasAlpha && target.hasAlpha && alpha != target.alpha { loss.rounding += 1 }
    if channels != target.channels && !(isGray && target.isGray) {
      let isPlaneByPlane = isPlanar && target.isPlanar && planeMatrix == target.planeMatrix
      loss.rounding += isPlaneByPlane ? 1 : isPlanar && target.isPlanar ? 3 : 2
    }
    if !hasAlpha && target.hasAlpha { loss.waste += 1 }
    if target.bitDepth > bitDepth { loss.waste += 2 }
    if isGray && !target.isGray { loss.waste += 4 }
    return loss
  }

  /// Gray, or luma alone.
  var isGray: Bool {
    switch channels {
    case .gray: true
    case .ycbcr(let subsampling, _, _): subsampling == .monochrome
    default: false
    }
  }

  /// Columns and rows of pixels that share their colour.
  private var chromaSampling: (horizontal: Int, vertical: Int) {
    isPlanar && !isGray ? sampling(ofPlane: 1) : (1, 1)
  }

  /// What two planar formats have in common if their planes correspond.
  var planeMatrix: PlaneMatrix? {
    guard case .ycbcr(let subsampling, let matrix, _) = channels else { return nil }
    return PlaneMatrix(subsampling: subsampling, matrix: matrix)
  }

  struct PlaneMatrix: Equatable {
    var subsampling: ChromaSubsampling
    var matrix: MatrixCoefficients
  }
}

extension PixelDemand {
  /// The format of the list that loses least of `source`, the earliest of equals; `nil` where it can
  /// become none of them.
  func bestFormat(for source: PixelFormat) -> PixelFormat? {
    if formats.contains(source) { return source }
    var best: (format: PixelFormat, loss: ConversionLoss)?
    for format in formats {
      guard let loss = source.loss(to: format) else { continue }
      if let present = best, present.loss <= loss { continue }
      best = (format, loss)
    }
    return best?.format
  }
}
