import PictureModel

/// What the samples of a coded picture mean (ISO/IEC 14496-12, 12.1.5; code points of
/// ISO/IEC 23091-2).
struct NCLX: Equatable {
  let primaries: Int
  let transfer: Int
  let matrix: Int
  let isFullRange: Bool

  init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// - Parameters:
  ///   - colour: gives primaries and transfer; 2, unspecified, where an ICC profile does.
  ///   - planes: give matrix and range.
  init(_ colour: ColourDescription, of planes: PixelFormat) {
    let points: CodingIndependentCodePoints =
      switch colour {
      case .cicp(let points): points
      case .icc: CodingIndependentCodePoints(primaries: 2, transfer: 2)
      case .unspecified, .calibrated: .sRGB
      }
    guard case .ycbcr(_, let coefficients, let range) = planes.channels else {
      preconditionFailure("what is coded is planar")
    }
    self.init(
      primaries: points.primaries, transfer: points.transfer, matrix: coefficients.codePoint ?? 2,
      isFullRange: range == .full)
  }
}
