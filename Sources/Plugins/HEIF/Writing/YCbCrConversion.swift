import PictureModel

/// R'G'B' to full-range Y'CbCr (ISO/IEC 23091-2, equations 38 to 43 and 56 to 58), each sample
/// rounded once.
struct YCbCrConversion<
  From: FixedWidthInteger & UnsignedInteger, To: FixedWidthInteger & UnsignedInteger
> {
  private let red, green, blue: Float
  /// From a difference to luma, in source samples, to chroma.
  private let cbScale, crScale: Float
  private let scale: Float
  private let maximum: Float
  private let middle: Float

  /// - Parameters:
  ///   - red: the weight of red in luma.
  ///   - blue: the weight of blue in luma.
  ///   - maximum: the largest sample of the planes.
  init(red: Double, blue: Double, maximum: Int) {
    let scale = Double(maximum) / Double(From.max)
    self.red = Float(red * scale)
    self.green = Float((1 - red - blue) * scale)
    self.blue = Float(blue * scale)
    self.scale = Float(scale)
    cbScale = Float(0.5 / (1 - blue))
    crScale = Float(0.5 / (1 - red))
    self.maximum = Float(maximum)
    middle = Float((maximum + 1) / 2)
  }

  func luma(of source: InterleavedRows<From>, to target: PixelBuffer.Plane) {
    for y in 0..<source.height {
      let from = source.row(y)
      let to = target.row(y, as: To.self)
      for x in 0..<target.width {
        let pixel = from + x &* source.step
        let luma = red * Float(pixel[0]) + green * Float(pixel[1]) + blue * Float(pixel[2])
        to[x] = To(truncatingIfNeeded: Int32(luma + 0.5))
      }
    }
  }

  /// Chroma of the mean of the pixels that share it, as between them (JPEG's and, in AVIF, the
  /// customary siting).
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
  ) -> Float {
    (Float(upper[left]) + Float(upper[right]) + Float(lower[left]) + Float(lower[right])) * 0.25
  }

  @inline(__always)
  private func sample(_ difference: Float) -> To {
    let rounded = (difference + middle + 0.5).rounded(.down)
    return To(truncatingIfNeeded: Int32(min(max(rounded, 0), maximum)))
  }
}
