import PictureModel

/// Reads colours of a picture at places between its pixels.
///
/// The pixels are sRGB with 8 bits a sample; colours are red, green and blue, 0…255.
struct ColourSampler {
  let width: Int
  let height: Int
  private let pixels: PixelBuffer

  init(_ pixels: PixelBuffer) {
    self.pixels = pixels
    (width, height) = (pixels.width, pixels.height)
  }

  /// Between the middles of four pixels; beyond the edges the outermost pixel is repeated, to which all places are held.
  func colour(at point: Point) -> SIMD3<Float> {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (Float(x - column), Float(y - row))
    let left = min(max(Int(column), 0), width - 1)
    let right = min(max(Int(column) + 1, 0), width - 1)
    let above = unsafe pixels.planes[0].row(min(max(Int(row), 0), height - 1), as: UInt8.self)
    let below = unsafe pixels.planes[0].row(min(max(Int(row) + 1, 0), height - 1), as: UInt8.self)
    func at(_ row: UnsafeMutablePointer<UInt8>, _ x: Int) -> SIMD3<Float> {
      unsafe SIMD3(Float(row[3 * x]), Float(row[3 * x + 1]), Float(row[3 * x + 2]))
    }
    let top = unsafe at(above, left) * (1 - dx) + at(above, right) * dx
    let bottom = unsafe at(below, left) * (1 - dx) + at(below, right) * dx
    return top * (1 - dy) + bottom * dy
  }

  /// That of the pixel in which a place is.
  ///
  /// Row and column are held to the picture, which has three bytes a pixel.
  func nearest(_ point: Point) -> SIMD3<Float> {
    let x = min(max(Int(point.x), 0), width - 1)
    let row = unsafe pixels.planes[0].row(min(max(Int(point.y), 0), height - 1), as: UInt8.self)
    return unsafe SIMD3(Float(row[3 * x]), Float(row[3 * x + 1]), Float(row[3 * x + 2]))
  }

  func contains(_ point: Point, margin: Double) -> Bool {
    point.x >= margin && point.y >= margin && point.x < Double(width) - margin
      && point.y < Double(height) - margin
  }
}

extension SIMD3<Float> {
  var length: Float { (self * self).sum().squareRoot() }
  /// How light it is, 0…255.
  var light: Float { (self * SIMD3(0.3, 0.59, 0.11)).sum() }
}
