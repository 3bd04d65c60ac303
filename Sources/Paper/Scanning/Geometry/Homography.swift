/// A projective map of the plane, as a camera makes of a page.
public struct Homography: Sendable, Equatable {
  /// Row by row; the last one is 1 unless the map is an inverse.
  private let m: [Double]

  private init(_ m: [Double]) { self.m = m }

  /// The map from a rectangle, whose upper left corner is the origin, to a quad (Heckbert, "Fundamentals of texture
  /// mapping", 1989).
  ///
  /// - Precondition: the quad is convex.
  public init(fromWidth width: Double, height: Double, to quad: Quad) {
    let q = quad.corners
    let sum = q[0] - q[1] + q[2] - q[3]
    let (right, down) = (q[1] - q[2], q[3] - q[2])
    let determinant = right.cross(down)
    let g = sum.cross(down) / determinant
    let h = right.cross(sum) / determinant
    let across = q[1] - q[0] + q[1] * g
    let along = q[3] - q[0] + q[3] * h
    m = [
      across.x / width, along.x / height, q[0].x, across.y / width, along.y / height, q[0].y,
      g / width, h / height, 1,
    ]
  }

  public func map(_ point: Point) -> Point {
    let scale = m[6] * point.x + m[7] * point.y + m[8]
    return Point(
      (m[0] * point.x + m[1] * point.y + m[2]) / scale,
      (m[3] * point.x + m[4] * point.y + m[5]) / scale)
  }

  /// The map back.
  public var inverse: Homography {
    Homography([
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ])
  }
}
