import PictureModel

/// The light on a scene.
struct SceneLight {
  private let width: Double
  private let height: Double
  private let tint: SIMD3<Float>
  private let slope: SIMD2<Double>
  private let vignette: Double
  private let shadow: (edge: SIMD2<Double>, offset: Double, softness: Double, depth: Double)?
  private let spot: (centre: SIMD2<Double>, radius: Double, strength: Float)?
  private let edgeShadow: (side: SIMD2<Double>, depth: Float, reach: Double)

  var hasShadow: Bool { shadow != nil }
  var hasGlare: Bool { spot != nil }

  init(width: Double, height: Double, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    let brightness = lot.real(0.5...1.02)
    let warmth = lot.real(-0.12...0.15)
    tint = SIMD3(1 + Float(warmth), 1, 1 - Float(warmth)) * Float(brightness)
    slope = SIMD2(lot.real(-0.35...0.35), lot.real(-0.35...0.35))
    vignette = lot.real(0...0.35)
    if lot.chance(0.35) {
      let angle = lot.real(0...2 * Double.pi)
      shadow = (
        PagePose.turned(SIMD2(1, 0), by: angle), lot.real(-0.3...0.3) * width,
        lot.real(4...80), lot.real(0.25...0.6)
      )
    } else {
      shadow = nil
    }
    if lot.chance(0.15) {
      spot = (
        SIMD2(lot.real(0...width), lot.real(0...height)), lot.real(50...220),
        Float(lot.real(0.2...0.7))
      )
    } else {
      spot = nil
    }
    edgeShadow = (
      PagePose.turned(SIMD2(1, 0), by: lot.real(0...2 * Double.pi)), Float(lot.real(0...0.45)),
      lot.real(0.005...0.03)
    )
  }

  func at(_ pixel: SIMD2<Double>) -> SIMD3<Float> {
    let p = pixel / SIMD2(width, height) - 0.5
    var light = 1 + (p * slope).sum() - vignette * 2 * (p * p).sum()
    if let shadow {
      let distance = ((pixel - SIMD2(width, height) / 2) * shadow.edge).sum() - shadow.offset
      let share = min(max(distance / shadow.softness + 0.5, 0), 1)
      light *= 1 - shadow.depth * share * share * (3 - 2 * share)
    }
    return tint * Float(max(0.05, light))
  }

  func glare(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    guard let spot else { return .zero }
    let offset = (pixel - spot.centre) / spot.radius
    let distance = (offset * offset).sum()
    return distance < 1
      ? SIMD3(repeating: spot.strength * Float((1 - distance) * (1 - distance))) : .zero
  }

  /// The shadow of the page's edge on what it lies on.
  ///
  /// - Parameter place: on the page, of which 0…1 is within.
  func besidePage(_ place: SIMD2<Double>) -> Float {
    let nearest = SIMD2(min(max(place.x, 0), 1), min(max(place.y, 0), 1))
    let away = place - nearest
    let distance = (away * away).sum().squareRoot()
    guard distance < edgeShadow.reach, distance > 0 else { return 1 }
    let towards = Float(max(0, (away / distance * edgeShadow.side).sum()))
    return 1 - edgeShadow.depth * towards * Float(1 - distance / edgeShadow.reach)
  }
}

/// What a camera does to light: it blurs, adds noise, and codes.
struct Camera {
  private let width: Int
  private let height: Int
  private let softness: Int
  private let noise: Float

  init(width: Int, height: Int, _ lot: inout SplitMix64) {
    (self.width, self.height) = (width, height)
    softness = lot.chance(0.2) ? 3 : lot.chance(0.5) ? 2 : 1
    noise = Float(lot.real(0.5...6))
  }

  /// - Parameters:
  ///   - softness: how often each pixel is mixed with its neighbours.
  ///   - noise: the standard deviation of a sample, of 255.
  init(width: Int, height: Int, softness: Int, noise: Double) {
    (self.width, self.height, self.softness, self.noise) = (width, height, softness, Float(noise))
  }

  func picture(of pixels: [SIMD3<Float>], _ lot: inout SplitMix64) -> PixelBuffer {
    var soft = pixels
    for _ in 0..<softness { soft = blurred(soft) }
    let buffer = PixelBuffer(.rgb8, width: width, height: height)
    for y in 0..<height {
      let row = buffer.planes[0].row(y, as: UInt8.self)
      for x in 0..<width {
        let value = soft[y * width + x] * 255
        for channel in 0..<3 {
          let sample = value[channel] + noise * lot.normal()
          row[3 * x + channel] = UInt8(min(max(sample, 0), 255))
        }
      }
    }
    return buffer
  }

  /// Each pixel with its neighbours above and below, left and right: 1, 2, 1.
  private func blurred(_ pixels: [SIMD3<Float>]) -> [SIMD3<Float>] {
    var across = pixels
    for y in 0..<height {
      for x in 1..<width - 1 {
        let i = y * width + x
        across[i] = (pixels[i - 1] + 2 * pixels[i] + pixels[i + 1]) / 4
      }
    }
    var result = across
    for y in 1..<height - 1 {
      for x in 0..<width {
        let i = y * width + x
        result[i] = (across[i - width] + 2 * across[i] + across[i + width]) / 4
      }
    }
    return result
  }
}
