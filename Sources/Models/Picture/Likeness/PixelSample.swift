import ConverterCore

/// Small squares from all over a picture, put together to a picture of their own.
///
/// The larger the picture, the smaller is the part of it that has to be looked at to know how well it can be
/// coded.
enum PixelSample {
  /// A whole number of blocks of every codec.
  static let square = 64
  /// Squares a side.
  static let side = 8

  /// The size of a sample of a picture: the picture itself where that is no larger than two samples, all of its
  /// narrow side where that is shorter than a sample's.
  static func size(width: Int, height: Int) -> (width: Int, height: Int) {
    let most = square * side
    return width <= 2 * most * most / max(height, 1)
      ? (width, height) : (min(width, most), min(height, most))
  }

  static func of(_ whole: PixelBuffer) -> PixelBuffer {
    let (width, height) = size(width: whole.width, height: whole.height)
    if width == whole.width, height == whole.height { return whole }
    let sample = PixelBuffer(whole.format, width: width, height: height)
    let (columns, rows) = (cells(width, of: whole.width), cells(height, of: whole.height))
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        // One from each cell of a grid, not always in its middle: pictures have patterns, too.
        let place = row * side + column
        let x = position(column, of: columns.count, whole.width, columns.size, place * 5 % 7)
        let y = position(row, of: rows.count, whole.height, rows.size, place * 3 % 7)
        copy(
          whole, PixelRectangle(x: x, y: y, width: columns.size, height: rows.size), to: sample,
          column * columns.size, row * rows.size)
      }
    }
    return sample
  }

  /// Into how many parts a side is cut, and how large they are.
  private static func cells(_ length: Int, of whole: Int) -> (count: Int, size: Int) {
    length == whole ? (1, whole) : (side, square)
  }

  /// A multiple of 16, so that chroma stays over the same pixels, and blocks over blocks.
  private static func position(
    _ cell: Int, of count: Int, _ length: Int, _ size: Int, _ spread: Int
  ) -> Int {
    let (start, end) = (cell * length / count, (cell + 1) * length / count)
    let room = max(0, end - start - size)
    return min(start + room * spread / 6, length - size) & ~15
  }

  private static func copy(
    _ whole: PixelBuffer, _ part: PixelRectangle, to sample: PixelBuffer, _ left: Int, _ top: Int
  ) {
    let format = whole.format
    for (index, plane) in sample.planes.enumerated() {
      let (horizontal, vertical) = format.sampling(ofPlane: index)
      let size = format.samplesPerPixel * format.bytesPerSample
      // The chroma of an odd picture goes beyond it by half a sample.
      let columns = (part.width + horizontal - 1) / horizontal
      for row in 0..<(part.height + vertical - 1) / vertical {
        unsafe (plane.row(top / vertical + row) + left / horizontal * size).copyMemory(
          from: whole.planes[index].row(part.y / vertical + row) + part.x / horizontal * size,
          byteCount: columns * size)
      }
    }
  }
}
