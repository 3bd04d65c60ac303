import Foundation
import Testing

@testable import PictureModel

@Suite("Structural similarity")
struct StructuralSimilarityTests {
  /// The definition, window by window, in double precision.
  private func reference(_ one: LumaPlane, _ other: LumaPlane) -> Double {
    var weights: [Double] = []
    for y in -5...5 {
      for x in -5...5 {
        let distance = Double(x * x + y * y)
        weights.append(exp(-distance / 4.5))
      }
    }
    var total = 0.0
    for weight in weights { total += weight }
    let c1 = 6.5025
    let c2 = 58.5225
    var sum = 0.0
    for y in 0...one.height - 11 {
      for x in 0...one.width - 11 {
        var (a, b): (Double, Double) = (0, 0)
        var (aa, bb, ab): (Double, Double, Double) = (0, 0, 0)
        for (index, weight) in weights.enumerated() {
          let place = (y + index / 11) * one.width + x + index % 11
          let p = Double(one.samples[place])
          let q = Double(other.samples[place])
          let w: Double = weight / total
          a += w * p
          b += w * q
          aa += w * p * p
          bb += w * q * q
          ab += w * p * q
        }
        let likeness: Double = (2 * a * b + c1) * (2 * (ab - a * b) + c2)
        let spread: Double = aa - a * a + bb - b * b + c2
        sum += likeness / ((a * a + b * b + c1) * spread)
      }
    }
    return sum / Double((one.width - 10) * (one.height - 10))
  }

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
      #expect(abs(found.mean - reference(one, other)) < 2e-4)
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
