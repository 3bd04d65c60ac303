/// Three by three numbers that take linear colour values from one space to another.
public struct ColourMatrix: Sendable, Equatable {
  /// The images of the first, second and third unit vector.
  public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  public init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    columns = (first, second, third)
  }

  public init(diagonal: SIMD3<Double>) {
    self.init(
      columns: [diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
  }

  public static func == (left: Self, right: Self) -> Bool { left.columns == right.columns }

  public static func * (matrix: Self, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  public static func * (left: Self, right: Self) -> Self {
    Self(columns: left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// `nil` where the columns lie (nearly) in one plane.
  public var inverse: Self? {
    let (a, b, c) = columns
    let determinant = (a * cross(b, c)).sum()
    guard determinant.isFinite, determinant.magnitude > 1e-9 else { return nil }
    let rows = [cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant]
    return Self(
      columns: [rows[0].x, rows[1].x, rows[2].x], [rows[0].y, rows[1].y, rows[2].y],
      [rows[0].z, rows[1].z, rows[2].z])
  }

  /// The row of weights that gives the second coordinate: luminance, for a matrix to XYZ.
  public var luminanceWeights: SIMD3<Double> { [columns.0.y, columns.1.y, columns.2.y] }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
