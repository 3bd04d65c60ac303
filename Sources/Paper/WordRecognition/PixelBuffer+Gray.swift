public import PictureModel

/// Gray samples as the engine is given them.
///
/// Rows have a byte for each pixel of the width; those that are read and written are of the same width, or a whole
/// number of times as wide.
extension PixelBuffer {
  /// The rows of a tenth of the page, 200 at least, in which light and dark change most: those of most print.
  public var busiestRows: PixelBuffer {
    let count = min(height, max(200, height / 10))
    let changes = (0..<height).map { y in
      let row = unsafe planes[0].row(y, as: UInt8.self)
      return (1..<max(2, width)).count {
        unsafe $0 < width && (row[$0] < 128) != (row[$0 - 1] < 128)
      }
    }
    var sum = changes.prefix(count).reduce(0, +)
    var (best, first) = (sum, 0)
    for y in count..<max(count, height) {
      sum += changes[y] - changes[y - count]
      if sum > best { (best, first) = (sum, y - count + 1) }
    }
    return rows(first..<first + count)
  }

  private func rows(_ range: Range<Int>) -> PixelBuffer {
    let result = PixelBuffer(.gray8, width: width, height: range.count)
    for (y, from) in range.enumerated() {
      unsafe result.planes[0].row(y, as: UInt8.self)
        .update(from: planes[0].row(from, as: UInt8.self), count: width)
    }
    return result
  }

  /// The picture as it is seen in a mirror: left is right.
  public var mirrored: PixelBuffer {
    let result = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      let (from, to) = unsafe (
        planes[0].row(y, as: UInt8.self), result.planes[0].row(y, as: UInt8.self)
      )
      for x in 0..<width { unsafe to[x] = from[width - 1 - x] }
    }
    return result
  }

  /// A picture whose samples are the means of squares of `step` samples; what is left over at the edges is left out.
  public func reduced(by step: Int) -> PixelBuffer {
    guard step > 1 else { return self }
    let result = PixelBuffer(.gray8, width: max(1, width / step), height: max(1, height / step))
    for y in 0..<result.height {
      let target = unsafe result.planes[0].row(y, as: UInt8.self)
      for x in 0..<result.width {
        var (sum, count) = (0, 0)
        for line in y * step..<min(height, (y + 1) * step) {
          let row = unsafe planes[0].row(line, as: UInt8.self)
          for column in x * step..<min(width, (x + 1) * step) {
            unsafe sum += Int(row[column])
            count += 1
          }
        }
        unsafe target[x] = UInt8(sum / max(1, count))
      }
    }
    return result
  }
}
