/// What a page looks like when it lies flat in even light: rows of RGB, 0…1 a sample.
public struct PageRaster {
  public let width: Int
  public let height: Int
  var pixels: [SIMD3<Float>]

  public init(width: Int, height: Int, paper: SIMD3<Float>) {
    (self.width, self.height) = (width, height)
    pixels = [SIMD3<Float>](repeating: paper, count: width * height)
  }

  public subscript(x: Int, y: Int) -> SIMD3<Float> {
    get { pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }
    set {
      guard x >= 0, y >= 0, x < width, y < height else { return }
      pixels[y * width + x] = newValue
    }
  }

  /// The colour at a place of the page, 0…1 along each side.
  func colour(at place: SIMD2<Double>) -> SIMD3<Float> {
    let (x, y) = (place.x * Double(width) - 0.5, place.y * Double(height) - 0.5)
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (Float(x - column), Float(y - row))
    let (c, r) = (Int(column), Int(row))
    let top = self[c, r] * (1 - dx) + self[c + 1, r] * dx
    let bottom = self[c, r + 1] * (1 - dx) + self[c + 1, r + 1] * dx
    return top * (1 - dy) + bottom * dy
  }

  mutating func fill(
    _ columns: ClosedRange<Double>, _ rows: ClosedRange<Double>, _ colour: SIMD3<Float>
  ) {
    let (w, h) = (Double(width), Double(height))
    for y in Int(rows.lowerBound * h)...max(Int(rows.lowerBound * h), Int(rows.upperBound * h)) {
      for x in Int(
        columns.lowerBound * w)...max(Int(columns.lowerBound * w), Int(columns.upperBound * w))
      {
        self[x, y] = colour
      }
    }
  }
}

extension PageRaster {
  /// A page of made-up print.
  ///
  /// - Parameter aspect: its height for a width of 1.
  init(aspect: Double, _ lot: inout SplitMix64) {
    let papers: [SIMD3<Float>] = [
      [0.96, 0.96, 0.96], [0.93, 0.93, 0.9], [0.98, 0.98, 0.99], [0.95, 0.9, 0.78],
      [0.85, 0.85, 0.86], [0.97, 0.93, 0.6], [0.8, 0.9, 0.95], [0.95, 0.8, 0.82],
    ]
    let paper = papers[
      lot.chance(0.7)
        ? Int.random(in: 0..<3, using: &lot) : Int.random(in: 0..<papers.count, using: &lot)]
    self.init(width: 700, height: max(60, Int(700 * aspect)), paper: paper)
    let ink: SIMD3<Float> = lot.chance(0.8) ? [0.12, 0.12, 0.14] : [0.1, 0.15, 0.5]
    switch lot.real(0...1) {
    case ..<0.12: break
    case ..<0.25: printForm(ink, aspect, &lot)
    case ..<0.4: printPicture(ink, aspect, &lot)
    case ..<0.5: printRules(aspect, &lot)
    default: printText(from: lot.real(0.05...0.12), to: lot.real(0.5...0.95), ink, aspect, &lot)
    }
  }

  private mutating func printText(
    from top: Double, to bottom: Double, _ ink: SIMD3<Float>, _ aspect: Double,
    _ lot: inout SplitMix64
  ) {
    let size = lot.real(0.008...0.022) / aspect
    let (left, right) = (lot.real(0.05...0.14), lot.real(0.82...0.95))
    var y = top
    while y + size < bottom {
      var x = left
      let end = lot.chance(0.15) ? lot.real(left...right) : right
      while x < end {
        let word = lot.real(1...7) * size * aspect * 0.6
        var letter = x
        while letter < min(x + word, end) {
          let high = lot.chance(0.3) ? 0.0 : 0.3
          fill(
            letter...(letter + size * aspect * 0.16), (y + size * high)...(y + size), ink)
          if lot.chance(0.6) {
            let at = y + size * lot.real(0.3...0.9)
            fill(letter...(letter + size * aspect * 0.45), at...(at + size * 0.1), ink)
          }
          letter += size * aspect * 0.6
        }
        x += word + size * aspect * 0.6
      }
      y += size * (lot.chance(0.1) ? 3 : 1.7)
    }
  }

  private mutating func printForm(_ ink: SIMD3<Float>, _ aspect: Double, _ lot: inout SplitMix64) {
    printText(from: 0.04, to: 0.14, ink, aspect, &lot)
    let count = Int.random(in: 3...9, using: &lot)
    for index in 0..<count {
      let y = 0.18 + 0.75 * Double(index) / Double(count)
      fill(0.07...0.93, y...(y + 0.003 / aspect), ink)
      let x = lot.real(0.2...0.8)
      fill(x...(x + 0.003), y...(y + 0.7 / Double(count)), ink)
      if lot.chance(0.6) { printText(from: y + 0.02, to: y + 0.06, ink, aspect, &lot) }
    }
    fill(0.07...0.073, 0.18...0.93, ink)
    fill(0.93...0.933, 0.18...0.93, ink)
  }

  private mutating func printPicture(_ ink: SIMD3<Float>, _ aspect: Double, _ lot: inout SplitMix64)
  {
    let top = lot.real(0.06...0.3)
    let bottom = lot.real(0.5...0.8)
    let (left, right) = (lot.real(0.06...0.25), lot.real(0.7...0.94))
    let tone = SIMD3<Float>(
      Float(lot.real(0.1...0.7)), Float(lot.real(0.1...0.7)), Float(lot.real(0.1...0.7)))
    fill(left...right, top...bottom, tone)
    for _ in 0..<6 {
      let (x, y) = (lot.real(left...right), lot.real(top...bottom))
      fill(
        x...min(right, x + 0.15), y...min(bottom, y + 0.1),
        tone * Float(lot.real(0.5...1.3)))
    }
    printText(from: bottom + 0.03, to: 0.95, ink, aspect, &lot)
  }

  private mutating func printRules(_ aspect: Double, _ lot: inout SplitMix64) {
    let spacing = lot.real(0.025...0.04)
    let blue: SIMD3<Float> = [0.6, 0.7, 0.88]
    var y = 0.1
    while y < 0.97 {
      fill(0...1, y...(y + 0.0015), blue)
      y += spacing
    }
    fill(0.12...0.1215, 0...1, [0.9, 0.5, 0.5])
    if lot.chance(0.6) { printText(from: 0.1, to: 0.5, [0.1, 0.1, 0.4], aspect, &lot) }
  }
}
