/// The shape of a flat page whose corners are seen in a photo.
public struct PageShape: Sendable, Equatable {
  /// The height of the page for a width of 1.
  public let aspect: Double
  /// Which kind of paper it is nearly as long and wide as; `nil` for others.
  public let paper: Paper?

  /// Sizes of paper that scans are snapped to.
  public enum Paper: String, Sendable, CaseIterable {
    case a4, letter
    /// Of banks and identities (ISO/IEC 7810 ID-1).
    case card

    /// The shorter and the longer side in millimetres.
    public var millimetres: (shorter: Double, longer: Double) {
      switch self {
      case .a4: (210, 297)
      case .letter: (215.9, 279.4)
      case .card: (53.98, 85.6)
      }
    }
  }

  /// How far from a kind of paper a shape may be to be taken for it.
  private static let tolerance = 0.03

  /// - Parameters:
  ///   - quad: the corners in pixels of the upright picture.
  ///   - centre: where the camera's axis meets the picture: its middle, unless it was cut.
  public init(of quad: Quad, centre: Point) {
    let found = Self.aspect(of: quad, centre: centre)
    let ratio = max(found, 1 / found)
    let near = Paper.allCases.map { paper -> (paper: Paper, distance: Double) in
      let (shorter, longer) = paper.millimetres
      return (paper, abs(ratio / (longer / shorter) - 1))
    }.min { $0.distance < $1.distance }
    guard let near, near.distance <= Self.tolerance else {
      (aspect, paper) = (found, nil)
      return
    }
    let (shorter, longer) = near.paper.millimetres
    aspect = found > 1 ? longer / shorter : shorter / longer
    paper = near.paper
  }

  /// The ratio that the page really has, if it is flat and pixels are square, by the camera's focal length as the
  /// vanishing points of the sides tell it (Zhang and He, "Whiteboard scanning and image enhancement", 2007).
  private static func aspect(of quad: Quad, centre: Point) -> Double {
    // In the order of the paper: top left, top right, bottom left, bottom right.
    let c = quad.corners.map { $0 - centre }
    let (m1, m2, m3, m4) = (c[0], c[1], c[3], c[2])
    func determinant(_ a: Point, _ b: Point, _ c: Point) -> Double {
      a.cross(b) + b.cross(c) + c.cross(a)
    }
    let k2 = determinant(m1, m4, m3) / determinant(m2, m4, m3)
    let k3 = determinant(m1, m4, m2) / determinant(m3, m4, m2)
    let (n2, n3) = (m2 * k2 - m1, m3 * k3 - m1)
    let (z2, z3) = (k2 - 1, k3 - 1)
    let sides = quad.sides.map(\.length)
    let plain = (sides[1] + sides[3]) / (sides[0] + sides[2])
    // Without perspective there is no vanishing point, and the sides are as long as they look.
    guard abs(z2 * z3) > 0.003 else { return plain }
    let focalSquared = -n2.dot(n3) / (z2 * z3)
    guard focalSquared > 0 else { return plain }
    let width = n2.dot(n2) / focalSquared + z2 * z2
    let height = n3.dot(n3) / focalSquared + z3 * z3
    guard width > 0, height > 0 else { return plain }
    let aspect = (height / width).squareRoot()
    // Corners that are a little wrong can make the focal length very wrong.
    return (0.7...1.4).contains(aspect / plain) ? aspect : plain
  }
}
