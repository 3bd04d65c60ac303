#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The light of hard photos: several shadows with hard or soft edges, glare, little light or too much.
struct HardLight {
  private struct Shadow {
    let centre: SIMD2<Double>
    let radii: SIMD2<Double>
    let angle: Double
    let isRound: Bool
    let softness: Double
    let depth: Double
  }

  private let usual: SceneLight
  private let shadows: [Shadow]
  let exposure: Float

  var hasShadow: Bool { !shadows.isEmpty }
  var isDark: Bool { exposure < 0.75 }

  init(width: Double, height: Double, _ lot: inout SplitMix64) {
    usual = SceneLight(width: width, height: height, &lot)
    let count = lot.chance(0.4) ? Int.random(in: 1...3, using: &lot) : 0
    shadows = (0..<count).map { _ in
      let length = lot.real(0.1...0.8) * max(width, height)
      return Shadow(
        centre: SIMD2(lot.real(0...width), lot.real(0...height)),
        radii: SIMD2(length, length * lot.real(0.15...1)), angle: lot.real(0...Double.pi),
        isRound: lot.chance(0.5),
        softness: lot.chance(0.5) ? lot.real(0.01...0.06) : lot.real(0.1...0.6),
        depth: lot.real(0.2...0.65))
    }
    exposure = Float(
      lot.chance(0.2) ? lot.real(0.4...0.75) : lot.chance(0.1) ? lot.real(1.1...1.4) : 1)
  }

  func at(_ pixel: SIMD2<Double>) -> SIMD3<Float> {
    var share = 1.0
    for shadow in shadows {
      let p = PagePose.turned(pixel - shadow.centre, by: -shadow.angle) / shadow.radii
      let distance = shadow.isRound ? (p * p).sum().squareRoot() : max(abs(p.x), abs(p.y))
      let inside = min(max((1 - distance) / shadow.softness + 0.5, 0), 1)
      share *= 1 - shadow.depth * inside * inside * (3 - 2 * inside)
    }
    return usual.at(pixel) * Float(max(share, 0.2)) * exposure
  }

  func glare(at pixel: SIMD2<Double>) -> SIMD3<Float> { usual.glare(at: pixel) * exposure }

  /// The camera that takes such a photo: the less light, the more noise.
  func camera(width: Int, height: Int, _ lot: inout SplitMix64) -> Camera {
    let softness =
      lot.chance(0.25) ? Int.random(in: 4...9, using: &lot) : Int.random(in: 1...3, using: &lot)
    let noise = lot.real(0.5...5) + (isDark ? lot.real(2...8) : 0)
    return Camera(width: width, height: height, softness: softness, noise: noise)
  }
}
