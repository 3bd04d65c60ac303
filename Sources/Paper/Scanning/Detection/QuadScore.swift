/// How much speaks for a quad: the sum of what each measured value adds by its curve.
///
/// What is typical of quads that are no pages adds nothing. A point is a factor of e in how likely the quad is the page,
/// beside others. The curves were found on made photos of pages (`Benchmarks/fit-page-score.py`); real ones served as a
/// test only.
enum QuadScore {
  /// The curves of what is known without a look at colours.
  static let shapeAndLines = coarse.filter {
    [
      .cover, .coverLeast, .overrun, .size, .skewness, .imbalance, .frame, .outside, .interior,
      .crossing,
    ].contains($0.feature)
  }

  static func total(_ features: QuadFeatures, by curves: [Curve]) -> Double {
    curves.reduce(0) { $0 + $1.points(for: features[$1.feature]) }
  }

  static func reasons(_ features: QuadFeatures) -> [PageDetection.Reason] {
    close.map { curve in
      let value = features[curve.feature]
      return PageDetection.Reason(
        name: curve.feature.name, value: value, contribution: curve.points(for: value))
    }
  }
}
