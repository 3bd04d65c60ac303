#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two transfer functions of high dynamic range (ITU-R BT.2100).
public enum HDRTransfer: Sendable, Equatable {
  /// Perceptual quantizer: samples stand for luminances up to 10,000 cd/m².
  case pq
  /// Hybrid log-gamma: samples stand for light of the scene.
  case hlg

  /// `nil` for transfer functions that end at white.
  public init?(_ points: CodingIndependentCodePoints) {
    switch points.transfer {
    case 16: self = .pq
    case 18: self = .hlg
    default: return nil
    }
  }

  public var name: String { self == .pq ? "PQ" : "HLG" }

  /// The luminance of diffuse white, in cd/m² (ITU-R BT.2408, 2.1).
  public static let referenceWhite = 203.0
  /// The peak luminance, in cd/m², of the display that HLG is seen on by reference.
  public static let hlgPeak = 1000.0

  /// The luminance in cd/m² of a PQ sample, 0…1 (SMPTE ST 2084).
  public static func luminance(pq sample: Double) -> Double {
    let root = pow(min(max(sample, 0), 1), 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The PQ sample, 0…1, of a luminance in cd/m².
  public static func pq(luminance: Double) -> Double {
    let root = pow(min(max(luminance / 10_000, 0), 1), m1)
    return pow((c1 + c2 * root) / (1 + c3 * root), m2)
  }

  /// Scene light, 0…1, of an HLG sample, 0…1.
  public static func sceneLight(hlg sample: Double) -> Double {
    let a = 0.17883277
    let b = 1 - 4 * a
    let c = 0.5 - a * log(4 * a)
    return sample <= 0.5 ? sample * sample / 3 : min(1, (exp((sample - c) / a) + b) / 12)
  }

  /// The exponent by which that display brightens scene light.
  static let systemGamma = 1.2

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32
}
