import PictureModel

/// Rows of gray or RGB pixels, alpha last.
struct InterleavedRows<Sample: FixedWidthInteger & UnsignedInteger> {
  let plane: PixelBuffer.Plane
  /// Samples a pixel.
  let step: Int

  var width: Int { plane.width / step }
  var height: Int { plane.height }

  func row(_ y: Int) -> UnsafeMutablePointer<Sample> {
    plane.row(y, as: Sample.self)
  }

  /// Copies sample `index` of every pixel into a plane whose samples are 0…`maximum`.
  func extract<To: FixedWidthInteger & UnsignedInteger>(
    _ index: Int, to target: PixelBuffer.Plane, as type: To.Type, maximum: Int
  ) {
    let ownMaximum = UInt64(Sample.max)
    let isSameScale = UInt64(maximum) == ownMaximum
    for y in 0..<height {
      let from = row(y) + index
      let to = target.row(y, as: To.self)
      if isSameScale {
        for x in 0..<target.width { to[x] = To(truncatingIfNeeded: from[x &* step]) }
      } else {
        for x in 0..<target.width {
          let scaled = UInt64(from[x &* step]) &* UInt64(maximum) &+ ownMaximum / 2
          to[x] = To(truncatingIfNeeded: scaled / ownMaximum)
        }
      }
    }
  }
}
