/// The matrix in fixed point: luma in 1/128 times factors in 1/2¹⁴, colour differences in 1/256
/// times factors in 1/2¹³; the upper halves of both products are 1/32 of an 8-bit code.
struct FixedPointMatrix {
  let luma, constant, redCr, greenCb, greenCr, blueCb: Words
  /// Powers of two as factors: a shift by a lane's own count is not among the instructions.
  let chromaZero, chromaUnit, lumaUnit: Words

  /// `nil` if a factor is out of range, which only made-up weights bring about.
  init?(_ matrix: YCbCrMatrix, _ bitDepth: Int) {
    let unit = Double(1 << (bitDepth - 8))
    let rows = (0..<3).map { matrix.decodingRow($0, white: 255).factors * unit }
    guard
      rows.allSatisfy({ row in
        row.x > 0 && row.x < 1.99 && row.y.magnitude + row.z.magnitude < 3.99
      })
    else { return nil }
    func lanes(_ value: Double) -> Words { Words(repeating: Int16(value.rounded())) }
    luma = lanes(rows[0].x * 16384)
    constant = lanes(16 - 32 * rows[0].x * matrix.lumaZero / unit)
    redCr = lanes(rows[0].z * 8192)
    greenCb = lanes(rows[1].y * 8192)
    greenCr = lanes(rows[1].z * 8192)
    blueCb = lanes(rows[2].y * 8192)
    chromaZero = Words(repeating: Int16(truncatingIfNeeded: 16 << (bitDepth - 1)))
    chromaUnit = Words(repeating: 1 << Int16(12 - bitDepth))
    lumaUnit = Words(repeating: 1 << Int16(15 - bitDepth))
  }
}
