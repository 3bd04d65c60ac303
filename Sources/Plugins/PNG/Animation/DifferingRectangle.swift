import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PixelBuffer {
  /// The smallest rectangle outside of which both are the same; one pixel where they are the same everywhere.
  ///
  /// - Precondition: both have the same size and interleaved format.
  ///
  /// Rows of both are of `count` bytes, and `left` and `right` lie among these.
  func rectangle(differingFrom other: PixelBuffer) -> PixelRectangle {
    let (own, others) = (planes[0], other.planes[0])
    let pixel = format.samplesPerPixel * format.bytesPerSample
    let count = width * pixel
    guard
      let top = (0..<height).first(where: { unsafe memcmp(own.row($0), others.row($0), count) != 0 }
      ),
      let bottom = (0..<height).last(where: {
        unsafe memcmp(own.row($0), others.row($0), count) != 0
      })
    else { return PixelRectangle(x: 0, y: 0, width: 1, height: 1) }
    var (left, right) = (count, 0)
    for y in top...bottom {
      let (first, second) = unsafe (own.row(y, as: UInt8.self), others.row(y, as: UInt8.self))
      // Only what would make the rectangle wider is looked at.
      if let byte = (0..<left).first(where: { unsafe first[$0] != second[$0] }) { left = byte }
      if let byte = (right..<count).last(where: { unsafe first[$0] != second[$0] }) { right = byte }
    }
    let (start, end) = (left / pixel, right / pixel + 1)
    return PixelRectangle(x: start, y: top, width: end - start, height: bottom - top + 1)
  }
}

/// A part of a buffer as a picture of its own.
enum CroppedBand {
  /// - Precondition: the part lies within the buffer, which is interleaved.
  static func of(_ buffer: PixelBuffer, _ part: PixelRectangle) -> BufferSource {
    let format = buffer.format
    var plane = buffer.planes[0]
    unsafe plane.base =
      plane.row(part.y) + part.x * format.samplesPerPixel * format.bytesPerSample
    plane.width = part.width * format.samplesPerPixel
    plane.height = part.height
    return BufferSource(
      PixelBuffer(
        format, width: part.width, height: part.height, planes: [plane], owner: buffer))
  }
}
