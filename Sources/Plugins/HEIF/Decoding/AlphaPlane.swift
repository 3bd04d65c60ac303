import PictureModel

/// Puts the luma of one picture into the alpha plane of another.
enum AlphaPlane {
  /// - Parameters:
  ///   - buffer: planar, with alpha; only that plane is written.
  ///   - luma: a planar picture of any size; scaled bilinearly where it is another.
  ///   - depth: of the luma's samples, in bits.
  static func fill(_ buffer: PixelBuffer, from luma: PixelBuffer, depth: Int) {
    let target = buffer.planes[buffer.planes.count - 1]
    let source = luma.planes[0]
    switch (luma.format.bytesPerSample, buffer.format.bytesPerSample) {
    case (1, 1): scale(source, UInt8.self, depth, to: target, UInt8.self, buffer.format.bitDepth)
    case (1, _): scale(source, UInt8.self, depth, to: target, UInt16.self, buffer.format.bitDepth)
    case (_, 1): scale(source, UInt16.self, depth, to: target, UInt8.self, buffer.format.bitDepth)
    default: scale(source, UInt16.self, depth, to: target, UInt16.self, buffer.format.bitDepth)
    }
  }

  /// A row of the target has as many samples as there are columns; what these and rows take of the source is held to
  /// its size, which is not 0.
  private static func scale<S: FixedWidthInteger, T: FixedWidthInteger>(
    _ source: PixelBuffer.Plane, _: S.Type, _ sourceDepth: Int,
    to target: PixelBuffer.Plane, _: T.Type, _ targetDepth: Int
  ) {
    let most = Float((1 << targetDepth) - 1)
    let factor = most / Float((1 << sourceDepth) - 1)
    let columns = taps(from: source.width, to: target.width)
    let rows = taps(from: source.height, to: target.height)
    for (y, row) in rows.enumerated() {
      let above = unsafe source.row(row.first, as: S.self)
      let below = unsafe source.row(row.second, as: S.self)
      let output = unsafe target.row(y, as: T.self)
      for (x, column) in columns.enumerated() {
        let top = unsafe mix(Float(above[column.first]), Float(above[column.second]), column.weight)
        let bottom = unsafe mix(
          Float(below[column.first]), Float(below[column.second]), column.weight)
        let value = (mix(top, bottom, row.weight) * factor).rounded()
        unsafe output[x] = T(min(max(value, 0), most))
      }
    }
  }

  private static func mix(_ first: Float, _ second: Float, _ weight: Float) -> Float {
    first + (second - first) * weight
  }

  /// For every target sample its two source samples and the weight of the second.
  private static func taps(
    from source: Int, to target: Int
  ) -> [(first: Int, second: Int, weight: Float)] {
    guard source != target else { return (0..<target).map { ($0, $0, 0) } }
    let ratio = Double(source) / Double(target)
    return (0..<target).map { index in
      let centre = max(0, (Double(index) + 0.5) * ratio - 0.5)
      let first = min(Int(centre), source - 1)
      return (first, min(first + 1, source - 1), Float(centre - Double(first)))
    }
  }
}
