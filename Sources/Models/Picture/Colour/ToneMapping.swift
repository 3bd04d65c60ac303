/// Brings PQ and HLG pictures down to what an ordinary display shows.
///
/// White of 203 cd/m² (ITU-R BT.2408) stands for the display's white. What is brighter than half of
/// that or so is rolled off by the curve of ITU-R BT.2390, from the brightest luminance of the picture
/// (PQ: measured, all but one in 2,000 pixels; HLG: 1000 cd/m², by reference). The curve works
/// half on the largest of red, green and blue, with the others in proportion, which keeps hues, and
/// half on each alone, which lets bright colours fade towards white as film does. Colours outside the
/// target's gamut move towards gray of their luminance just as far as is needed.
public struct ToneMapping: Sendable {
  public let transfer: HDRTransfer
  let toTarget: ColourMatrix
  let sourceWeights: SIMD3<Double>
  let targetWeights: SIMD3<Double>

  /// - Parameters:
  ///   - points: PQ or HLG with known primaries.
  ///   - target: sRGB or Display P3.
  /// - Returns: `nil` where the code points are not those.
  public init?(from points: CodingIndependentCodePoints, to target: CodingIndependentCodePoints) {
    guard let transfer = HDRTransfer(points), target.transfer == 13,
      let source = points.chromaticities, let sourceWeights = source.matrixToXYZ?.luminanceWeights,
      let from = source.matrixToD50, let target = target.chromaticities,
      let targetWeights = target.matrixToXYZ?.luminanceWeights,
      let back = target.matrixToD50?.inverse
    else { return nil }
    self.transfer = transfer
    self.sourceWeights = sourceWeights
    self.targetWeights = targetWeights
    toTarget = back * from
  }
}
