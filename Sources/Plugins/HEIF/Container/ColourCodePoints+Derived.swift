import ConverterCore
import PictureModel

extension ColourCodePoints {
  /// Chromaticities of red, green, blue and white by code point (ISO/IEC 23091-2, table 2).
  private static let chromaticities:
    [Int: (red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>)] = {
      let d65 = SIMD2(0.3127, 0.3290)
      let c = SIMD2(0.310, 0.316)
      let smpte170 = (SIMD2(0.630, 0.340), SIMD2(0.310, 0.595), SIMD2(0.155, 0.070), d65)
      return [
        1: (SIMD2(0.640, 0.330), SIMD2(0.300, 0.600), SIMD2(0.150, 0.060), d65),
        4: (SIMD2(0.67, 0.33), SIMD2(0.21, 0.71), SIMD2(0.14, 0.08), c),
        5: (SIMD2(0.64, 0.33), SIMD2(0.29, 0.60), SIMD2(0.15, 0.06), d65),
        6: smpte170,
        7: smpte170,
        8: (SIMD2(0.681, 0.319), SIMD2(0.243, 0.692), SIMD2(0.145, 0.049), c),
        9: (SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046), d65),
        11: (SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060), SIMD2(0.314, 0.351)),
        12: (SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060), d65),
        22: (SIMD2(0.630, 0.340), SIMD2(0.295, 0.605), SIMD2(0.155, 0.077), d65),
      ]
    }()

  /// The weights that the primaries give to luma (ISO/IEC 23091-2, equations 32 to 37).
  static func derivedCoefficients(primaries: Int) throws(ConversionError) -> MatrixCoefficients {
    // Unspecified primaries are those of sRGB.
    guard let (red, green, blue, white) = chromaticities[primaries == 2 ? 1 : primaries] else {
      throw .unsupported(
        "the matrix coefficients follow from the colour primaries, but primaries \(primaries) of "
          + "ISO/IEC 23091-2 are not known")
    }
    // XYZ at Y = 1 of each; the weights are the Y of the primaries that add up to white.
    func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
      SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      a.x * (b.y * c.z - c.y * b.z) - b.x * (a.y * c.z - c.y * a.z)
        + c.x * (a.y * b.z - b.y * a.z)
    }
    let (r, g, b, w) = (xyz(red), xyz(green), xyz(blue), xyz(white))
    let whole = determinant(r, g, b)
    return .weighted(red: determinant(w, g, b) / whole, blue: determinant(r, g, w) / whole)
  }
}
