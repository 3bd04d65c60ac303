import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A scene that is hard to find a page in.
struct HardScene {
  let width: Int
  let height: Int
  let pose: PagePose
  let traits: [String]
  private let aspect: Double
  private let page: Sheet
  private let below: [Sheet]
  private let ground: HardGround
  private let things: [Thing]
  private let above: [Thing]
  private let light: HardLight

  init(width: Int, height: Int, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    let (wide, high) = (Double(width), Double(height))
    aspect = Self.aspect(&lot)
    let isCut = lot.chance(0.18)
    pose = Self.pose(aspect, wide, high, isCut: isCut, &lot)
    ground = HardGround(&lot)
    let raster = PageRaster(hard: aspect, &lot)
    let bend = lot.chance(0.25) ? lot.real(-0.022...0.022) * aspect : 0
    let isWorn = lot.chance(0.25)
    page = Sheet(
      raster, centre: SIMD2(0.5, 0.5 * aspect), half: SIMD2(0.5, 0.5 * aspect), angle: 0,
      tone: SIMD3(repeating: 1), bend: bend, isWorn: isWorn, isCard: aspect < 0.65, &lot)
    let count = lot.chance(0.35) ? Int.random(in: 1...3, using: &lot) : 0
    let aspect = aspect
    below = (0..<count).map { _ in Sheet(below: aspect, page: raster, &lot) }
    let pose = pose
    things = (0..<Int.random(in: 0...5, using: &lot)).map { _ in
      Thing(beside: pose, width: wide, height: high, &lot)
    }
    above =
      (lot.chance(0.15) ? [Thing(fingerOn: pose, &lot)] : [])
      + (lot.chance(0.1) ? [Thing(penOn: pose, &lot)] : [])
    light = HardLight(width: wide, height: high, &lot)
    var traits = ["\(ground.kind)"]
    for (name, holds) in [
      ("aligned", ground.isAligned), ("cut off", isCut), ("curved", bend != 0), ("worn", isWorn),
      ("on pages", count > 0), ("things on it", !above.isEmpty), ("shadow", light.hasShadow),
      ("dark", light.isDark),
    ] where holds { traits.append(name) }
    self.traits = traits
  }

  private static func aspect(_ lot: inout SplitMix64) -> Double {
    switch lot.real(0...1) {
    case ..<0.5: (lot.chance(0.6) ? 297.0 / 210 : 11 / 8.5)
    case ..<0.6: 210.0 / 297
    case ..<0.78: lot.real(1.8...4.2)
    case ..<0.88: 54 / 85.6
    default: lot.real(0.66...1.6)
    }
  }

  private static func pose(
    _ aspect: Double, _ width: Double, _ height: Double, isCut: Bool, _ lot: inout SplitMix64
  ) -> PagePose {
    let spin =
      (lot.chance(0.25) ? Double.pi / 2 : 0)
      + (lot.chance(0.4) ? lot.real(-0.06...0.06) : lot.real(-0.6...0.6))
    let tilt = lot.chance(0.3) ? lot.real(0...0.1) : lot.real(0...0.85)
    var size = isCut ? lot.real(0.3...0.85) : lot.real(0.07...0.8)
    func pose(_ offset: SIMD2<Double>, _ size: Double) -> PagePose {
      PagePose(
        aspect: aspect, size: size, width: width, height: height, tilt: tilt, spin: spin,
        offset: offset, bend: 0, &lot)
    }
    var result = pose(.zero, size)
    for _ in 0..<300 {
      let reach = lot.chance(0.3) ? 0.4 : 0.15
      result = pose(SIMD2(lot.real(-reach...reach), lot.real(-reach...reach)), size)
      let worst =
        result.corners.map { corner -> Double in
          let share = corner / SIMD2(width, height)
          return max(-share.x, share.x - 1, -share.y, share.y - 1)
        }.max() ?? 0
      if isCut ? (worst > 0.01 && worst < 0.1) : worst < -0.008 { return result }
      size *= 0.99
    }
    return result
  }

  /// What the camera makes of it.
  func photo(_ lot: inout SplitMix64) -> PixelBuffer {
    var pixels = [SIMD3<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        pixels[y * width + x] = colour(at: place) * light.at(place) + light.glare(at: place)
      }
    }
    return light.camera(width: width, height: height, &lot).picture(of: pixels, &lot)
  }

  private func colour(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    for thing in above {
      if let colour = thing.colour(at: pixel) { return colour }
    }
    let plane = pose.flatPlace(of: pixel) * SIMD2(1, aspect)
    if let own = page.colour(at: plane) { return own }
    var shade = page.shade(at: plane)
    for sheet in below {
      if let own = sheet.colour(at: plane) { return own * shade }
      shade *= sheet.shade(at: plane)
    }
    for thing in things {
      if let own = thing.colour(at: pixel) { return own * shade }
    }
    return ground.colour(at: pixel * (1000 / Double(max(width, height))), plane: plane) * shade
  }
}

extension Thing {
  /// A pen that lies on the page.
  init(penOn pose: PagePose, _ lot: inout SplitMix64) {
    let (a, c) = (pose.corners[0], pose.corners[2])
    let way = c - a
    self.init(
      box: a + way * lot.real(0.15...0.85) + SIMD2(lot.real(-80...80), lot.real(-80...80)),
      radii: SIMD2(lot.real(60...200), lot.real(4...9)), angle: lot.real(0...Double.pi),
      tone: SIMD3(
        Float(lot.real(0.05...0.8)), Float(lot.real(0.05...0.5)), Float(lot.real(0.05...0.8))))
  }
}
