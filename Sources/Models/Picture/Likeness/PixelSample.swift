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

  /// The size of a sample of a picture, which is the picture itself where that is no larger.
  static func size(width: Int, height: Int) -> (width: Int, height: Int) {
    let most = square * side
    return width * height <= 2 * most * most || width < most || height < most
      ? (width, height) : (most, most)
  }

  static func of(_ whole: PixelBuffer) -> PixelBuffer {
    let (width, height) = size(width: whole.width, height: whole.height)
    if width == whole.width, height == whole.height { return whole }
    let sample = PixelBuffer(whole.format, width: width, height: height)
    for row in 0..<side {
      for column in 0..<side {
        // One from each cell of a grid, not always in its middle: pictures have patterns, too.
        let place = row * side + column
        let x = position(column, of: whole.width, spread: place * 5 % 7)
        let y = position(row, of: whole.height, spread: place * 3 % 7)
        copy(whole, x, y, to: sample, column * square, row * square)
      }
    }
    return sample
  }

  /// A multiple of 16, so that chroma stays over the same pixels, and blocks over blocks.
  private static func position(_ cell: Int, of length: Int, spread: Int) -> Int {
    let (start, end) = (cell * length / side, (cell + 1) * length / side)
    let room = max(0, end - start - square)
    return min(start + room * spread / 6, length - square) & ~15
  }

  private static func copy(
    _ whole: PixelBuffer, _ x: Int, _ y: Int, to sample: PixelBuffer, _ left: Int, _ top: Int
  ) {
    let format = whole.format
    for (index, plane) in sample.planes.enumerated() {
      let (horizontal, vertical) = format.sampling(ofPlane: index)
      let size = format.samplesPerPixel * format.bytesPerSample
      for row in 0..<square / vertical {
        (plane.row(top / vertical + row) + left / horizontal * size).copyMemory(
          from: whole.planes[index].row(y / vertical + row) + x / horizontal * size,
          byteCount: square / horizontal * size)
      }
    }
  }
}
