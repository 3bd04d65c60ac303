#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// From an encoded sample, 0…1, to linear light, 0…1.
public enum ToneCurve: Sendable, Equatable {
  case parametric(Parameters)
  /// Values at equal steps, 65535 being 1; at least two.
  case table([UInt16])

  /// A power with a linear toe, which all functions of ISO 15076-1, 10.18 can be written as:
  /// `(a·x + b)^gamma + e` from `d` on, below it `c·x + f`.
  public struct Parameters: Sendable, Equatable {
    public var gamma: Double
    public var a = 1.0
    public var b = 0.0
    public var c = 0.0
    public var d = 0.0
    public var e = 0.0
    public var f = 0.0
  }

  /// A plain power, as a cathode ray tube has it.
  public static func gamma(_ exponent: Double) -> ToneCurve {
    .parametric(Parameters(gamma: exponent))
  }

  /// A power `1/exponent` of light that begins, at the light `toe`, with a line of the slope `slope`;
  /// `offset` is how much the scaled power is lowered (1.099 and 0.099 in ITU-R BT.709).
  static func toed(exponent: Double, offset: Double, slope: Double, toe: Double) -> ToneCurve {
    .parametric(
      Parameters(
        gamma: exponent, a: 1 / (1 + offset), b: offset / (1 + offset), c: 1 / slope,
        d: slope * toe))
  }

  /// IEC 61966-2-1.
  public static let sRGB = ToneCurve.parametric(
    Parameters(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045))

  public func callAsFunction(_ sample: Double) -> Double {
    switch self {
    case .parametric(let p):
      let light =
        sample >= p.d ? pow(max(0, p.a * sample + p.b), p.gamma) + p.e : p.c * sample + p.f
      return light.isNaN ? 0 : min(max(light, 0), 1)
    case .table(let values):
      let position = min(max(sample, 0), 1) * Double(values.count - 1)
      let index = min(Int(position), values.count - 2)
      let (low, high) = (Double(values[index]), Double(values[index + 1]))
      return (low + (position - Double(index)) * (high - low)) / 65535
    }
  }

  /// Whether no 8-bit sample means a colour that `other` would give a visibly different sample.
  public func isIndistinguishable(from other: ToneCurve) -> Bool {
    (0...255).allSatisfy { value in
      let sample = Double(value) / 255
      let light = self(sample)
      // Between the neighbours at 0.6 steps on either side the sample would be rounded to the same.
      return light >= other(max(0, sample - 0.6 / 255)) - 1e-6
        && light <= other(min(1, sample + 0.6 / 255)) + 1e-6
    }
  }
}
