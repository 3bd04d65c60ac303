/// A place in a picture: x to the right, y down; in pixels unless said otherwise.
public typealias Point = SIMD2<Double>

/// Four corners of a page in the order top left, top right, bottom right, bottom left, as the page is seen in the
/// picture.
public struct Quad: Sendable, Equatable {
  public var corners: [Point]

  /// - Precondition: there are four corners.
  public init(_ corners: [Point]) {
    precondition(corners.count == 4, "a quadrilateral has four corners")
    self.corners = corners
  }

  /// The whole of a picture.
  public init(width: Double, height: Double) {
    self.init([
      Point(0, 0), Point(width, 0), Point(width, height), Point(0, height),
    ])
  }

  /// The sides in order: top, right, bottom, left; each from one corner to the next, clockwise.
  public var sides: [Side] {
    (0..<4).map { Side(from: corners[$0], to: corners[($0 + 1) % 4]) }
  }

  /// In square pixels, never negative.
  public var area: Double { abs(Polygon.signedArea(corners)) }

  public var centre: Point { corners.reduce(Point(), +) / 4 }

  /// Whether no corner points inwards and no sides cross, going clockwise on the screen.
  public var isConvex: Bool {
    (0..<4).allSatisfy { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b - a).cross(c - b) > 0
    }
  }

  /// The quad with every corner scaled by factors for x and y.
  public func scaled(by factor: Point) -> Quad { Quad(corners.map { $0 * factor }) }

  /// The same corners, beginning with the one that comes next to the top left of what is seen: the one for which x + y
  /// is least.
  public var ordered: Quad {
    let clockwise = Polygon.signedArea(corners) >= 0 ? corners : corners.reversed()
    let first = clockwise.indices.min { clockwise[$0].sum() < clockwise[$1].sum() } ?? 0
    return Quad((0..<4).map { clockwise[(first + $0) % 4] })
  }

  /// The share of area that two quads have in common: intersection over union, 0…1.
  public func overlap(with other: Quad) -> Double {
    let common = commonArea(with: other)
    let union = area + other.area - common
    return union > 0 ? common / union : 0
  }

  /// Whether more than a twentieth of the smaller one is also within the other.
  func meets(_ other: Quad) -> Bool {
    commonArea(with: other) > 0.05 * min(area, other.area)
  }

  func commonArea(with other: Quad) -> Double {
    abs(Polygon.signedArea(Polygon.clip(ordered.corners, to: other.ordered.corners)))
  }
}

/// A side of a quad.
public struct Side: Sendable, Equatable {
  public var start: Point
  public var end: Point

  public init(from start: Point, to end: Point) {
    self.start = start
    self.end = end
  }

  public var length: Double { (end - start).length }

  /// The unit vector from start to end.
  var direction: Point { (end - start) / max(length, 1e-9) }

  /// The unit vector to the inside of a quad whose corners go clockwise on the screen.
  var inward: Point { Point(-direction.y, direction.x) }

  /// A place on the side: 0 is the start, 1 the end.
  func point(at fraction: Double) -> Point { start + (end - start) * fraction }
}

/// Areas of polygons and what two of them have in common.
enum Polygon {
  /// Positive where the corners go clockwise on the screen.
  static func signedArea(_ corners: [Point]) -> Double {
    guard corners.count > 2 else { return 0 }
    var sum = 0.0
    for index in corners.indices {
      sum += corners[index].cross(corners[(index + 1) % corners.count])
    }
    return sum / 2
  }

  /// The part of a polygon within a convex one, both clockwise on the screen (Sutherland and Hodgman).
  static func clip(_ polygon: [Point], to window: [Point]) -> [Point] {
    var result = polygon
    for index in window.indices {
      let (a, b) = (window[index], window[(index + 1) % window.count])
      let input = result
      result = []
      for position in input.indices {
        let (current, next) = (input[position], input[(position + 1) % input.count])
        let (here, there) = ((b - a).cross(current - a), (b - a).cross(next - a))
        if here >= 0 { result.append(current) }
        if (here >= 0) != (there >= 0) {
          result.append(current + (next - current) * (here / (here - there)))
        }
      }
    }
    return result
  }
}

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// Positive where `other` is clockwise of this on the screen.
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}
