#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ToneMapping {
  /// Numbers that the pixel loop looks up, at 65,536 or 4,098 steps.
  struct Tables: Sendable {
    /// Linear light of each sample: PQ's over white's luminance, HLG's light of the scene.
    let light: [Float]
    /// What linear light is multiplied by to roll it off. PQ: by the sample. HLG: by the square root of
    /// light, which the display's gamma has been applied to already.
    let gain: [Float]
    /// HLG alone: the display's gain, by the square root of the scene's luminance.
    let display: [Float]
    /// The samples of sRGB, 0…1, by the square root of light.
    let encoded: [Float]

    static let rootSteps = 4096

    /// - Parameter peak: the picture's brightest luminance, in cd/m².
    init(_ transfer: HDRTransfer, peak: Double) {
      let white = HDRTransfer.referenceWhite
      let curve = RollOff(peak: peak)
      switch transfer {
      case .pq:
        let samples = (0...65535).map { Double($0) / 65535 }
        light = samples.map { Float(HDRTransfer.luminance(pq: $0) / white) }
        gain = samples.map { sample in
          guard curve.isChanged(sample) else { return 1 }
          let rolledOff = HDRTransfer.luminance(pq: curve.pq(sample))
          return Float(rolledOff / HDRTransfer.luminance(pq: sample))
        }
        display = []
      case .hlg:
        light = (0...65535).map { Float(HDRTransfer.sceneLight(hlg: Double($0) / 65535)) }
        gain = Self.overRoots { light in
          let luminance = HDRTransfer.hlgPeak * light
          guard luminance > 0 else { return HDRTransfer.hlgPeak / white }
          return curve.luminance(luminance) / light / white
        }
        display = Self.overRoots { pow($0, HDRTransfer.systemGamma - 1) }
      }
      encoded = Self.overRoots { light in
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      }
    }

    /// A function of light 0…1 at equal steps of light's square root, which spends the steps where
    /// eyes see them; one more than needed, for reading between two.
    private static func overRoots(_ function: (Double) -> Double) -> [Float] {
      (0...rootSteps + 1).map { step in
        let root = min(1, Double(step) / Double(rootSteps))
        return Float(function(root * root))
      }
    }
  }
}
