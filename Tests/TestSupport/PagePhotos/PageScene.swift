import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Everything before the camera.
struct PageScene {
  let width: Int
  let height: Int
  let pose: PagePose
  let traits: [String]
  private let page: PageRaster
  private let ground: Ground
  private let things: [Thing]
  private let fingers: [Thing]
  private let light: SceneLight

  init(width: Int, height: Int, page given: PageRaster?, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    var traits: [String] = []
    let aspect = given.map { Double($0.height) / Double($0.width) } ?? Self.aspect(&lot)
    page = given ?? PageRaster(aspect: aspect, &lot)
    ground = Ground(&lot)
    traits.append("\(ground.kind)")
    let isCut = lot.chance(0.12)
    if isCut { traits.append("cut off") }
    let bend = lot.chance(0.25) ? lot.real(-0.02...0.02) : 0
    if bend != 0 { traits.append("curved") }
    pose = Self.pose(aspect, Double(width), Double(height), isCut: isCut, bend: bend, &lot)
    var things: [Thing] = []
    if lot.chance(0.2) {
      things.append(Thing(pageUnder: pose, &lot))
      traits.append("on pages")
    }
    for _ in 0..<Int.random(in: 0...3, using: &lot) {
      things.append(Thing(beside: pose, width: Double(width), height: Double(height), &lot))
    }
    self.things = things
    fingers = lot.chance(0.12) ? [Thing(fingerOn: pose, &lot)] : []
    if !fingers.isEmpty { traits.append("fingers") }
    light = SceneLight(width: Double(width), height: Double(height), &lot)
    if light.hasShadow { traits.append("shadow") }
    if light.hasGlare { traits.append("glare") }
    self.traits = traits
  }

  private static func aspect(_ lot: inout SplitMix64) -> Double {
    switch lot.real(0...1) {
    case ..<0.45: 297.0 / 210
    case ..<0.65: 11 / 8.5
    case ..<0.8: lot.real(1.8...3)
    case ..<0.9: 54 / 85.6
    default: lot.real(0.6...1.5)
    }
  }

  private static func pose(
    _ aspect: Double, _ width: Double, _ height: Double, isCut: Bool, bend: Double,
    _ lot: inout SplitMix64
  ) -> PagePose {
    // Photos are mostly taken with the page upright, or lying.
    let spin = (lot.chance(0.25) ? Double.pi / 2 : 0) + lot.real(-0.45...0.45)
    let tilt = lot.real(0...0.6)
    var size = isCut ? lot.real(0.35...0.75) : lot.real(0.12...0.7)
    var pose = PagePose(
      aspect: aspect, size: size, width: width, height: height, tilt: tilt, spin: spin,
      offset: .zero, bend: bend, &lot)
    for _ in 0..<200 {
      let offset = SIMD2(lot.real(-0.3...0.3), lot.real(-0.3...0.3))
      pose = PagePose(
        aspect: aspect, size: size, width: width, height: height, tilt: tilt, spin: spin,
        offset: offset, bend: bend, &lot)
      let beyond = pose.corners.map { corner in
        max(-corner.x / width, corner.x / width - 1, -corner.y / height, corner.y / height - 1)
      }
      let worst = beyond.max() ?? 0
      if isCut ? (worst > 0.01 && worst < 0.09) : worst < -0.012 { return pose }
      size *= 0.99
    }
    return pose
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
    return Camera(width: width, height: height, &lot).picture(of: pixels, &lot)
  }

  private func colour(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    for finger in fingers {
      if let colour = finger.colour(at: pixel) { return colour }
    }
    let place = pose.place(of: pixel)
    if (0...1).contains(place.x), (0...1).contains(place.y) { return page.colour(at: place) }
    var colour = ground.colour(at: pixel * (1000 / Double(max(width, height))))
    for thing in things {
      if let own = thing.colour(at: pixel) { colour = own }
    }
    return colour * light.besidePage(place)
  }
}

extension PageScene {
  /// A page that fills the picture, nearly straight.
  static func flatScan(width: Int, height: Int, _ lot: inout SplitMix64) -> PixelBuffer {
    let page = PageRaster(aspect: Double(height) / Double(width), &lot)
    let skew = lot.real(-0.03...0.03)
    let size = SIMD2(Double(width), Double(height))
    var pixels: [SIMD3<Float>] = []
    for y in 0..<height {
      for x in 0..<width {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - size / 2
        pixels.append(page.colour(at: PagePose.turned(place, by: skew) / size * 0.94 + 0.5))
      }
    }
    return Camera(width: width, height: height, &lot).picture(of: pixels, &lot)
  }

