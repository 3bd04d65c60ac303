public import PictureModel

extension PixelBuffer {
  /// The same picture turned clockwise.
  ///
  /// - Precondition: `degrees` is 90, 180 or 270, and samples have 8 bits, gray or RGB.
  public func turned(clockwise degrees: Int) -> PixelBuffer {
    precondition([90, 180, 270].contains(degrees), "pictures are turned by quarters")
    let swaps = degrees != 180
    let result = PixelBuffer(
      format, width: swaps ? height : width, height: swaps ? width : height)
    let count = format.samplesPerPixel
    for y in 0..<height {
      // Rows have `count` bytes for each pixel; a column of one picture is a row of the other, or counted from its
      // end.
      let row = unsafe planes[0].row(y, as: UInt8.self)
      for x in 0..<width {
        let (column, line) =
          switch degrees {
          case 90: (height - 1 - y, x)
          case 180: (width - 1 - x, height - 1 - y)
          default: (y, width - 1 - x)
          }
        let target = unsafe result.planes[0].row(line, as: UInt8.self) + column * count
        for channel in 0..<count { unsafe target[channel] = row[x * count + channel] }
      }
    }
    return result
  }
}
