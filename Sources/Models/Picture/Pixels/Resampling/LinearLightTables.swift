#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The tone curve of sRGB (IEC 61966-2-1) by tables, between code values and linear light of 0…1.
struct LinearLightTables {
  /// Linear light of every code value.
  let decoding: [Float]
  /// Codes, unrounded, at equal steps of linear light, the last at 1.
  private let encoding: [Float]
  private static let steps = 16384

  /// - Parameter bitDepth: 8 or 16.
  init(bitDepth: Int) {
    let highest = Double(1 << bitDepth - 1)
    decoding = (0...Int(highest)).map { Float(ToneCurve.sRGB(Double($0) / highest)) }
    encoding = (0...LinearLightTables.steps + 1).map {
      Float(
        LinearLightTables.encoded(min(1, Double($0) / Double(LinearLightTables.steps))) * highest)
    }
  }

  /// Replaces linear light by codes, between the table's entries linearly.
  func encode(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    // A position is held to 0…`steps`, and the table has two entries more than steps.
    unsafe encoding.withUnsafeBufferPointer { table in
      for x in 0..<count {
        let position = unsafe max(0, min(1, samples[x])) * Float(LinearLightTables.steps)
        let index = Int(position)
        let low = unsafe table[index]
        unsafe samples[x] = low + (table[index + 1] - low) * (position - Float(index))
      }
    }
  }

  /// The inverse of ``ToneCurve/sRGB``.
  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
