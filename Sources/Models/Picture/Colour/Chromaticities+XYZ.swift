extension Chromaticities {
  /// The white of ICC's profile connection space (ISO 15076-1, 7.2.16).
  static let d50 = SIMD3<Double>(0.9642, 1, 0.8249)

  /// From linear RGB to CIE XYZ, white having a luminance of 1.
  ///
  /// `nil` for chromaticities that no display can have: a white without luminance, or primaries on
  /// one line.
  public var matrixToXYZ: ColourMatrix? {
    guard let white = white.xyz else { return nil }
    // Unscaled, so that a primary without luminance (blue of XYZ itself) is as good as any.
    let primaries = ColourMatrix(columns: red.direction, green.direction, blue.direction)
    guard let inverse = primaries.inverse else { return nil }
    let matrix = primaries * ColourMatrix(diagonal: inverse * white)
    let (r, g, b) = matrix.columns
    let largest = [r, g, b].map { max($0.max(), -$0.min()) }.max() ?? .infinity
    return largest < 16 ? matrix : nil
  }

  /// From XYZ under this white to XYZ under D50, by the linear Bradford transform
  /// (ISO 15076-1, annex E).
  public var adaptationToD50: ColourMatrix? {
    guard let white = white.xyz, let inverse = Self.bradford.inverse else { return nil }
    let (from, to) = (Self.bradford * white, Self.bradford * Self.d50)
    guard from.min() > 1e-6 else { return nil }
    return inverse * ColourMatrix(diagonal: to / from) * Self.bradford
  }

  /// From linear RGB to XYZ under D50, as profiles have it.
  public var matrixToD50: ColourMatrix? {
    guard let matrix = matrixToXYZ, let adaptation = adaptationToD50 else { return nil }
    return adaptation * matrix
  }

  private static let bradford = ColourMatrix(
    columns: [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])
}

extension Chromaticities.Point {
  /// With the luminance 1; `nil` for a point without luminance.
  var xyz: SIMD3<Double>? {
    guard y.isFinite, x.isFinite, y > 1e-4 else { return nil }
    return direction / y
  }

  var direction: SIMD3<Double> { [x, y, 1 - x - y] }
}