  /// Things on a table, none of them a page.
  static func clutter(width: Int, height: Int, _ lot: inout SplitMix64) -> PixelBuffer {
    let ground = Ground(&lot)
    let light = SceneLight(width: Double(width), height: Double(height), &lot)
    let things = (0..<Int.random(in: 0...6, using: &lot)).map { _ in
      Thing(roundOrThin: Double(width), Double(height), &lot)
    }
    var pixels: [SIMD3<Float>] = []
    for y in 0..<height {
      for x in 0..<width {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let own = things.lazy.compactMap { $0.colour(at: place) }.first
        let colour = own ?? ground.colour(at: place * (1000 / Double(max(width, height))))
        pixels.append(colour * light.at(place) + light.glare(at: place))
      }
    }
    return Camera(width: width, height: height, &lot).picture(of: pixels, &lot)
  }
}

/// Something else in the picture.
struct Thing {
  private enum Form { case box, ellipse }

  private let form: Form
  private let centre: SIMD2<Double>
  private let radii: SIMD2<Double>
  private let angle: Double
  private let tone: SIMD3<Float>

  func colour(at pixel: SIMD2<Double>) -> SIMD3<Float>? {
    let p = PagePose.turned(pixel - centre, by: -angle) / radii
    let isInside =
      form == .box ? abs(p.x) <= 1 && abs(p.y) <= 1 : p.x * p.x + p.y * p.y <= 1
    return isInside ? tone : nil
  }

  init(box centre: SIMD2<Double>, radii: SIMD2<Double>, angle: Double, tone: SIMD3<Float>) {
    form = .box
    (self.centre, self.radii, self.angle, self.tone) = (centre, radii, angle, tone)
  }

  /// Another sheet, under the page and turned against it.
  init(pageUnder pose: PagePose, _ lot: inout SplitMix64) {
    let corners = pose.corners
    let side = corners[1] - corners[0]
    form = .box
    angle = atan2(side.y, side.x) + lot.real(-0.3...0.3)
    centre = (corners[0] + corners[2]) / 2 + SIMD2(lot.real(-90...90), lot.real(-90...90))
    let down = corners[3] - corners[0]
    radii =
      SIMD2((side * side).sum().squareRoot(), (down * down).sum().squareRoot())
      * lot.real(0.45...0.6)
    tone = SIMD3(repeating: Float(lot.real(0.75...0.97))) * SIMD3(1, 0.99, 0.97)
  }

  init(beside pose: PagePose, width: Double, height: Double, _ lot: inout SplitMix64) {
    form = lot.chance(0.7) ? .box : .ellipse
    centre = SIMD2(lot.real(0...width), lot.real(0...height))
    let length = lot.real(20...220)
    radii = SIMD2(length, lot.chance(0.4) ? lot.real(4...12) : length * lot.real(0.4...1))
    angle = lot.real(0...Double.pi)
    tone = SIMD3(
      Float(lot.real(0.05...0.9)), Float(lot.real(0.05...0.9)), Float(lot.real(0.05...0.9)))
  }

  /// A cup, a plate, a pen.
  init(roundOrThin width: Double, _ height: Double, _ lot: inout SplitMix64) {
    let isRound = lot.chance(0.6)
    form = isRound ? .ellipse : .box
    centre = SIMD2(lot.real(0...width), lot.real(0...height))
    let length = lot.real(30...300)
    radii = SIMD2(length, isRound ? length * lot.real(0.6...1) : lot.real(3...9))
    angle = lot.real(0...Double.pi)
    tone = SIMD3(
      Float(lot.real(0.05...0.9)), Float(lot.real(0.05...0.9)), Float(lot.real(0.05...0.9)))
  }

  /// A finger that holds the page at one of its sides.
  init(fingerOn pose: PagePose, _ lot: inout SplitMix64) {
    let index = Int.random(in: 0..<4, using: &lot)
    let (a, b) = (pose.corners[index], pose.corners[(index + 1) % 4])
    form = .ellipse
    centre = a + (b - a) * lot.real(0.2...0.8)
    radii = SIMD2(lot.real(60...110), lot.real(22...38))
    angle = atan2(b.y - a.y, b.x - a.x) + Double.pi / 2 + lot.real(-0.4...0.4)
    tone = SIMD3(0.85, 0.63, 0.52) * Float(lot.real(0.5...1))
  }
}
