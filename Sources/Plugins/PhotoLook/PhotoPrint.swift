#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A print of a picture that like pictures have alike: 143 bits.
///
/// Each says whether one of the lowest frequencies of the picture is stronger than half of the others.
struct PhotoPrint: Equatable {
  /// 18 bytes; the first frequency is the highest bit of the first.
  let bytes: [UInt8]

  /// Smaller pictures are icons, which are alike too often.
  static let leastSide = 64
  private static let side = 32
  private static let frequencies = 12
  /// The least standard deviation of the gray: below it there is noise alone.
  private static let leastContrast: Float = 4

  /// - Returns: `nil` for a picture without contrast, or one that is too narrow.
  init?(of grid: GrayGrid) {
    guard grid.width >= Self.side, grid.height >= Self.side else { return nil }
    let small = grid.reduced(to: Self.side, Self.side).samples
    let mean = small.reduce(0, +) / Float(small.count)
    let variance = small.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(small.count)
    guard variance >= Self.leastContrast * Self.leastContrast else { return nil }
    let strengths = Array(Self.lowest(of: small).dropFirst())
    let median = strengths.sorted()[strengths.count / 2]
    var bytes = [UInt8](repeating: 0, count: (strengths.count + 7) / 8)
    for (index, strength) in strengths.enumerated() where strength > median {
      bytes[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    self.bytes = bytes
  }

  /// The lowest frequencies of the cosine transform, row by row, the mean first.
  private static func lowest(of samples: [Float]) -> [Float] {
    var lines = [Float](repeating: 0, count: side * frequencies)
    for y in 0..<side {
      for u in 0..<frequencies {
        var sum: Float = 0
        for x in 0..<side { sum += samples[y * side + x] * cosines[u * side + x] }
        lines[y * frequencies + u] = sum
      }
    }
    var result = [Float](repeating: 0, count: frequencies * frequencies)
    for v in 0..<frequencies {
      for u in 0..<frequencies {
        var sum: Float = 0
        for y in 0..<side { sum += lines[y * frequencies + u] * cosines[v * side + y] }
        result[v * frequencies + u] = sum
      }
    }
    return result
  }

  /// Of each frequency its values at all places, all of the same length.
  private static let cosines: [Float] = (0..<frequencies).flatMap { frequency in
    (0..<side).map { place in
      let angle = Double.pi * Double(frequency) * (Double(place) + 0.5) / Double(side)
      return Float(cos(angle) * (frequency == 0 ? 0.5.squareRoot() : 1))
    }
  }
}
