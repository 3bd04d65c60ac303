import Testing

@testable import PaddleTextPlugin

/// Boxes that follow from a map of likely text.
@Suite struct LineMapTests {
  /// A map with rectangles of a likelihood.
  private func map(_ parts: [(x: Int, y: Int, width: Int, height: Int, likely: Float)]) -> LineMap {
    var likely = [Float](repeating: 0, count: 64 * 32)
    for part in parts {
      for y in part.y..<part.y + part.height {
        for x in part.x..<part.x + part.width { likely[y * 64 + x] = part.likely }
      }
    }
    return LineMap(width: 64, height: 32, likely: likely)
  }

  @Test func aLineGrowsOnAllSides() {
    // Pixels 10…29 and 8…13 are one more to the right and below, thus 20 × 6 between centres.
    let boxes = map([(10, 8, 20, 6, 0.9)]).boxes()
    let distance = 20.0 * 6 * 1.6 / 52
    #expect(
      boxes == [
        SlantedBox(
          x: 20, y: 11, alongX: 1, alongY: 0, width: 20 + 2 * distance, height: 6 + 2 * distance)
      ])
  }

  @Test func whatIsUnlikelyIsNone() {
    #expect(map([(10, 8, 20, 6, 0.4)]).boxes().isEmpty)
    #expect(map([(10, 8, 20, 6, 0.2)]).boxes().isEmpty)
    #expect(map([]).boxes().isEmpty)
  }

  @Test func whatIsSmallIsNone() {
    #expect(map([(10, 8, 2, 2, 0.9)]).boxes().isEmpty)
  }

  @Test func linesAreToldApart() {
    let boxes = map([(4, 4, 20, 5, 0.9), (34, 4, 20, 5, 0.9), (4, 20, 50, 6, 0.9)]).boxes()
    #expect(boxes.map(\.x) == [14, 44, 29])
    #expect(boxes.map(\.y) == [6.5, 6.5, 23])
  }

  @Test func aThinGapIsBridged() {
    #expect(map([(4, 4, 20, 5, 0.9), (25, 4, 20, 5, 0.9)]).boxes().count == 1)
  }

  @Test func sizesAreMultiplesOf32() {
    #expect([1.0, 47, 49, 960, 975, 977].map(LineFinder.size) == [32, 32, 64, 960, 960, 992])
  }
}
