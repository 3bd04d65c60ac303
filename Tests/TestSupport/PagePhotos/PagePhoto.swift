public import PictureModel

/// A made photo of a page whose corners are known, as a person might take it.
///
/// Everything in it follows from a seed: what the page lies on, what else lies there, its paper, its print, how it is
/// held, how it is lit, and what the camera does to it.
public struct PagePhoto {
  /// sRGB with 8 bits a sample.
  public let pixels: PixelBuffer
  /// Top left, top right, bottom right, bottom left of the page as it lies; shares of the picture's width and height,
  /// beyond 0…1 where the page is cut off.
  public let corners: [SIMD2<Double>]
  /// What is hard about it: "cut off", "on pages", "curved".
  public let traits: [String]

  /// - Parameters:
  ///   - seed: the same seed makes the same photo.
  ///   - page: what is printed on the page, instead of made-up print; RGB, upright.
  public init(seed: UInt64, width: Int = 1280, height: Int = 960, page: PageRaster? = nil) {
    var lot = SplitMix64(seed: seed)
    let scene = PageScene(width: width, height: height, page: page, &lot)
    pixels = scene.photo(&lot)
    corners = scene.pose.corners.map { $0 / SIMD2(Double(width), Double(height)) }
    traits = scene.traits
  }
}

extension PagePhoto {
  /// A photo that is harder than most: sheets on sheets of nearly the same white, tables and cloth whose lines are
  /// parallel to the page, hard shadows, little light, blur, strong perspective, frames and pictures printed on the
  /// page.
  public init(hard seed: UInt64, width: Int = 960, height: Int = 1280) {
    var lot = SplitMix64(seed: seed ^ 0x5EED_0F_4A2D)
    let scene = HardScene(width: width, height: height, &lot)
    pixels = scene.photo(&lot)
    corners = scene.pose.corners.map { $0 / SIMD2(Double(width), Double(height)) }
    traits = scene.traits
  }

  /// A sheet as a flatbed scanner or a camera on a stand sees it: without perspective, straight or nearly so.
  public init(onFlatbed seed: UInt64, width: Int = 960, height: Int = 1280) {
    // Seeds that follow one another would share most of their numbers.
    var seeds = SplitMix64(seed: seed)
    var lot = SplitMix64(seed: seeds.next())
    let scene = FlatbedScene(width: width, height: height, &lot)
    pixels = scene.photo(&lot)
    corners = scene.pose.corners.map { $0 / SIMD2(Double(width), Double(height)) }
    traits = scene.traits
  }

  /// A picture without a page that is more like one than most: printed frames, facades, tiles, edges of tables.
  public init(hardWithoutPage seed: UInt64, width: Int = 960, height: Int = 1280) {
    var lot = SplitMix64(seed: seed ^ 0x5EED_0F_4A2D)
    let scene = PagelessScene(width: width, height: height, &lot)
    pixels = scene.photo(&lot)
    corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
    traits = ["\(scene.kind)"]
  }

  /// A picture in which no page is to be found: a flat scan, which is a page already, or things on a table.
  public init(withoutPage seed: UInt64, width: Int = 960, height: Int = 1280) {
    var lot = SplitMix64(seed: seed)
    let isFlat = lot.chance(0.6)
    pixels =
      isFlat
      ? PageScene.flatScan(width: width, height: height, &lot)
      : PageScene.clutter(width: width, height: height, &lot)
    corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
    traits = [isFlat ? "flat scan" : "no page"]
  }
}

/// Random numbers that are the same everywhere (Steele, Lea and Flood 2014).
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func real(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// Whether something happens that does so with a probability.
  mutating func chance(_ probability: Double) -> Bool { real(0...1) < probability }

  /// Of a normal distribution, nearly: the sum of uniform ones.
  mutating func normal() -> Float {
    let bits = next()
    var sum: Float = 0
    for shift in stride(from: 0, to: 64, by: 16) {
      sum += Float((bits >> UInt64(shift)) & 0xFFFF) / 65535
    }
    return (sum - 2) * 1.732
  }
}
