import Testing

@testable import Scanning

/// What measured values add to a score.
@Suite struct CurveTests {
  private let curve = Curve(.cover, [(0.2, -1), (0.4, 1), (0.8, 2)])

  @Test(arguments: [
    (-5, -1), (0.2, -1), (0.25, -0.5), (0.3, 0), (0.4, 1), (0.6, 1.5), (0.8, 2), (9, 2),
  ])
  func isStraightBetweenKnotsAndLevelBeyond(value: Double, points: Double) {
    #expect(abs(curve.points(for: value) - points) < 1e-12)
  }

  /// What is measured in the small picture has a curve in both scores, and the rest in the second alone.
  @Test func everyFeatureCounts() {
    let all = QuadFeatures.Feature.allCases
    #expect(QuadScore.close.map(\.feature) == all)
    #expect(QuadScore.coarse.map(\.feature) == Array(all.prefix(QuadScore.coarse.count)))
    #expect(Set(all.map(\.name)).count == all.count)
  }
}
