public import PictureModel

/// Makes ink black and paper white, by a threshold for each place (Sauvola and Pietikäinen 2000).
public enum Binarization {
  /// How much a local contrast lowers the threshold.
  private static let k = 0.3
  /// The largest standard deviation of samples of 0…255.
  private static let range = 128.0

  /// - Parameters:
  ///   - gray: 8 bits a sample, best with its light made even (``PaperLight``).
  ///   - dpi: by which the size of the surroundings is chosen: a sixth of an inch.
  /// - Returns: samples of 0 and 255.
  public static func sauvola(_ gray: PixelBuffer, dpi: Double) -> PixelBuffer {
    precondition(gray.format == .gray8)
    let reach = max(7, Int(dpi / 12))
    let result = PixelBuffer(.gray8, width: gray.width, height: gray.height)
    var columns = ColumnSums(gray, reach: reach)
    for y in 0..<gray.height {
      columns.move(to: y)
      unsafe columns.threshold(
        gray.planes[0].row(y, as: UInt8.self), into: result.planes[0].row(y, as: UInt8.self),
        k: k, range: range)
    }
    return result
  }
}

/// Sums of samples and of their squares over the rows around one, for each column.
private struct ColumnSums {
  private let gray: PixelBuffer
  private let reach: Int
  private var sums: [Int32]
  private var squares: [Int32]
  private var rows = 0..<0

  init(_ gray: PixelBuffer, reach: Int) {
    (self.gray, self.reach) = (gray, reach)
    sums = [Int32](repeating: 0, count: gray.width)
    squares = sums
  }

  /// Makes the sums those around a row; rows come in order.
  mutating func move(to y: Int) {
    let wanted = max(0, y - reach)..<min(gray.height, y + reach + 1)
    for row in rows.upperBound..<wanted.upperBound { add(row, 1) }
    for row in rows.lowerBound..<wanted.lowerBound { add(row, -1) }
    rows = wanted
  }

  /// - Parameter row: of the picture; a row has `gray.width` bytes.
  private mutating func add(_ row: Int, _ sign: Int32) {
    let samples = unsafe gray.planes[0].row(row, as: UInt8.self)
    for x in 0..<gray.width {
      let value = unsafe Int32(samples[x])
      sums[x] += sign * value
      squares[x] += sign * value * value
    }
  }

  /// Both rows have as many bytes as the picture is wide.
  func threshold(
    _ samples: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, k: Double,
    range: Double
  ) {
    let width = gray.width
    var (sum, square) = (0, 0)
    for x in 0..<min(width, reach) {
      sum += Int(sums[x])
      square += Int(squares[x])
    }
    for x in 0..<width {
      if x + reach < width {
        sum += Int(sums[x + reach])
        square += Int(squares[x + reach])
      }
      if x - reach - 1 >= 0 {
        sum -= Int(sums[x - reach - 1])
        square -= Int(squares[x - reach - 1])
      }
      let count = Double((min(width, x + reach + 1) - max(0, x - reach)) * rows.count)
      let mean = Double(sum) / count
      let deviation = max(0, Double(square) / count - mean * mean).squareRoot()
      let threshold = mean * (1 + k * (deviation / range - 1))
      unsafe target[x] = Double(samples[x]) > threshold ? 255 : 0
    }
  }
}
