import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// CIE L*a*b* of white D50 (ICC.1, 6.3.4) to sRGB; colours beyond it are cut off.
struct LabConversion {
  /// By the square root of linear light, which spreads its steps evenly enough.
  private let curve: [UInt16]
  private static let steps = 1 << 14

  init() {
    curve = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      let light = root * root
      let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt16(min(1, max(0, value)) * 65535 + 0.5)
    }
  }

  /// - Parameters:
  ///   - lightness: 0 to 100.
  ///   - a: from green to magenta, about −128 to 127.
  ///   - b: from blue to yellow.
  /// - Returns: 0 to 65535.
  func sRGB(_ lightness: Double, _ a: Double, _ b: Double) -> SIMD3<UInt16> {
    let middle = (lightness + 16) / 116
    let x = Self.light(middle + a / 500) * 0.9642
    let y = Self.light(middle)
    let z = Self.light(middle - b / 200) * 0.8249
    // From D50 to D65 by Bradford's matrix, then to the primaries of sRGB (IEC 61966-2-1), in one.
    return [
      word(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
      word(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
      word(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
    ]
  }

  private static func light(_ value: Double) -> Double {
    value > 6.0 / 29 ? value * value * value : 3 * 36 / 841.0 * (value - 4.0 / 29)
  }

  private func word(_ light: Double) -> UInt16 {
    let place = light > 0 ? min(1, light).squareRoot() * Double(Self.steps) : 0
    let step = min(Self.steps - 1, Int(place))
    let (low, high) = (Double(curve[step]), Double(curve[step + 1]))
    return UInt16(low + (high - low) * (place - Double(step)) + 0.5)
  }
}
