internal import PictureModel

/// Bands as the encoder wants them: rows of whole blocks, and ink as Adobe stores it.
///
/// What is right already is passed on; the rest is copied into a buffer of its own, because bands
/// are only borrowed.
struct JPEGBands {
  private let format: PixelFormat
  private var copy: PixelBuffer?

  init(of format: PixelFormat) {
    self.format = format
  }

  /// The planes of a band, their last columns repeated up to a multiple of 8.
  mutating func planes(of band: PixelBand) -> [PixelBuffer.Plane] {
    let planes = (0..<format.planeCount).map { band.plane($0) }
    guard planes.contains(where: { $0.width % 8 != 0 }) else { return planes }
    let copy = room(for: band)
    return zip(planes, copy.planes).map { from, to in
      var to = to
      to.height = from.height
      // A buffer's rows are padded to 64 bytes, so the last block always has its room.
      let padded = (from.width + 7) & ~7
      for y in 0..<from.height {
        let target = unsafe to.row(y, as: UInt8.self)
        let source = unsafe from.row(y, as: UInt8.self)
        unsafe target.update(from: source, count: from.width)
        unsafe (target + from.width).update(
          repeating: source[from.width - 1], count: padded - from.width)
      }
      return to
    }
  }

  /// The plane of an interleaved or monochrome band.
  mutating func plane(of band: PixelBand) -> PixelBuffer.Plane {
    let from = band.plane(0)
    guard format.channels == .cmyk else { return from }
    // It has the format and width of the band, and as many rows.
    let to = room(for: band).planes[0]
    for y in 0..<band.height {
      let source = unsafe from.row(y, as: UInt8.self)
      let target = unsafe to.row(y, as: UInt8.self)
      for x in 0..<from.width { unsafe target[x] = ~source[x] }
    }
    return to
  }

  private mutating func room(for band: PixelBand) -> PixelBuffer {
    if let copy, copy.height >= band.height { return copy }
    let buffer = PixelBuffer(format, width: band.buffer.width, height: band.height)
    copy = buffer
    return buffer
  }
}
