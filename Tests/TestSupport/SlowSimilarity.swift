import Foundation

/// The structural similarity of two pictures by its definition, window by window, in double precision (Wang, Bovik,
/// Sheikh, Simoncelli, 2004; a Gaussian of 11×11 pixels, σ 1.5).
public struct SlowSimilarity {
  /// Over all places.
  public let mean: Double
  /// Over the quarter of all squares of 32×32 places where it is lowest; a sliver at an edge does not count.
  public let meanOfWorst: Double

  /// - Parameters:
  ///   - one: how light each pixel is, 0…255, row after row; at least 11 a side.
  ///   - other: the same of the other picture, which is as large.
  public init(_ one: [Double], _ other: [Double], width: Int, height: Int) {
    let weights = Self.weights
    let (columns, rows) = (width - 10, height - 10)
    let across = (columns + 31) / 32
    var sums = [Double](repeating: 0, count: across * ((rows + 31) / 32))
    var counts = [Int](repeating: 0, count: sums.count)
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for y in 0..<rows {
          for x in 0..<columns {
            var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for index in 0..<121 {
              let place = (y + index / 11) * width + x + index % 11
              let (p, q, weight) = (one[place], other[place], weights[index])
              a += weight * p
              b += weight * q
              aa += weight * p * p
              bb += weight * q * q
              ab += weight * p * q
            }
            let likeness = (2 * a * b + 6.5025) * (2 * (ab - a * b) + 58.5225)
            let spread = aa - a * a + bb - b * b + 58.5225
            let square = y / 32 * across + x / 32
            sums[square] += likeness / ((a * a + b * b + 6.5025) * spread)
            counts[square] += 1
          }
        }
      }
    }
    mean = sums.reduce(0, +) / Double(columns * rows)
    let means = zip(sums, counts).filter { $0.1 >= 256 }.map { $0.0 / Double($0.1) }.sorted()
    let worst = means.prefix(max(1, means.count / 4))
    meanOfWorst = worst.isEmpty ? mean : worst.reduce(0, +) / Double(worst.count)
  }

  private static let weights: [Double] = {
    let raw = (0..<121).map { index in
      let (x, y) = (Double(index % 11 - 5), Double(index / 11 - 5))
      return exp(-(x * x + y * y) / 4.5)
    }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()
}
