/// What a measured value adds to a score: straight lines between knots, level beyond the first and the last one.
struct Curve {
  let feature: QuadFeatures.Feature
  private let knots: [(value: Double, points: Double)]

  /// - Precondition: there are two knots or more, in the order of their values.
  init(_ feature: QuadFeatures.Feature, _ knots: [(Double, Double)]) {
    self.feature = feature
    self.knots = knots.map { (value: $0.0, points: $0.1) }
  }

  func points(for value: Double) -> Double {
    guard let next = knots.firstIndex(where: { $0.value > value }) else {
      return knots[knots.count - 1].points
    }
    guard next > 0 else { return knots[0].points }
    let (a, b) = (knots[next - 1], knots[next])
    return a.points + (b.points - a.points) * (value - a.value) / (b.value - a.value)
  }
}
