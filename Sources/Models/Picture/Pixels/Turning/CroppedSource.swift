import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A part of another source's pixels.
final class CroppedSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let crop: PixelRectangle
  private let window: RowWindow
  private let context: ConversionContext
  private var output: PixelBuffer?
  private var y = 0

  /// - Precondition: the crop lies within the source and begins on a whole chroma sample.
  init(_ source: any PixelSource, to crop: PixelRectangle, in context: ConversionContext) {
    format = source.format
    (width, height) = (crop.width, crop.height)
    self.crop = crop
    self.context = context
    window = RowWindow(source)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    try context.checkpoint()
    if window.end == 0, let whole = try window.wholePicture() {
      y = height
      return view(of: whole)
    }
    while readyRows == 0 { try window.pull(keepingFrom: crop.y + y) }
    let buffer =
      output
      ?? PixelBuffer(format, width: width, height: min(height, bandHeight(format, width: width)))
    output = buffer
    let count = min(buffer.height, readyRows)
    // From the offset on, a row of the source has as many samples as one of the crop, which lies within.
    for (index, plane) in buffer.planes.enumerated() {
      let vertical = format.sampling(ofPlane: index).vertical
      let first = (crop.y + y) / vertical
      for row in 0..<(count + vertical - 1) / vertical {
        unsafe memcpy(
          plane.row(row), window.row(index, first + row) + byteOffset(ofPlane: index),
          plane.width * format.bytesPerSample)
      }
    }
    defer { y += count }
    return PixelBand(buffer, y: y, height: count)
  }

  private var readyRows: Int {
    let rows = window.end - crop.y - y
    return rows >= height - y ? height - y : max(0, rows) & ~15
  }

  private func byteOffset(ofPlane index: Int) -> Int {
    crop.x / format.sampling(ofPlane: index).horizontal * format.samplesPerPixel
      * format.bytesPerSample
  }

  /// Memory is shared where the source has all rows at once.
  private func view(of whole: PixelBand) -> PixelBand {
    let planes = (0..<format.planeCount).map { index in
      // The crop lies within the picture, and so do rows of its size from its first sample on.
      var plane = whole.plane(index)
      let size = format.planeSize(index, width: width, height: height)
      unsafe plane.base +=
        crop.y / format.sampling(ofPlane: index).vertical * plane.stride
        + byteOffset(ofPlane: index)
      (plane.width, plane.height) = size
      return plane
    }
    let buffer = PixelBuffer(
      format, width: width, height: height, planes: planes, owner: whole.buffer)
    return PixelBand(whole: buffer)
  }
}
