/// The arithmetic between planar code values and R'G'B' of 0…1 (ISO/IEC 23091-2, section 8.3).
///
/// Luma Y is normalised to 0…1, the two colour differences to −0.5…0.5. For the identity matrix the
/// "differences" are blue and red themselves, scaled like luma.
struct YCbCrMatrix {
  /// The code value of black, and the distance from black to white.
  let lumaZero: Double
  let lumaSpan: Double
  /// The code value of no colour, and the distance from the lowest to the highest difference.
  let chromaZero: Double
  let chromaSpan: Double
  /// Rows for red, green and blue; columns for Y, Cb and Cr.
  let decoding: [SIMD3<Double>]
  /// Rows for Y, Cb and Cr; columns for red, green and blue.
  let encoding: [SIMD3<Double>]

  init(_ matrix: MatrixCoefficients, _ range: SampleRange, bitDepth: Int) {
    let highest = Double(1 << bitDepth - 1)
    let unit = Double(1 << (bitDepth - 8))
    (lumaZero, lumaSpan) = range == .full ? (0, highest) : (16 * unit, 219 * unit)
    switch matrix {
    case .identity:
      (chromaZero, chromaSpan) = (lumaZero, lumaSpan)
      // The planes are G, B, R.
      decoding = [SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 0)]
      encoding = [SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0)]
    case .ycgco:
      (chromaZero, chromaSpan) = (128 * unit, range == .full ? highest : 224 * unit)
      decoding = [SIMD3(1, -1, 1), SIMD3(1, 1, 0), SIMD3(1, -1, -1)]
      encoding = [SIMD3(0.25, 0.5, 0.25), SIMD3(-0.25, 0.5, -0.25), SIMD3(0.5, 0, -0.5)]
    case .weighted(let red, let blue):
      (chromaZero, chromaSpan) = (128 * unit, range == .full ? highest : 224 * unit)
      let green = 1 - red - blue
      decoding = [
        SIMD3(1, 0, 2 * (1 - red)),
        SIMD3(1, -2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green),
        SIMD3(1, 2 * (1 - blue), 0),
      ]
      encoding = [
        SIMD3(red, green, blue),
        SIMD3(-red, -green, 1 - blue) / (2 * (1 - blue)),
        SIMD3(1 - red, -green, -blue) / (2 * (1 - red)),
      ]
    }
  }

  /// A row of ``decoding`` for code values: factors of Y, Cb and Cr and a constant, for results
  /// from 0 to `white`.
  func decodingRow(_ index: Int, white: Double) -> (factors: SIMD3<Double>, constant: Double) {
    let factors = decoding[index] * white / SIMD3(lumaSpan, chromaSpan, chromaSpan)
    return (factors, -(factors * SIMD3(lumaZero, chromaZero, chromaZero)).sum())
  }

  /// A row of ``encoding`` for R'G'B' from 0 to `white`: factors and a constant that give a code.
  func encodingRow(_ index: Int, white: Double) -> (factors: SIMD3<Double>, constant: Double) {
    let span = index == 0 ? lumaSpan : chromaSpan
    return (encoding[index] * span / white, index == 0 ? lumaZero : chromaZero)
  }
}
