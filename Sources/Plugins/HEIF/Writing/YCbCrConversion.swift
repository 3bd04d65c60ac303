import PictureModel

/// R'G'B' to full-range Y'CbCr (ISO/IEC 23091-2, 8.3), each sample rounded once.
struct YCbCrConversion<
  From: FixedWidthInteger & UnsignedInteger, To: FixedWidthInteger & UnsignedInteger
> {
  private let red, green, blue: Double
  /// From a difference to luma, in source samples, to chroma.
  private let cbScale, crScale: Double
  private let scale: Double
  private let maximum: Double
  private let middle: Double

  /// - Parameters:
  ///   - red: the weight of red in luma.
  ///   - blue: the weight of blue in luma.
  ///   - maximum: the largest sample of the planes.
  init(red: Double, blue: Double, maximum: Int) {
    let scale = Double(maximum) / Double(From.max)
    self.red = red * scale
    self.green = (1 - red - blue) * scale
    self.blue = blue * scale
    self.scale = scale
    cbScale = 0.5 / (1 - blue)
    crScale = 0.5 / (1 - red)
    self.maximum = Double(maximum)
    middle = Double((maximum + 1) / 2)
  }

  func luma(of source: InterleavedRows<From>, to target: PixelBuffer.Plane) {
    for y in 0..<source.height {
      let from = source.row(y)
      let to = target.row(y, as: To.self)
      for x in 0..<target.width {
        let pixel = from + x &* source.step
        let luma = red * Double(pixel[0]) + green * Double(pixel[1]) + blue * Double(pixel[2])
        to[x] = To(truncatingIfNeeded: Int32(luma + 0.5))
      }
    }
  }

  /// Chroma of the mean of the pixels that share it, sited between them as in JPEG.
  func chroma(
    of source: InterleavedRows<From>, to cb: PixelBuffer.Plane, _ cr: PixelBuffer.Plane,
    subsampling: ChromaSubsampling
  ) {
    let (lastX, lastY) = (source.width - 1, source.height - 1)
    for y in 0..<cb.height {
      let upper = source.row(y &* subsampling.vertical)
      let lower = source.row(
        min(y &* subsampling.vertical &+ subsampling.vertical &- 1, lastY))
      let cbRow = cb.row(y, as: To.self)
      let crRow = cr.row(y, as: To.self)
      for x in 0..<cb.width {
        let left = x &* subsampling.horizontal &* source.step
        let right =
          min(x &* subsampling.horizontal &+ subsampling.horizontal &- 1, lastX) &* source.step
        let r = mean(upper, lower, left, right)
        let g = mean(upper, lower, left &+ 1, right &+ 1)
        let b = mean(upper, lower, left &+ 2, right &+ 2)
        let luma = red * r + green * g + blue * b
        cbRow[x] = sample((b * scale - luma) * cbScale)
        crRow[x] = sample((r * scale - luma) * crScale)
      }
    }
  }

  @inline(__always)
  private func mean(
    _ upper: UnsafeMutablePointer<From>, _ lower: UnsafeMutablePointer<From>, _ left: Int,
    _ right: Int
  ) -> Double {
    (Double(upper[left]) + Double(upper[right]) + Double(lower[left]) + Double(lower[right])) * 0.25
  }

  @inline(__always)
  private func sample(_ difference: Double) -> To {
    let rounded = difference.rounded(.toNearestOrAwayFromZero) + middle
    return To(truncatingIfNeeded: Int32(min(max(rounded, 0), maximum)))
  }
}
