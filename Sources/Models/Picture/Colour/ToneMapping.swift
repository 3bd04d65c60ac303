#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Brings PQ and HLG pictures down to what an ordinary display shows.
///
/// Luminances up to some 90 cd/m² stay as they are, against a white of 203 cd/m²; what is brighter is
/// rolled off by the curve of ITU-R BT.2390 (5.4.1), so that 1000 cd/m² become white. The curve is
/// applied to the largest of red, green and blue, and the other two follow in proportion: hues stay.
/// Colours outside the target's gamut move towards gray of their luminance just as far as is needed.
public struct ToneMapping: Sendable {
  public let transfer: HDRTransfer
  public let target: CodingIndependentCodePoints
  let tables: Tables

  /// Numbers that the pixel loop looks up; see ``ToneMapping/Tables``.
  ///
  /// - Parameters:
  ///   - points: PQ or HLG with known primaries.
  ///   - target: sRGB or Display P3.
  /// - Returns: `nil` where the code points are not those.
  public init?(from points: CodingIndependentCodePoints, to target: CodingIndependentCodePoints) {
    guard let transfer = HDRTransfer(points), target.transfer == 13,
      let source = points.chromaticities, let from = source.matrixToD50,
      let to = target.chromaticities?.matrixToD50, let back = to.inverse
    else { return nil }
    self.transfer = transfer
    self.target = target
    tables = Tables(
      transfer, toTarget: back * from,
      sourceWeights: source.matrixToXYZ?.luminanceWeights ?? from.luminanceWeights,
      targetWeights: to.luminanceWeights)
  }

  /// The luminance, in cd/m², that a luminance of up to `peak` becomes on a display that reaches
  /// `white` (ITU-R BT.2390-11, 5.4.1, without a change of black).
  public static func rollOff(
    _ luminance: Double, peak: Double = HDRTransfer.nominalPeak,
    white: Double = HDRTransfer.referenceWhite
  ) -> Double {
    let top = HDRTransfer.pq(luminance: peak)
    let maximum = HDRTransfer.pq(luminance: white) / top
    let knee = 1.5 * maximum - 0.5
    let sample = min(1, HDRTransfer.pq(luminance: luminance) / top)
    guard sample > knee, knee < 1 else { return min(luminance, white) }
    let t = (sample - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let mapped =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * maximum
    return HDRTransfer.luminance(pq: mapped * top)
  }

  /// Curves at 65,536 or 4,097 steps.
  struct Tables: Sendable {
    /// Linear light of each sample: PQ's over white's luminance, HLG's light of the scene.
    let light: [Float]
    /// What linear light is multiplied by. PQ: by the largest of the three samples. HLG: by the square
    /// root of the largest light, which the display's gamma has been applied to already.
    let gain: [Float]
    /// HLG alone: the display's gain, by the square root of the scene's luminance.
    let display: [Float]
    /// The samples of sRGB, 0…1, by the square root of light.
    let encoded: [Float]
    let toTarget: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    let sourceWeights: SIMD4<Float>
    let targetWeights: SIMD4<Float>

    static let rootSteps = 4096

    init(
      _ transfer: HDRTransfer, toTarget: ColourMatrix, sourceWeights: SIMD3<Double>,
      targetWeights: SIMD3<Double>
    ) {
      let white = HDRTransfer.referenceWhite
      let peak = HDRTransfer.nominalPeak
      func gain(_ luminance: Double) -> Float {
        luminance > 0 ? Float(ToneMapping.rollOff(luminance) / luminance) : 1
      }
      switch transfer {
      case .pq:
        let luminances = (0...65535).map { HDRTransfer.luminance(pq: Double($0) / 65535) }
        light = luminances.map { Float($0 / white) }
        self.gain = luminances.map(gain)
        display = []
      case .hlg:
        light = (0...65535).map { Float(HDRTransfer.sceneLight(hlg: Double($0) / 65535)) }
        self.gain = Self.overRoots { gain(peak * $0) * Float(peak / white) }
        display = Self.overRoots { Float(pow($0, HDRTransfer.systemGamma - 1)) }
      }
      encoded = Self.overRoots { light in
        Float(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
      }
      let (red, green, blue) = toTarget.columns
      self.toTarget = (SIMD4(red), SIMD4(green), SIMD4(blue))
      self.sourceWeights = SIMD4(sourceWeights)
      self.targetWeights = SIMD4(targetWeights)
    }

    /// A function of light 0…1 at equal steps of light's square root, which spends the steps where
    /// eyes see them; one more than needed, for reading between two.
    private static func overRoots(_ function: (Double) -> Float) -> [Float] {
      (0...rootSteps + 1).map { step in
        let root = min(1, Double(step) / Double(rootSteps))
        return function(root * root)
      }
    }
  }
}

extension SIMD4<Float> {
  fileprivate init(_ vector: SIMD3<Double>) {
    self.init(Float(vector.x), Float(vector.y), Float(vector.z), 0)
  }
}
