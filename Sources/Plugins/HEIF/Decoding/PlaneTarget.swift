import ConverterCore
import PictureModel

/// A rectangle of a planar buffer that takes a decoded picture.
struct PlaneTarget {
  let buffer: PixelBuffer
  /// In luma samples; multiples of the chroma subsampling.
  let x: Int
  let y: Int
  /// What the picture must be; it may reach over the right and lower edges of the buffer.
  let width: Int
  let height: Int

  init(_ buffer: PixelBuffer, x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.buffer = buffer
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Copies the samples of a whole picture.
  ///
  /// - Parameter item: for the message.
  /// - Throws: `damagedInput` when the picture is not what the file said of it.
  func store(_ decoded: DecodedPlanes, item: UInt32) throws(ConversionError) {
    guard case .ycbcr(let subsampling, _, _) = buffer.format.channels,
      decoded.subsampling == subsampling, decoded.bitDepth == buffer.format.bitDepth
    else {
      throw .damaged(
        "item \(item) decodes to \(decoded.subsampling.rawValue) with \(decoded.bitDepth) bits, "
          + "which is not what the file says of it")
    }
    guard decoded.width == width, decoded.height == height else {
      throw .damaged(
        "item \(item) decodes to \(decoded.width)×\(decoded.height) pixels, "
          + "but the file says \(width)×\(height)")
    }
    for (index, plane) in decoded.planes.enumerated() { copy(plane, to: index, row: 0) }
  }

  /// Copies all that `source` gives, which has the format of the buffer and the size of the target.
  func store(_ source: any PixelSource, item: UInt32) throws(ConversionError) {
    guard source.format == buffer.format, source.width == width, source.height == height else {
      throw .unsupported("item \(item) cannot be fitted among pictures of another format")
    }
    while let band = try source.nextBand() {
      for index in buffer.planes.indices { copy(band.plane(index), to: index, row: band.y) }
    }
  }

  /// - Parameter row: of the picture, in luma rows.
  private func copy(_ source: PixelBuffer.Plane, to index: Int, row: Int) {
    var (x, y) = (x, y + row)
    if case .ycbcr(let subsampling, _, _) = buffer.format.channels, index == 1 || index == 2 {
      x /= subsampling.horizontal
      y /= subsampling.vertical
    }
    let plane = buffer.planes[index]
    let sampleSize = buffer.format.bytesPerSample
    let count = min(source.width, plane.width - x) * sampleSize
    guard count > 0, plane.height > y else { return }
    // Rows and bytes of each were held to those of both planes.
    for row in 0..<min(source.height, plane.height - y) {
      unsafe (plane.row(y + row) + x * sampleSize).copyMemory(
        from: source.row(row), byteCount: count)
    }
  }
}
