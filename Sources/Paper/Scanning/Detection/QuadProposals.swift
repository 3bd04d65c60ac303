/// A quad whose sides lie on lines of the picture.
struct ProposedQuad {
  var quad: Quad
  /// The lines of its sides: top, right, bottom, left.
  var lines: [EdgeLine]
  /// How much of each side has an edge, 0…1.
  var cover: [Double]
}

/// Combines lines into quads that may be pages.
struct QuadProposals {
  let width: Double
  let height: Double

  /// The sine of the largest angle between opposite sides, 35°.
  private static let parallel = 0.574
  /// The sine of the least angle between neighbouring sides, 50°.
  private static let crossing = 0.766
  private static let mostPairs = 400
  /// How far a corner may lie outside the picture, as a share of its sides.
  private static let outside = 0.12
  /// The smallest page, as a share of the picture.
  private static let smallestArea = 0.03
  /// How near opposite sides may be, as a share of the picture's shorter side.
  private static let nearest = 0.08

  /// Two lines that may be opposite sides.
  private struct Pair {
    let one: Int
    let other: Int
    let direction: Point
    let support: Double
  }

  /// The quads with most of their sides on edges, best first.
  func best(_ count: Int, of lines: [EdgeLine]) -> [ProposedQuad] {
    let pairs = opposites(among: lines)
    let crossings = Crossings(of: lines) { isNear($0) }
    var ranked: [(corners: Quad, lines: [Int], rank: Double)] = []
    for first in pairs.indices {
      for second in pairs.indices.dropFirst(first + 1) {
        let (a, b) = (pairs[first], pairs[second])
        guard abs(a.direction.cross(b.direction)) >= Self.crossing,
          let corners = crossings.corners(a.one, b.one, a.other, b.other),
          let found = quad(corners, of: [a.one, b.one, a.other, b.other])
        else { continue }
        let rank = rank(of: found.corners, on: found.lines.map { lines[$0] })
        ranked.append((found.corners, found.lines, rank))
      }
    }
    ranked.sort { $0.rank > $1.rank }
    return ranked.prefix(count).map { candidate in
      let sides = candidate.lines.map { lines[$0] }
      return ProposedQuad(
        quad: candidate.corners, lines: sides, cover: Self.cover(of: candidate.corners, on: sides))
    }
  }

  /// Pairs that are nearly parallel and apart, those with most support first.
  private func opposites(among lines: [EdgeLine]) -> [Pair] {
    var pairs: [Pair] = []
    let apart = Self.nearest * min(width, height)
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) {
        let (a, b) = (lines[one], lines[other])
        guard abs(a.direction.cross(b.direction)) <= Self.parallel,
          a.distance(to: b.origin) >= apart, b.distance(to: a.origin) >= apart
        else { continue }
        let sign = a.direction.dot(b.direction) < 0 ? -1.0 : 1
        let sum = a.direction + b.direction * sign
        pairs.append(
          Pair(
            one: one, other: other, direction: sum / sum.length,
            support: frameSupport(a) + frameSupport(b)))
      }
    }
    // Not too many in one direction: the grain of wood has more of them than a page.
    pairs.sort { $0.support > $1.support }
    var kept: [Pair] = []
    for pair in pairs where kept.count < Self.mostPairs {
      let alike = kept.count { abs($0.direction.cross(pair.direction)) < 0.35 }
      if alike < Self.mostPairs * 9 / 20 { kept.append(pair) }
    }
    return kept
  }

  /// An edge of the picture counts as a little of an edge, so that pages that are cut off are proposed, too.
  private func frameSupport(_ line: EdgeLine) -> Double {
    line.isFrame ? 0.12 * (width + height) : line.support
  }

  /// The quad between four lines that follow each other around it, the first of which begins at the first corner.
  private func quad(_ corners: [Point], of lines: [Int]) -> (corners: Quad, lines: [Int])? {
    let isClockwise = Polygon.signedArea(corners) > 0
    // Counter-clockwise, side i runs from corner i + 1 to corner i once the corners are reversed.
    let turned = isClockwise ? corners : [corners[0], corners[3], corners[2], corners[1]]
    let sides = isClockwise ? lines : [lines[3], lines[2], lines[1], lines[0]]
    let quad = Quad(turned)
    guard quad.isConvex, quad.area >= Self.smallestArea * width * height else { return nil }
    let first = (0..<4).min { turned[$0].sum() < turned[$1].sum() } ?? 0
    return (
      Quad((0..<4).map { turned[(first + $0) % 4] }), (0..<4).map { sides[(first + $0) % 4] }
    )
  }

  private func isNear(_ corner: Point) -> Bool {
    (-Self.outside * width...(1 + Self.outside) * width).contains(corner.x)
      && (-Self.outside * height...(1 + Self.outside) * height).contains(corner.y)
  }

  private static func cover(of quad: Quad, on lines: [EdgeLine]) -> [Double] {
    zip(quad.sides, lines).map { side, line in
      line.isFrame
        ? 0 : line.cover(from: line.position(of: side.start), to: line.position(of: side.end))
    }
  }

  private func rank(of quad: Quad, on lines: [EdgeLine]) -> Double {
    var rank = 0.0
    for (side, line) in zip(quad.sides, lines) {
      rank +=
        line.isFrame
        ? 0.3 : line.cover(from: line.position(of: side.start), to: line.position(of: side.end))
    }
    return rank + (quad.area / (width * height)).squareRoot()
  }
}

/// Where lines meet, as far as a page may have a corner there.
private struct Crossings {
  private let count: Int
  private let points: [Point]
  private let isCorner: [Bool]

  init(of lines: [EdgeLine], where isNear: (Point) -> Bool) {
    count = lines.count
    let found = lines.flatMap { line in lines.map { line.crossing($0) } }
    points = found.map { $0 ?? Point() }
    isCorner = found.map { $0.map(isNear) ?? false }
  }

  /// The corners between four lines, from that of the last and the first line on.
  func corners(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> [Point]? {
    let indices = (d * count + a, a * count + b, b * count + c, c * count + d)
    guard isCorner[indices.0], isCorner[indices.1], isCorner[indices.2], isCorner[indices.3] else {
      return nil
    }
    return [points[indices.0], points[indices.1], points[indices.2], points[indices.3]]
  }
}
