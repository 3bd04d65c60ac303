#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a page lies on.
struct Ground {
  enum Kind: CaseIterable {
    case plain, wood, cloth, carpet, stone, tiles, boards
  }

  let kind: Kind
  private let colour: SIMD3<Float>
  private let strength: Float
  private let scale: Double
  private let angle: Double
  private let noise: ValueNoise

  init(_ lot: inout SplitMix64) {
    kind = Kind.allCases.randomElement(using: &lot) ?? .plain
    let colours: [SIMD3<Float>] = [
      [0.35, 0.22, 0.13], [0.55, 0.4, 0.25], [0.75, 0.6, 0.4], [0.15, 0.15, 0.17],
      [0.4, 0.4, 0.42], [0.7, 0.7, 0.7], [0.82, 0.81, 0.78], [0.25, 0.35, 0.5], [0.45, 0.2, 0.2],
      [0.3, 0.45, 0.3], [0.85, 0.8, 0.7], [0.05, 0.05, 0.06],
    ]
    colour = (colours.randomElement(using: &lot) ?? colours[0]) * Float(lot.real(0.85...1.1))
    strength = Float(lot.real(0.05...0.5))
    scale = lot.real(0.6...2)
    angle = lot.real(0...Double.pi)
    noise = ValueNoise(seed: lot.next())
  }

  /// - Parameter pixel: in thousandths of the picture's longer side.
  func colour(at pixel: SIMD2<Double>) -> SIMD3<Float> {
    let p = PagePose.turned(pixel, by: angle) * scale
    switch kind {
    case .plain: return colour * (1 + 0.1 * strength * noise.at(p / 200))
    case .wood:
      let grain = noise.at(SIMD2(p.x / 300, p.y / 12)) + 0.5 * noise.at(SIMD2(p.x / 90, p.y / 3))
      return colour * (1 + 0.6 * strength * grain)
    case .cloth:
      let square = (sin(p.x / 12) > 0) == (sin(p.y / 12) > 0)
      return colour * (square ? 1 : 1 - strength) * (1 + 0.1 * noise.at(p / 2))
    case .carpet: return colour * (1 + strength * noise.at(p / 3))
    case .stone:
      return colour
        * (1 + strength * (noise.at(p / 80) + 0.5 * noise.at(p / 30) + 0.3 * noise.at(p / 8)))
    case .tiles:
      let edge = abs(sin(p.x / 90)) < 0.04 || abs(sin(p.y / 90)) < 0.04
      return colour * (edge ? 1 - strength : 1 + 0.1 * noise.at(p / 60))
    case .boards:
      let board = Int((p.y / 110).rounded(.down))
      let gap = abs(p.y / 110 - Double(board)) < 0.02
      let tone = 1 + 0.3 * strength * noise.at(SIMD2(Double(board) * 7.3, 0.5))
      let grain = noise.at(SIMD2(p.x / 200, p.y / 9))
      return colour * (gap ? 0.4 : tone * (1 + 0.3 * strength * grain))
    }
  }
}

/// Smooth random values, −1…1, by interpolation between those of a grid.
struct ValueNoise {
  let seed: UInt64

  func at(_ point: SIMD2<Double>) -> Float {
    let (column, row) = (point.x.rounded(.down), point.y.rounded(.down))
    let (dx, dy) = (Float(point.x - column), Float(point.y - row))
    let (sx, sy) = (dx * dx * (3 - 2 * dx), dy * dy * (3 - 2 * dy))
    let (c, r) = (Int(column), Int(row))
    let top = value(c, r) * (1 - sx) + value(c + 1, r) * sx
    let bottom = value(c, r + 1) * (1 - sx) + value(c + 1, r + 1) * sx
    return top * (1 - sy) + bottom * sy
  }

  private func value(_ column: Int, _ row: Int) -> Float {
    var z = UInt64(bitPattern: Int64(column &* 73_856_093 ^ row &* 19_349_663)) ^ seed
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float(z >> 40) / Float(1 << 23) - 1
  }
}
