import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A picture that has straight edges and no page.
struct PagelessScene {
  enum Kind: CaseIterable {
    case scan, closePage, ground, facade, horizon, things
  }

  let kind: Kind
  private let width: Int
  private let height: Int
  private let page: PageRaster
  private let ground: HardGround
  private let light: HardLight
  private let things: [Thing]
  private let noise: ValueNoise
  private let pose: PagePose
  private let skew: Double
  private let part: Double
  private let shift: SIMD2<Double>

  init(width: Int, height: Int, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    let (wide, high) = (Double(width), Double(height))
    kind = Kind.allCases.randomElement(using: &lot) ?? .scan
    page = PageRaster(hard: high / wide, &lot)
    ground = HardGround(&lot)
    light = HardLight(width: wide, height: high, &lot)
    let isMany = kind == .things
    things = (0..<Int.random(in: isMany ? 3...9 : 0...2, using: &lot)).map { _ in
      Thing(roundOrThin: wide, high, &lot)
    }
    noise = ValueNoise(seed: lot.next())
    pose = PagePose(
      aspect: high / wide, size: 0.5, width: wide, height: high, tilt: lot.real(0...0.6),
      spin: lot.real(-0.5...0.5), offset: .zero, bend: 0, &lot)
    skew = lot.real(-0.035...0.035)
    part = kind == .scan ? lot.real(0.93...1) : lot.real(0.6...0.85)
    shift = SIMD2(lot.real(-0.05...0.05), lot.real(-0.05...0.05))
  }

  func photo(_ lot: inout SplitMix64) -> PixelBuffer {
    var pixels = [SIMD3<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let own = colour(at: place)
        pixels[y * width + x] = kind == .scan ? own : own * light.at(place) + light.glare(at: place)
      }
    }
    return light.camera(width: width, height: height, &lot).picture(of: pixels, &lot)
  }

  private func colour(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    let size = SIMD2(Double(width), Double(height))
    switch kind {
    case .scan, .closePage:
      // The whole sheet, or a part of it; beyond its edges the paper goes on.
      let turned = PagePose.turned(pixel - size / 2, by: kind == .scan ? skew : 3 * skew)
      return page.colour(at: turned / size * part + 0.5 + (kind == .scan ? .zero : shift))
    case .ground, .things:
      if let own = things.lazy.compactMap({ $0.colour(at: pixel) }).first { return own }
      let plane = pose.flatPlace(of: pixel) * SIMD2(1, size.y / size.x)
      return ground.colour(at: pixel * (1000 / max(size.x, size.y)), plane: plane)
    case .facade: return facade(at: pose.flatPlace(of: pixel))
    case .horizon: return horizon(at: pixel / size)
    }
  }

  /// Windows in a wall.
  private func facade(at p: SIMD2<Double>) -> SIMD3<Float> {
    let cell = p * SIMD2(5, 6)
    let within = cell - SIMD2(cell.x.rounded(.down), cell.y.rounded(.down))
    let isWindow = within.x > 0.25 && within.x < 0.75 && within.y > 0.2 && within.y < 0.8
    let own = noise.at(SIMD2(cell.x.rounded(.down) * 3.1, cell.y.rounded(.down) * 7.7 + 0.4))
    if isWindow { return SIMD3(0.25, 0.3, 0.4) * (1 + 0.5 * own) }
    return SIMD3(0.65, 0.55, 0.48) * (1 + 0.08 * noise.at(p * 60))
  }

  /// Sky, hills and a field.
  private func horizon(at p: SIMD2<Double>) -> SIMD3<Float> {
    let line = 0.4 + skew * 2 * p.x + 0.04 * Double(noise.at(SIMD2(p.x * 6, 0.5)))
    if p.y < line { return SIMD3(0.6, 0.75, 0.95) * Float(1 - 0.3 * p.y) }
    let rough = noise.at(p * 40) + 0.5 * noise.at(p * 140)
    return SIMD3(0.3, 0.45, 0.2) * (1 + 0.3 * rough) * Float(0.7 + 0.6 * (p.y - line))
  }
}
