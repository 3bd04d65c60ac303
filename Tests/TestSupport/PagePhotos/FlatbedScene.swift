import PictureModel

/// A sheet on the bed of a scanner, or beneath a camera on a stand: not in perspective, and straight or nearly so.
struct FlatbedScene {
  let pose: PagePose
  let traits: [String]
  private let width: Int
  private let height: Int
  private let page: PageRaster
  private let bed: SIMD3<Float>
  private let ground: Ground?
  private let noise: Double
  private let softness: Int
  /// Which way the sheet throws its shadow, and how far, in pixels.
  private let shadow: (reach: SIMD2<Double>, depth: Float)

  init(width: Int, height: Int, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    let aspect = lot.chance(0.6) ? 297.0 / 210 : lot.real(0.6...3)
    page =
      lot.chance(0.25)
      ? PageRaster(width: 8, height: 8, paper: SIMD3(repeating: Float(lot.real(0.85...1))))
      : PageRaster(hard: aspect, &lot)
    let isDark = lot.chance(0.7)
    bed = SIMD3(repeating: Float(isDark ? lot.real(0...0.35) : lot.real(0.5...0.75)))
    ground = lot.chance(0.3) ? Ground(&lot) : nil
    let isExact = lot.chance(0.4)
    let isInCorner = isExact && lot.chance(0.3)
    pose = Self.pose(
      aspect, SIMD2(Double(width), Double(height)), spin: isExact ? 0 : lot.real(-0.025...0.025),
      isInCorner: isInCorner, &lot)
    let isDrawn = ground == nil && lot.chance(0.3)
    noise = isDrawn ? 0 : lot.real(0.3...3)
    softness = isDrawn ? 0 : lot.chance(0.5) ? 1 : 2
    shadow = (
      SIMD2(lot.real(-6...6), lot.real(-6...6)), isDrawn ? 0 : Float(lot.real(0...0.4))
    )
    var traits = ["\(ground.map { "\($0.kind)" } ?? (isDark ? "dark bed" : "light bed"))"]
    if isExact { traits.append(isInCorner ? "in a corner" : "exact") }
    self.traits = traits
  }

  /// Somewhere on the bed, all of it seen; or with its top left corner in that of the picture.
  private static func pose(
    _ aspect: Double, _ picture: SIMD2<Double>, spin: Double, isInCorner: Bool,
    _ lot: inout SplitMix64
  ) -> PagePose {
    var size = lot.real(0.15...0.85)
    while true {
      let place = SIMD2(lot.real(-0.4...0.4), lot.real(-0.4...0.4))
      func pose(_ offset: SIMD2<Double>) -> PagePose {
        PagePose(
          aspect: aspect, size: size, width: picture.x, height: picture.y, tilt: 0, spin: spin,
          offset: offset, bend: 0, &lot)
      }
      let middle = pose(.zero)
      let corner = -middle.corners[0] / picture
      let result = pose(isInCorner ? corner : place)
      let shares = result.corners.map { $0 / picture }
      let least = shares.map(\.x).min().map { min($0, shares.map(\.y).min() ?? $0) } ?? 0
      let most = shares.map(\.x).max().map { max($0, shares.map(\.y).max() ?? $0) } ?? 1
      if most < 0.985, isInCorner || least > 0.015 { return result }
      size *= 0.98
    }
  }

  func photo(_ lot: inout SplitMix64) -> PixelBuffer {
    var pixels = [SIMD3<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        pixels[y * width + x] = colour(at: SIMD2(Double(x) + 0.5, Double(y) + 0.5))
      }
    }
    return Camera(width: width, height: height, softness: softness, noise: noise)
      .picture(of: pixels, &lot)
  }

  private func colour(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    let place = pose.flatPlace(of: pixel)
    if Self.isOnSheet(place) { return page.colour(at: place) }
    let own = ground?.colour(at: pixel * (1000 / Double(max(width, height)))) ?? bed
    let isShaded = Self.isOnSheet(pose.flatPlace(of: pixel - shadow.reach))
    return isShaded ? own * (1 - shadow.depth) : own
  }

  private static func isOnSheet(_ place: SIMD2<Double>) -> Bool {
    (0...1).contains(place.x) && (0...1).contains(place.y)
  }
}
