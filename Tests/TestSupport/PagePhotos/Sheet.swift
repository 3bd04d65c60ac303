#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sheet of paper in the plane of a photo: coordinates are in widths of the photo's page.
struct Sheet {
  private let raster: PageRaster
  private let centre: SIMD2<Double>
  private let half: SIMD2<Double>
  private let angle: Double
  private let tone: SIMD3<Float>
  private let bend: Double
  /// How much is folded away at the first corner, and how round all of them are, in widths of the page.
  private let dogEar: Double
  private let rounding: Double
  private let shadow: (side: SIMD2<Double>, depth: Float, reach: Double)
  private let creases: [Double]

  /// - Parameters:
  ///   - half: half of its width and height.
  ///   - tone: what its colours are multiplied by.
  init(
    _ raster: PageRaster, centre: SIMD2<Double>, half: SIMD2<Double>, angle: Double,
    tone: SIMD3<Float>, bend: Double = 0, isWorn: Bool = false, isCard: Bool = false,
    _ lot: inout SplitMix64
  ) {
    self.raster = raster
    (self.centre, self.half, self.angle, self.tone, self.bend) = (centre, half, angle, tone, bend)
    dogEar = isWorn && lot.chance(0.4) ? lot.real(0.02...0.07) : 0
    rounding = isCard ? 0.03 : 0
    shadow = (
      PagePose.turned(SIMD2(1, 0), by: lot.real(0...2 * Double.pi)), Float(lot.real(0.05...0.5)),
      lot.real(0.006...0.04)
    )
    creases = isWorn ? (lot.chance(0.5) ? [1.0 / 3, 2.0 / 3] : [0.5]) : []
  }

  private func place(of plane: SIMD2<Double>) -> SIMD2<Double> {
    var p = PagePose.turned(plane - centre, by: -angle)
    if bend != 0 { p.y -= bend * cos(Double.pi / 2 * min(max(p.x / half.x, -1), 1)) }
    return p
  }

  func colour(at plane: SIMD2<Double>) -> SIMD3<Float>? {
    let p = place(of: plane)
    guard abs(p.x) <= half.x, abs(p.y) <= half.y else { return nil }
    let inset = half - SIMD2(abs(p.x), abs(p.y))
    if dogEar > 0, p.x < 0, p.y < 0, inset.x + inset.y < dogEar { return nil }
    if rounding > 0, inset.x < rounding, inset.y < rounding {
      let off = SIMD2(repeating: rounding) - inset
      if (off * off).sum() > rounding * rounding { return nil }
    }
    let own = p / (half * 2) + 0.5
    var light: Float = 1
    for crease in creases {
      let distance = (own.y - crease) / 0.02
      if abs(distance) < 1 { light *= 1 - 0.12 * Float(distance * (1 - abs(distance))) }
      if own.y < crease { light *= 0.985 }
    }
    return raster.colour(at: own) * tone * light
  }

  /// How much of the light is left beside it on what it lies on.
  func shade(at plane: SIMD2<Double>) -> Float {
    let p = place(of: plane)
    let nearest = SIMD2(min(max(p.x, -half.x), half.x), min(max(p.y, -half.y), half.y))
    let away = p - nearest
    let distance = (away * away).sum().squareRoot()
    guard distance < shadow.reach, distance > 0 else { return 1 }
    // A little all around, and more on the side that is turned away from the light.
    let towards = Float(max(0, (away / distance * shadow.side).sum()))
    return 1 - shadow.depth * (0.25 + 0.75 * towards) * Float(1 - distance / shadow.reach)
  }
}

extension Sheet {
  /// A sheet below the page: in a pile with it, or lying across.
  init(below aspect: Double, page: PageRaster, _ lot: inout SplitMix64) {
    let isPile = lot.chance(0.4)
    let own = lot.chance(0.6) ? aspect : lot.real(0.6...1.8)
    let size = lot.chance(0.6) ? lot.real(0.97...1.03) : lot.real(0.6...1.7)
    let half = SIMD2(0.5, 0.5 * own) * size
    let far = isPile ? 0.06 : 0.55
    let centre =
      SIMD2(0.5, 0.5 * aspect) + SIMD2(lot.real(-far...far), lot.real(-far...far))
    let angle =
      isPile
      ? lot.real(-0.06...0.06) : lot.chance(0.3) ? lot.real(-0.06...0.06) : lot.real(-1.6...1.6)
    // The same paper in the same light, or another one.
    let tone =
      lot.chance(0.6)
      ? SIMD3(repeating: Float(lot.real(0.95...1.02)))
      : SIMD3(
        Float(lot.real(0.7...1.05)), Float(lot.real(0.7...1.05)), Float(lot.real(0.65...1.05)))
    let raster =
      lot.chance(0.6)
      ? PageRaster(width: 4, height: 4, paper: page[2, 2])
      : PageRaster(aspect: own, &lot)
    self.init(raster, centre: centre, half: half, angle: angle, tone: tone, &lot)
  }
}
