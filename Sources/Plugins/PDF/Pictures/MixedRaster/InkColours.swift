/// The few colours of a page's ink, and which of them each place has.
struct InkColours {
  /// As many samples each as the page has channels.
  private(set) var colours: [[UInt8]] = []
  /// The side of a cell in pixels, all of whose ink has one colour.
  let cell: Int
  private let columns: Int
  /// The colour of each cell, by its number.
  private var numbers: [UInt8]

  private static let mostColours = 6
  /// Ink that is farther from its colour than this is worth another one.
  private static let farthest: Float = 45
  /// A colour of less of the ink is none of its own.
  private static let leastShare: Float = 0.003
  private static let rounds = 4

  /// The colour of the ink in a cell.
  private struct Sample {
    let index: Int
    let weight: Float
    /// Gray has three alike.
    let colour: SIMD3<Float>
  }

  init(_ page: Raster, _ mask: InkMask, cell: Int) {
    self.cell = cell
    columns = (page.width + cell - 1) / cell
    numbers = [UInt8](repeating: 0, count: columns * ((page.height + cell - 1) / cell))
    let samples = Self.samples(page, mask, cell: cell, columns: columns)
    guard !samples.isEmpty else { return }
    let centres = assign(samples)
    colours = centres.map { Self.bytes($0, channels: page.channels) }
  }

  /// The colour of a pixel of ink.
  func number(x: Int, y: Int) -> Int { Int(numbers[y / cell * columns + x / cell]) }

  /// The dark middle of a stroke counts more than its edges.
  private static func samples(_ page: Raster, _ mask: InkMask, cell: Int, columns: Int) -> [Sample]
  {
    let count = columns * ((page.height + cell - 1) / cell)
    var sums = [SIMD3<Float>](repeating: .zero, count: count)
    var weights = [Float](repeating: 0, count: count)
    let channels = page.channels
    for y in 0..<page.height {
      for x in 0..<page.width where mask.kinds[y * page.width + x] == InkMask.ink {
        let place = (y * page.width + x) * channels
        let darkness = Float(255 - mask.lightness[y * page.width + x])
        let weight = darkness * darkness
        let index = y / cell * columns + x / cell
        let colour = SIMD3(
          Float(page.bytes[place]), Float(page.bytes[place + (channels == 1 ? 0 : 1)]),
          Float(page.bytes[place + (channels == 1 ? 0 : 2)]))
        sums[index] += colour * weight
        weights[index] += weight
      }
    }
    return weights.indices.compactMap { index in
      guard weights[index] > 0 else { return nil }
      return Sample(index: index, weight: weights[index], colour: sums[index] / weights[index])
    }
  }

  /// Beginning with one colour, the one that is farthest from all is another, until none is far (Lloyd 1982 between).
  private mutating func assign(_ samples: [Sample]) -> [SIMD3<Float>] {
    let total = samples.reduce(0) { $0 + $1.weight }
    var centres = [samples.reduce(.zero) { $0 + $1.colour * $1.weight } / total]
    while centres.count < Self.mostColours {
      guard let far = Self.far(samples, from: centres, total) else { break }
      centres.append(far)
      for _ in 0..<Self.rounds { centres = Self.moved(centres, samples) }
    }
    for sample in samples {
      numbers[sample.index] = UInt8(Self.nearest(sample.colour, centres).index)
    }
    return centres
  }

  /// The mean of ink that is far from every colour; `nil` where there is little.
  private static func far(
    _ samples: [Sample], from centres: [SIMD3<Float>], _ total: Float
  ) -> SIMD3<Float>? {
    let distant = samples.filter { nearest($0.colour, centres).distance > farthest }
    let last = distant.max { first, second in
      nearest(first.colour, centres).distance < nearest(second.colour, centres).distance
    }
    guard let last else { return nil }
    // One cell may be anything; those like it decide.
    let alike = distant.filter { distance($0.colour, last.colour) < farthest }
    let weight = alike.reduce(0) { $0 + $1.weight }
    guard weight > leastShare * total else {
      let all = distant.reduce(0) { $0 + $1.weight }
      guard all > 4 * leastShare * total else { return nil }
      return distant.reduce(.zero) { $0 + $1.colour * $1.weight } / all
    }
    return alike.reduce(.zero) { $0 + $1.colour * $1.weight } / weight
  }

  private static func moved(_ centres: [SIMD3<Float>], _ samples: [Sample]) -> [SIMD3<Float>] {
    var sums = [SIMD3<Float>](repeating: .zero, count: centres.count)
    var weights = [Float](repeating: 0, count: centres.count)
    for sample in samples {
      let index = nearest(sample.colour, centres).index
      sums[index] += sample.colour * sample.weight
      weights[index] += sample.weight
    }
    return centres.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : centres[$0] }
  }

  private static func nearest(
    _ colour: SIMD3<Float>, _ centres: [SIMD3<Float>]
  ) -> (index: Int, distance: Float) {
    var (best, least) = (0, Float.infinity)
    for (index, centre) in centres.enumerated() {
      let value = distance(colour, centre)
      if value < least { (best, least) = (index, value) }
    }
    return (best, least)
  }

  /// Colours count four times as much as lightness, which thin strokes lack.
  private static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let difference = a - b
    let mean = difference.sum() / 3
    let colour = difference - mean
    return (0.25 * mean * mean + 4 * (colour * colour).sum()).squareRoot()
  }

  /// Ink without a colour to speak of has none.
  private static func bytes(_ colour: SIMD3<Float>, channels: Int) -> [UInt8] {
    let mean = colour.sum() / 3
    let isGray = colour.max() - colour.min() < 20
    return (0..<channels).map { channel in
      UInt8(min(255, max(0, (isGray ? mean : colour[channel]).rounded())))
    }
  }

  /// A mask for each colour.
  func inks(of mask: InkMask) -> [MixedRaster.Ink] {
    let rowBytes = (mask.width + 7) / 8
    var masks = colours.map { _ in [UInt8](repeating: 0xFF, count: rowBytes * mask.height) }
    for y in 0..<mask.height {
      for x in 0..<mask.width where mask.kinds[y * mask.width + x] == InkMask.ink {
        masks[number(x: x, y: y)][y * rowBytes + x >> 3] &= ~(0x80 >> UInt8(x & 7))
      }
    }
    return zip(masks, colours).map { bytes, colour in
      MixedRaster.Ink(
        mask: Bitmap(width: mask.width, height: mask.height, bytes: bytes), colour: colour)
    }
  }
}
