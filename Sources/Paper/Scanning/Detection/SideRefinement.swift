/// Moves the sides of a quad onto the edges that they nearly lie on, to a fraction of a pixel.
struct SideRefinement {
  let sampler: ColourSampler

  /// How many profiles are taken across a side.
  var profiles = 120

  /// - Parameters:
  ///   - quad: in pixels.
  ///   - fixed: which sides stay, as the picture is cut off there.
  ///   - reach: how far an edge may be from its side, in pixels.
  func refined(_ quad: Quad, fixed: [Bool], reach: Int) -> Quad {
    let lines = zip(quad.sides, fixed).map { side, isFixed in
      isFixed ? side : refined(side, reach: reach) ?? side
    }
    var corners: [Point] = []
    for index in 0..<4 {
      let (before, after) = (lines[(index + 3) % 4], lines[index])
      let sine = before.direction.cross(after.direction)
      guard abs(sine) > 0.1 else { return quad }
      corners.append(
        before.start + before.direction
          * ((after.start - before.start).cross(after.direction) / sine))
    }
    let result = Quad(corners)
    return result.isConvex ? result : quad
  }

  /// The line through the edge near a side; `nil` where there is no clear edge.
  private func refined(_ side: Side, reach: Int) -> Side? {
    let inward = side.inward
    let places = (0..<profiles).map {
      0.02 + 0.96 * (Double($0) + 0.5) / Double(profiles)
    }
    .map { side.point(at: $0) }.filter { sampler.contains($0, margin: Double(reach) + 2) }
    guard places.count >= profiles / 4 else { return nil }
    let axis = colourAxis(at: places, inward: inward, reach: reach)
    guard (axis * axis).sum() > 1 else { return nil }
    let unit = axis / (axis * axis).sum().squareRoot()
    let found = places.compactMap { place -> Point? in
      edge(at: place, inward: inward, along: unit, reach: reach).map { place + inward * $0 }
    }
    return FittedLine(found, tolerance: 1.5)?.side(like: side)
  }

  /// How the colour changes from outside to inside, on average.
  private func colourAxis(at places: [Point], inward: Point, reach: Int) -> SIMD3<Float> {
    var sum = SIMD3<Float>.zero
    for place in places {
      for step in [0.6, 0.8, 1.0] {
        let offset = inward * (step * Double(reach))
        sum += sampler.colour(at: place + offset) - sampler.colour(at: place - offset)
      }
    }
    return sum / Float(3 * places.count)
  }

  /// Where along a profile the colour changes most in the direction of `axis`, in pixels inwards.
  private func edge(
    at place: Point, inward: Point, along axis: SIMD3<Float>, reach: Int
  ) -> Double? {
    let profile = (-reach - 1...reach + 1).map { step in
      (sampler.colour(at: place + inward * Double(step)) * axis).sum()
    }
    var (best, strength): (Int, Float) = (0, 0)
    func slope(_ index: Int) -> Float { profile[index + 1] - profile[index - 1] }
    for index in 1..<profile.count - 1 {
      // The nearer of two edges is the likelier one.
      let distance = Float(abs(index - reach - 1)) / Float(reach)
      let weighed = slope(index) * (1 - 0.4 * distance)
      if weighed > strength { (best, strength) = (index, weighed) }
    }
    guard strength > 4 else { return nil }
    var shift: Float = 0
    if best > 1, best < profile.count - 2 {
      let (before, here, after) = (slope(best - 1), slope(best), slope(best + 1))
      let bend = before - 2 * here + after
      if bend < 0 { shift = min(max((before - after) / (2 * bend), -0.5), 0.5) }
    }
    return Double(best - reach - 1) + Double(shift)
  }
}

/// The line that most of some points lie on.
struct FittedLine {
  let centre: Point
  let direction: Point

  /// - Parameter tolerance: how far a point may be from a line that it lies on, in pixels.
  /// - Returns: `nil` where fewer than a third of the points lie on one line.
  init?(_ points: [Point], tolerance: Double) {
    guard points.count >= 8 else { return nil }
    var (best, centre, direction) = (0, Point(), Point())
    // Every line through two points that are far apart is tried.
    for first in stride(from: 0, to: points.count / 2, by: 2) {
      for second in stride(from: first + points.count / 3, to: points.count, by: 3) {
        let way = points[second] - points[first]
        guard way.length > 1 else { continue }
        let unit = way / way.length
        let count = points.count { abs(($0 - points[first]).cross(unit)) <= tolerance }
        if count > best { (best, centre, direction) = (count, points[first], unit) }
      }
    }
    guard best * 3 >= points.count, best >= 8 else { return nil }
    for _ in 0..<3 {
      let near = points.filter { abs(($0 - centre).cross(direction)) <= tolerance }
      var moments = Moments()
      for point in near { moments.add(point, weight: 1) }
      (centre, direction) = (moments.centre, moments.axis)
    }
    (self.centre, self.direction) = (centre, direction)
  }

  /// The part of the line beside a side, in its direction.
  func side(like side: Side) -> Side {
    let way = direction.dot(side.direction) < 0 ? -direction : direction
    return Side(
      from: centre + way * (side.start - centre).dot(way),
      to: centre + way * (side.end - centre).dot(way))
  }
}
