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
    Term(feature: .cover, name: "edges along the sides", weight: 5.62),
    Term(feature: .contrast, name: "least contrast of a side", weight: 1.66),
    Term(feature: .polarity, name: "lighter inside along the sides", weight: 3.62),
    Term(feature: .sharpness, name: "sharpness of the sides", weight: 1.64),
    Term(feature: .leastSharpness, name: "sharpness of the weakest side", weight: 1.17),
    Term(feature: .overrun, name: "edges beyond the corners", weight: -7.94),
    Term(feature: .size, name: "size", weight: 4.12),
    Term(feature: .skewness, name: "corners that are not right angles", weight: -3.41),
    Term(feature: .imbalance, name: "opposite sides of different lengths", weight: -2.24),
    Term(feature: .lighter, name: "lighter than the rest", weight: 1.47),
    Term(feature: .colourless, name: "paper without colour", weight: 0.64),
    Term(feature: .ink, name: "print", weight: 1.22),
    Term(feature: .frame, name: "sides at the picture's edge", weight: -9.54),
    Term(feature: .interior, name: "edges inside", weight: -1.27),
    Term(feature: .outside, name: "corners outside the picture", weight: -1.34),
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
