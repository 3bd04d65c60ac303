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

  /// The ratio that the page really has, if it is flat and pixels are square (Zhang and He, "Whiteboard scanning and
  /// image enhancement", 2007).
  private static func aspect(of quad: Quad, centre: Point) -> Double {
    let sides = quad.sides.map(\.length)
    let plain = (sides[1] + sides[3]) / (sides[0] + sides[2])
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
    // The vanishing points of both directions tell the focal length, where both are seen; corners that are a little
    // wrong make it very wrong where they are far away. Else it is taken to be that of a phone.
    let usual = 1.5 * max(centre.x, centre.y)
    let seen = -n2.dot(n3) / (z2 * z3)
    let isSeen = abs(z2 * z3) > 0.003 && seen > 0
    let focal = isSeen ? min(max(seen.squareRoot(), 0.7 * usual), 1.6 * usual) : usual
    let width = n2.dot(n2) / (focal * focal) + z2 * z2
    let height = n3.dot(n3) / (focal * focal) + z3 * z3
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return plain }
    let aspect = (height / width).squareRoot()
    return (0.6...1.6).contains(aspect / plain) ? aspect : plain
  }
}
