/// Pixels a length, as pHYs gives them (PNG specification, section 11.3.4.3).
enum PNGDensity {
  /// Metres of an inch.
  private static let inch = 0.0254

  /// `nil` when the chunk gives an aspect alone.
  static func dotsPerInch(parsing bytes: [UInt8]) throws(PNGChunkFlaw) -> (x: Double, y: Double)? {
    var fields = PNGFields(bytes)
    guard let x = fields.number(), let y = fields.number(), let unit = fields.byte(), x > 0, y > 0
    else { throw .malformed }
    return unit == 1 ? (Double(x) * inch, Double(y) * inch) : nil
  }

  /// `nil` for a density that the chunk cannot express.
  static func chunk(dotsPerInch: (x: Double, y: Double)) -> PNGChunk? {
    func perMetre(_ value: Double) -> Int? {
      let count = (value / inch).rounded()
      return count >= 1 && count <= Double(Int32.max) ? Int(count) : nil
    }
    guard let x = perMetre(dotsPerInch.x), let y = perMetre(dotsPerInch.y) else { return nil }
    return PNGChunk(type: .density, bytes: x.bigEndianBytes + y.bigEndianBytes + [1])
  }
}
