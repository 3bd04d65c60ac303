import PictureModel

/// A slanted box of a page, as the networks see it: from -1, black, to 1, white.
struct LineCrop {
  private let box: SlantedBox
  private let gray: PixelBuffer

  init(of box: SlantedBox, in gray: PixelBuffer) { (self.box, self.gray) = (box, gray) }

  /// The box in so many pixels, each the mean of what it covers, at up to 4×4 places between pixels.
  func samples(width: Int, height: Int) -> [Float] {
    let across = Self.steps(box.width / Double(width))
    let down = Self.steps(box.height / Double(height))
    let count = Float(across * down)
    var result = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for line in 0..<down {
          for column in 0..<across {
            let place = box.point(
              (Double(x) + (Double(column) + 0.5) / Double(across)) / Double(width),
              (Double(y) + (Double(line) + 0.5) / Double(down)) / Double(height))
            sum += value(place.x - 0.5, place.y - 0.5)
          }
        }
        result[y * width + x] = sum / count / 127.5 - 1
      }
    }
    return result
  }

  private static func steps(_ pixels: Double) -> Int { min(max(Int(pixels.rounded()), 1), 4) }

  /// Between the centres of four pixels; the page's edges go on outside.
  private func value(_ x: Double, _ y: Double) -> Float {
    let x = min(max(x, 0), Double(gray.width - 1)), y = min(max(y, 0), Double(gray.height - 1))
    let left = Int(x), top = Int(y)
    // Rows and columns are held to the page.
    let upper = unsafe gray.planes[0].row(top, as: UInt8.self)
    let lower = unsafe gray.planes[0].row(min(top + 1, gray.height - 1), as: UInt8.self)
    let right = min(left + 1, gray.width - 1)
    let (u, v) = (Float(x - Double(left)), Float(y - Double(top)))
    let above = unsafe Float(upper[left]) * (1 - u) + Float(upper[right]) * u
    let below = unsafe Float(lower[left]) * (1 - u) + Float(lower[right]) * u
    return above * (1 - v) + below * v
  }
}
