/// How much speaks for a quad, as a weighted sum of what was measured of it.
///
/// The weights were found on made photos of pages (`scripts/bench scan`); real ones served as a test only.
enum QuadScore {
  struct Term {
    let feature: QuadFeatures.Feature
    let name: String
    let weight: Double
  }

  static let terms: [Term] = [
    Term(feature: .cover, name: "edges along the sides", weight: 5.8),
    Term(feature: .contrast, name: "least contrast of a side", weight: 1.54),
    Term(feature: .polarity, name: "lighter inside along the sides", weight: 3.53),
    Term(feature: .sharpness, name: "sharpness of the sides", weight: 2.05),
    Term(feature: .leastSharpness, name: "sharpness of the weakest side", weight: 1.08),
    Term(feature: .overrun, name: "edges beyond the corners", weight: -7.81),
    Term(feature: .size, name: "size", weight: 4.37),
    Term(feature: .skewness, name: "corners that are not right angles", weight: -3.7),
    Term(feature: .imbalance, name: "opposite sides of different lengths", weight: -2.29),
    Term(feature: .lighter, name: "lighter than the rest", weight: 1.55),
    Term(feature: .frame, name: "sides at the picture's edge", weight: -9.49),
    Term(feature: .interior, name: "edges inside", weight: -1.18),
    Term(feature: .outside, name: "corners outside the picture", weight: -1.39),
  ]

  static func total(_ features: QuadFeatures) -> Double {
    terms.reduce(0) { $0 + $1.weight * features[$1.feature] }
  }

  static func reasons(_ features: QuadFeatures) -> [PageDetection.Reason] {
    terms.map { term in
      let value = features[term.feature]
      return PageDetection.Reason(
        name: term.name, value: value, contribution: term.weight * value)
    }
  }
}
