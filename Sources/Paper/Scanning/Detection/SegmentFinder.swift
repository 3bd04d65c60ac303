/// Finds straight edges in a plane: neighbouring samples whose gradients point the same way make a region, and a region
/// that is long and thin is a segment.
///
/// Regions grow from the strongest gradients on, as in Burns, Hanson and Riseman, "Extracting straight lines" (1986).
struct SegmentFinder {
  /// The least gradient of an edge, in hundredths of a unit of CIELAB for a sample.
  let minimumGradient: Float
  /// In samples.
  let minimumLength: Double

  /// The cosine of the largest angle between a gradient and the mean of its region.
  private static let wide: Float = 0.92
  private static let narrow: Float = 0.98

  func segments(in plane: Plane) -> [Segment] {
    guard plane.width > 4, plane.height > 4 else { return [] }
    var field = GradientField(plane, minimum: minimumGradient)
    var segments: [Segment] = []
    var region: [Int32] = []
    for seed in field.strongestFirst() where !field.isUsed(seed) {
      field.grow(from: seed, into: &region, alike: Self.wide)
      guard Double(region.count) >= minimumLength else { continue }
      if let segment = segment(of: region, in: field) {
        segments.append(segment)
      } else {
        field.release(region)
        field.grow(from: seed, into: &region, alike: Self.narrow)
        if let segment = segment(of: region, in: field) { segments.append(segment) }
      }
    }
    return segments
  }

  /// The axis of a region, or `nil` where the region is short, or not thin.
  private func segment(of region: [Int32], in field: GradientField) -> Segment? {
    guard Double(region.count) >= minimumLength else { return nil }
    var moments = Moments()
    for index in region { moments.add(field.place(index), weight: Double(field.magnitude(index))) }
    let axis = moments.axis
    var (low, high, across) = (Double.infinity, -Double.infinity, 0.0)
    for index in region {
      let offset = field.place(index) - moments.centre
      let along = offset.dot(axis)
      low = min(low, along)
      high = max(high, along)
      across += abs(offset.cross(axis))
    }
    let length = high - low
    // A region of parallel lines is as wide on average as a quarter of its width.
    guard length >= minimumLength, across / Double(region.count) <= max(1.5, 0.03 * length) else {
      return nil
    }
    return Segment(
      start: moments.centre + axis * low, end: moments.centre + axis * high,
      strength: moments.weight / Double(region.count) / 100)
  }
}

/// Weighted sums of places, and the axis along which they lie.
struct Moments {
  private(set) var weight = 0.0
  private var first = Point()
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0

  mutating func add(_ place: Point, weight: Double) {
    self.weight += weight
    first += place * weight
    xx += weight * place.x * place.x
    xy += weight * place.x * place.y
    yy += weight * place.y * place.y
  }

  var centre: Point { first / weight }

  /// The eigenvector of the larger eigenvalue of the covariance.
  var axis: Point {
    let centre = centre
    let a = xx / weight - centre.x * centre.x
    let b = xy / weight - centre.x * centre.y
    let c = yy / weight - centre.y * centre.y
    let largest = (a + c) / 2 + ((a - c) * (a - c) / 4 + b * b).squareRoot()
    let candidates = [Point(b, largest - a), Point(largest - c, b)]
    let vector = candidates[0].length > candidates[1].length ? candidates[0] : candidates[1]
    return vector.length > 1e-12 ? vector / vector.length : Point(1, 0)
  }
}
