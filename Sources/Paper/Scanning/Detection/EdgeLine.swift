/// A straight line through the picture, and the parts of it on which there is an edge.
struct EdgeLine {
  /// A point of the line.
  private(set) var origin: Point
  /// The unit vector along it.
  private(set) var direction: Point
  /// Where there is an edge, as distances from the origin; in order and apart.
  private(set) var spans: [ClosedRange<Double>]
  /// How long the edges are together, weighed by how strong they are.
  private(set) var support: Double
  /// Whether it is an edge of the picture itself, where a page may be cut off.
  let isFrame: Bool

  init(_ segment: Segment) {
    origin = (segment.start + segment.end) / 2
    direction = segment.direction
    spans = [-segment.length / 2...segment.length / 2]
    support = Self.weight(of: segment)
    isFrame = false
  }

  /// An edge of the picture.
  init(frame side: Side) {
    origin = (side.start + side.end) / 2
    direction = side.direction
    spans = []
    support = 0
    isFrame = true
  }

  /// A strong edge counts no more than a clear one: from 10 units of CIELAB a pixel on each does in full.
  private static func share(of segment: Segment) -> Double {
    min(1, segment.strength / 10).squareRoot()
  }

  private static func weight(of segment: Segment) -> Double {
    segment.length * share(of: segment)
  }

  /// The distance of a point from the line.
  func distance(to point: Point) -> Double { abs((point - origin).cross(direction)) }

  /// Where on the line a point is, as a distance from the origin.
  func position(of point: Point) -> Double { (point - origin).dot(direction) }

  /// Where it meets another line; `nil` for parallels.
  func crossing(_ other: EdgeLine) -> Point? {
    let sine = direction.cross(other.direction)
    guard abs(sine) > 1e-6 else { return nil }
    return origin + direction * ((other.origin - origin).cross(other.direction) / sine)
  }

  /// How much of the way between two positions has an edge, 0…1.
  func cover(from start: Double, to end: Double) -> Double {
    let (low, high) = (min(start, end), max(start, end))
    guard high > low else { return 0 }
    var covered = 0.0
    for span in spans where span.upperBound > low && span.lowerBound < high {
      covered += min(span.upperBound, high) - max(span.lowerBound, low)
    }
    return covered / (high - low)
  }

  /// The lines on which segments lie, those with most support first.
  ///
  /// - Parameters:
  ///   - angle: the largest angle between a line and a segment of it, in radians.
  ///   - distance: the largest distance of a segment's ends from its line.
  static func merging(
    _ segments: [Segment], angle: Double, distance: Double, most: Int
  ) -> [EdgeLine] {
    var lines: [EdgeLine] = []
    for segment in segments.sorted(by: { $0.length > $1.length }) {
      let home = lines.firstIndex {
        $0.takes(segment, sine: angle, distance: distance)
      }
      if let home {
        lines[home].add(segment)
      } else {
        lines.append(EdgeLine(segment))
      }
    }
    return clearest(most, of: lines)
  }

  /// The lines with most support, but not too many in one direction: the grain of wood has more lines than a page.
  private static func clearest(_ most: Int, of lines: [EdgeLine]) -> [EdgeLine] {
    var kept: [EdgeLine] = []
    for line in lines.sorted(by: { $0.support > $1.support }) where kept.count < most {
      let alike = kept.count { abs($0.direction.cross(line.direction)) < 0.2 }
      if alike < most * 2 / 5 { kept.append(line) }
    }
    return kept
  }

  /// How much of the line within a convex quad has an edge, and how much of it is within, in pixels.
  func edgeLength(within corners: [Point]) -> (edge: Double, way: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    for index in 0..<4 {
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      let way = b - a
      let (rate, start) = (way.cross(direction), way.cross(origin - a))
      // Inside where start + rate × position ≥ 0.
      if abs(rate) < 1e-9 {
        if start < 0 { return (0, 0) }
      } else if rate > 0 {
        low = max(low, -start / rate)
      } else {
        high = min(high, -start / rate)
      }
    }
    guard high > low else { return (0, 0) }
    let edge = spans.reduce(0) { sum, span in
      sum + max(0, min(span.upperBound, high) - max(span.lowerBound, low))
    }
    return (edge, high - low)
  }

  private func takes(_ segment: Segment, sine: Double, distance: Double) -> Bool {
    abs(direction.cross(segment.direction)) <= sine && self.distance(to: segment.start) <= distance
      && self.distance(to: segment.end) <= distance
  }

  private mutating func add(_ segment: Segment) {
    let ends = [position(of: segment.start), position(of: segment.end)].sorted()
    var merged: [ClosedRange<Double>] = []
    let before = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    for span in (spans + [ends[0]...ends[1]]).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, span.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    spans = merged
    // The same edge in another channel adds nothing.
    let added = merged.reduce(0) { $0 + $1.upperBound - $1.lowerBound } - before
    support += added * Self.share(of: segment)
  }
}
