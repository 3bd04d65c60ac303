/// Brings luminances up to a peak down to what a display can show (ITU-R BT.2390, 5.4.1, without a
/// change of black).
///
/// Dark and middle luminances stay as they are; above the knee the curve bends, smoothly, so that the
/// peak becomes the display's white.
public struct RollOff: Sendable {
  /// The PQ sample of the peak.
  private let top: Double
  /// The PQ sample of the display's white, as a share of `top`.
  private let maximum: Double
  private let knee: Double

  /// - Parameters: in cd/m². A peak below white is as good as white: then nothing changes.
  public init(peak: Double, white: Double = HDRTransfer.referenceWhite) {
    top = HDRTransfer.pq(luminance: max(peak, white))
    maximum = HDRTransfer.pq(luminance: white) / top
    knee = 1.5 * maximum - 0.5
  }

  /// From and to cd/m².
  public func luminance(_ luminance: Double) -> Double {
    let sample = HDRTransfer.pq(luminance: luminance)
    return isChanged(sample) ? HDRTransfer.luminance(pq: pq(sample)) : luminance
  }

  /// Whether a PQ sample lies above the knee.
  func isChanged(_ sample: Double) -> Bool { sample > knee * top }

  /// From and to PQ samples.
  func pq(_ sample: Double) -> Double {
    let sample = min(1, sample / top)
    guard sample > knee, knee < 1 else { return min(sample, maximum) * top }
    let t = (sample - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    // A Hermite spline.
    let mapped =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * maximum
    return mapped * top
  }
}
