extension PageRaster {
  /// A page whose print may be taken for a page: frames, bands, dark pictures; and one of coloured or dark paper.
  init(hard aspect: Double, _ lot: inout SplitMix64) {
    if lot.chance(0.45) {
      self.init(aspect: aspect, &lot)
      return
    }
    let isColoured = lot.chance(0.25)
    let light = Float(isColoured ? lot.real(0.35...0.9) : lot.real(0.85...0.98))
    let tint = Float(isColoured ? 0.35 : 0.03)
    let paper = SIMD3<Float>(
      1 - tint * Float(lot.real(0...1)), 1 - tint * Float(lot.real(0...1)),
      1 - tint * Float(lot.real(0...1)))
    self.init(width: 700, height: max(60, Int(700 * aspect)), paper: paper * light)
    switch Int.random(in: 0..<5, using: &lot) {
    case 0: printFrames(&lot)
    case 1: printDarkPicture(&lot)
    case 2: printBands(&lot)
    case 3: printColumns(&lot)
    default: break
    }
  }

  private static func tone(_ lot: inout SplitMix64) -> SIMD3<Float> {
    SIMD3(Float(lot.real(0.05...0.7)), Float(lot.real(0.05...0.7)), Float(lot.real(0.05...0.7)))
  }

  /// A border all around, perhaps with a table in it.
  private mutating func printFrames(_ lot: inout SplitMix64) {
    let (margin, line) = (lot.real(0.03...0.12), lot.real(0.003...0.015))
    let tone = Self.tone(&lot)
    let paper = self[2, 2]
    fill(margin...(1 - margin), margin...(1 - margin), tone)
    let inner = margin + line
    fill(inner...(1 - inner), inner...(1 - inner), lot.chance(0.7) ? paper : paper * 0.9)
    let rows = Int.random(in: 0...9, using: &lot)
    for row in 0..<rows {
      let y = inner + (1 - 2 * inner) * (Double(row) + 0.5) / Double(max(rows, 1))
      fill(inner...(1 - inner), y...(y + line / 2), tone)
    }
  }

  /// A dark picture that takes most of the page.
  private mutating func printDarkPicture(_ lot: inout SplitMix64) {
    let (left, top) = (lot.real(0.02...0.2), lot.real(0.02...0.3))
    let (right, bottom) = (lot.real(0.75...0.98), lot.real(0.6...0.98))
    let tone = Self.tone(&lot)
    fill(left...right, top...bottom, tone)
    for _ in 0..<12 {
      let (x, y) = (lot.real(left...right), lot.real(top...bottom))
      fill(
        x...min(right, x + lot.real(0.02...0.3)), y...min(bottom, y + lot.real(0.02...0.3)),
        tone * Float(lot.real(0.3...1.5)))
    }
  }

  /// Bands over the whole width, as letterheads have, at the top, the bottom, or a side.
  private mutating func printBands(_ lot: inout SplitMix64) {
    fill(0...1, 0...lot.real(0.03...0.3), Self.tone(&lot))
    if lot.chance(0.4) { fill(0...1, lot.real(0.85...0.98)...1, Self.tone(&lot)) }
    if lot.chance(0.3) { fill(0...lot.real(0.05...0.3), 0...1, Self.tone(&lot)) }
    printWords(0.3...0.9, 0.4...0.8, &lot)
  }

  private mutating func printColumns(_ lot: inout SplitMix64) {
    let count = Int.random(in: 1...3, using: &lot)
    for column in 0..<count {
      let left = 0.06 + 0.9 * Double(column) / Double(count)
      printWords(left...(left + 0.9 / Double(count) - 0.05), 0.05...lot.real(0.6...0.95), &lot)
    }
  }

  private mutating func printWords(
    _ columns: ClosedRange<Double>, _ rows: ClosedRange<Double>, _ lot: inout SplitMix64
  ) {
    let ink = SIMD3<Float>(repeating: Float(lot.real(0.05...0.45)))
    let step = lot.real(0.012...0.03)
    var y = rows.lowerBound
    while y + step < rows.upperBound {
      var x = columns.lowerBound
      while x < columns.upperBound {
        let word = lot.real(0.02...0.1)
        fill(x...min(x + word, columns.upperBound), y...(y + step * 0.45), ink)
        x += word + 0.02
      }
      y += step
    }
  }
}
