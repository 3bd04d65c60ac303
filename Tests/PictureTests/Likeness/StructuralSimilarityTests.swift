import TestSupport
import Testing

@testable import PictureModel

@Suite("Structural similarity")
struct StructuralSimilarityTests {
  private func plane(_ width: Int, _ height: Int, noise: Float, seed: UInt64) -> LumaPlane {
    var state = seed
    return LumaPlane(
      width: width, height: height,
      samples: (0..<width * height).map { index in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let base = Float(index % width * 2 + index / width % 40 * 3)
        return max(0, min(255, base + noise * (Float(state >> 40) / Float(1 << 24) - 0.5)))
      })
  }

  @Test("It is what the definition says", arguments: [0, 2, 20, 200] as [Float])
  func definition(noise: Float) throws {
    for (width, height) in [(11, 11), (40, 23), (97, 70)] {
      let (one, other) = (
        plane(width, height, noise: 0, seed: 1), plane(width, height, noise: noise, seed: 7)
      )
      let found = try #require(StructuralSimilarity(one, other))
      let reference = SlowSimilarity(
        one.samples.map(Double.init), other.samples.map(Double.init), width: width, height: height)
      #expect(abs(found.mean - reference.mean) < 2e-4)
      #expect(abs(found.meanOfWorst - reference.meanOfWorst) < 2e-4)
      #expect(found.meanOfWorst <= found.mean + 1e-6)
    }
  }

  @Test("Equal pictures are wholly alike, others of no size are nothing")
  func edges() {
    let small = plane(5, 5, noise: 3, seed: 1)
    #expect(StructuralSimilarity(small, small)?.mean == 1)
    #expect(StructuralSimilarity(small, plane(5, 5, noise: 9, seed: 2)) == nil)
    #expect(StructuralSimilarity(small, plane(5, 6, noise: 3, seed: 1)) == nil)
    let large = plane(64, 64, noise: 3, seed: 1)
    #expect(StructuralSimilarity(large, large).map { abs($0.meanOfWorst - 1) < 1e-5 } == true)
  }

  @Test("Damage in one corner shows in the worst quarter")
  func corner() throws {
    let one = plane(200, 200, noise: 0, seed: 1)
    var samples = one.samples
    for y in 0..<60 { for x in 0..<60 { samples[y * 200 + x] = Float((x * 37 + y * 91) % 255) } }
    let found = try #require(
      StructuralSimilarity(one, LumaPlane(width: 200, height: 200, samples: samples)))
    #expect(found.mean > 0.85)
    #expect(found.meanOfWorst < 0.65)
  }
}
