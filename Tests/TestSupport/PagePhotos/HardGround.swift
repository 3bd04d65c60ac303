#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a page lies on in hard photos: much of it has straight lines, and often they are parallel to the page.
struct HardGround {
  enum Kind: CaseIterable {
    case usual, planks, checks, tiles, stripes, whiteTable, print, tableEdge, folds, bands
  }

  let kind: Kind
  /// Whether its lines are parallel to the page's sides.
  let isAligned: Bool
  private let usual: Ground
  private let tones: [SIMD3<Float>]
  private let size: Double
  private let gap: Double
  private let angle: Double
  private let shift: SIMD2<Double>
  private let noise: ValueNoise
  private let strength: Float

  init(_ lot: inout SplitMix64) {
    kind = Kind.allCases.randomElement(using: &lot) ?? .usual
    usual = Ground(&lot)
    let first = Self.tone(&lot)
    // The second tone is near the first one or far from it.
    let second =
      lot.chance(0.5) ? first * Float(lot.real(0.6...0.95)) : Self.tone(&lot)
    tones = [first, second, Self.tone(&lot)]
    size = lot.real(0.05...0.2) * (lot.chance(0.4) ? 3 : 1)
    gap = lot.real(0.01...0.06)
    isAligned = lot.chance(0.5)
    angle = isAligned ? lot.real(-0.04...0.04) : lot.real(0...Double.pi)
    shift = SIMD2(lot.real(-1...1), lot.real(-1...1))
    noise = ValueNoise(seed: lot.next())
    strength = Float(lot.real(0.02...0.25))
  }

  private static func tone(_ lot: inout SplitMix64) -> SIMD3<Float> {
    let light = Float(lot.chance(0.4) ? lot.real(0.6...0.95) : lot.real(0.05...0.6))
    let colourful = Float(lot.chance(0.5) ? lot.real(0...0.06) : lot.real(0.05...0.3))
    let tint = SIMD3<Float>(
      Float(lot.real(-1...1)), Float(lot.real(-1...1)), Float(lot.real(-1...1)))
    return (SIMD3(repeating: light) + tint * colourful * light).clamped(
      lowerBound: SIMD3(repeating: 0.02), upperBound: SIMD3(repeating: 0.98))
  }

  /// - Parameters:
  ///   - pixel: in thousandths of the picture's longer side.
  ///   - plane: in the plane of the page, in widths of the page.
  func colour(at pixel: SIMD2<Double>, plane: SIMD2<Double>) -> SIMD3<Float> {
    let p = PagePose.turned(plane, by: angle) + shift
    let grain = 1 + 0.3 * strength * noise.at(p * 90)
    switch kind {
    case .usual: return usual.colour(at: pixel)
    case .planks:
      let plank = (p.y / size).rounded(.down)
      let isGap = p.y / size - plank < gap
      let tone = 1 + strength * noise.at(SIMD2(plank * 7.3, 0.5))
      let lines = 1 + strength * noise.at(SIMD2(p.x * 6, p.y * 120))
      return tones[0] * (isGap ? 0.45 : tone * lines)
    case .checks:
      let (x, y) = (isOdd(p.x), isOdd(p.y))
      let mixed = (tones[0] + tones[1]) / 2
      return (x == y ? (x ? tones[0] : tones[1]) : mixed) * grain
    case .tiles:
      let (x, y) = (p.x / size, p.y / size)
      let isGap = x - x.rounded(.down) < gap || y - y.rounded(.down) < gap
      let own = noise.at(SIMD2(x.rounded(.down) * 3.7, y.rounded(.down) * 5.1 + 0.3))
      return isGap ? tones[1] : tones[0] * (1 + 0.3 * strength * own) * grain
    case .stripes: return (isOdd(p.y) ? tones[0] : tones[1]) * grain
    case .whiteTable:
      let white = 0.84 + 0.14 * Float(gap / 0.06)
      return (SIMD3(repeating: white) + (tones[0] - 0.5) * 0.04)
        * (1 + 0.1 * strength * noise.at(p * 3))
    case .print: return printed(at: p)
    case .tableEdge: return (p.y + 0.4 * shift.x > 0 ? tones[0] : tones[1]) * grain
    case .folds:
      let fold = noise.at(p * 2.5 + SIMD2(Double(noise.at(p * 1.3)), 0))
      return tones[0] * (1 + 1.6 * strength * fold) * grain
    case .bands:
      // A runner on a table: one band with a border of another colour.
      let distance = abs(p.y - 0.3)
      return (distance < size ? tones[1] : distance < size * 1.2 ? tones[2] : tones[0]) * grain
    }
  }

  private func isOdd(_ x: Double) -> Bool { Int((x / size).rounded(.down)) & 1 == 1 }

  /// Rows of words on paper that fills the picture.
  private func printed(at p: SIMD2<Double>) -> SIMD3<Float> {
    let paper = SIMD3<Float>(0.82, 0.81, 0.78)
    let row = (p.y * 28).rounded(.down)
    let column = (p.x / 0.6).rounded(.down)
    let within = p.x / 0.6 - column
    let isWord = noise.at(SIMD2(p.x * 60, row * 3.7)) > -0.25
    let isRow = p.y * 28 - row < 0.5
    return isRow && isWord && within > 0.08 ? paper * 0.35 : paper * (1 + 0.05 * noise.at(p * 30))
  }
}
