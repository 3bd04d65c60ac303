public import PictureModel

/// Brings a page that is seen in perspective into a rectangle.
public struct Rectification: Sendable {
  /// The size of the result in pixels.
  public let width: Int
  public let height: Int
  private let map: Homography
  private let bend: PageBend?

  /// As large as the page is seen, so that no pixel is lost.
  ///
  /// - Parameters:
  ///   - corners: of the page in the picture that the pixels are taken from, in its pixels.
  ///   - aspect: the height of the page for a width of 1.
  ///   - mostPixels: the result has no more, whatever the size of the quad.
  public init(_ corners: Quad, aspect: Double, mostPixels: Int) {
    let sides = corners.sides.map(\.length)
    let wide = max(max(sides[0], sides[2]), max(sides[1], sides[3]) / aspect)
    let shrink = min(1, (Double(mostPixels) / (wide * wide * aspect)).squareRoot())
    self.init(
      corners, width: max(1, Int((wide * shrink).rounded())),
      height: max(1, Int((wide * aspect * shrink).rounded())))
  }

  /// - Parameters:
  ///   - corners: of the page in the picture that the pixels are taken from, in its pixels.
  ///   - width: of the result, in pixels.
  ///   - height: of the result.
  ///   - bend: of its lines, which is undone.
  public init(_ corners: Quad, width: Int, height: Int, bend: PageBend? = nil) {
    (self.width, self.height, self.bend) = (width, height, bend)
    map = Homography(fromWidth: Double(width), height: Double(height), to: corners)
  }

  /// - Parameter pixels: 8 bits a sample, gray or RGB.
  public func rectified(_ pixels: PixelBuffer) -> PixelBuffer {
    let result = PixelBuffer(pixels.format, width: width, height: height)
    let count = pixels.format.samplesPerPixel
    for y in 0..<height {
      // A row has `count` bytes for each of the `width` pixels.
      let row = unsafe result.planes[0].row(y, as: UInt8.self)
      let shifts = bend?.shifts(ofRow: y, width: width, height: height)
      for x in 0..<width {
        let shift = shifts.map { Double($0[x]) } ?? 0
        let place = map.map(Point(Double(x) + 0.5, Double(y) + 0.5 + shift)) - 0.5
        unsafe Self.sample(pixels, at: place, count, into: row + x * count)
      }
    }
    return result
  }

  /// Between four pixels; beyond the picture's edge its outermost ones, to which all places are held. The target is a
  /// pixel of `count` samples.
  @inline(__always)
  private static func sample(
    _ pixels: PixelBuffer, at place: Point, _ count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let (column, row) = (place.x.rounded(.down), place.y.rounded(.down))
    let dx = Int32((place.x - column) * 256)
    let dy = Int32((place.y - row) * 256)
    let left = min(max(Int(column), 0), pixels.width - 1)
    let right = min(max(Int(column) + 1, 0), pixels.width - 1)
    let plane = pixels.planes[0]
    let above = unsafe plane.row(min(max(Int(row), 0), pixels.height - 1), as: UInt8.self)
    let below = unsafe plane.row(min(max(Int(row) + 1, 0), pixels.height - 1), as: UInt8.self)
    for channel in 0..<count {
      let a = unsafe Int32(above[left * count + channel]) * (256 - dx)
      let b = unsafe Int32(above[right * count + channel]) * dx
      let c = unsafe Int32(below[left * count + channel]) * (256 - dx)
      let d = unsafe Int32(below[right * count + channel]) * dx
      unsafe target[channel] = UInt8(
        truncatingIfNeeded: ((a + b) * (256 - dy) + (c + d) * dy + 32768) >> 16)
    }
  }
}
