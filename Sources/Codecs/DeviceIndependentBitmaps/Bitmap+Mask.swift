import ConverterCore
import PictureModel

extension Bitmap {
  /// An icon's pixels with what its mask hides taken away, unless they have an opacity of their own.
  ///
  /// - Parameter buffer: all pixels.
  ///
  /// Here and below the buffer is as wide and high as the bitmap, with four bytes a pixel.
  func masked(_ buffer: PixelBuffer) throws(ConversionError) -> PixelBuffer {
    guard format.hasAlpha, format.bitDepth == 8 else { return buffer }
    if hasOpacity(buffer) { return buffer }
    let rowByteCount = Bitmap.rowByteCount(width, 1)
    let bits =
      if let mask { try input.read(at: mask.lowerBound, count: mask.count) } else { [UInt8]() }
    for y in 0..<height {
      let row = unsafe buffer.planes[0].row(y, as: UInt8.self)
      let first = (header.isTopDown ? y : height - 1 - y) * rowByteCount
      for x in 0..<width {
        let place = first + x / 8
        let isHidden = place < bits.count && bits[place] >> UInt8(7 - x % 8) & 1 == 1
        if isHidden {
          unsafe (row[4 * x], row[4 * x + 1], row[4 * x + 2]) = (0, 0, 0)
        }
        unsafe row[4 * x + 3] = isHidden ? 0 : 255
      }
    }
    return buffer
  }

  /// Whether any of the pixels' own opacity is more than none: programs without it leave zeros.
  private func hasOpacity(_ buffer: PixelBuffer) -> Bool {
    guard isIconWithAlpha || header.masks[3] != 0 else { return false }
    return (0..<height).contains { y in
      let row = unsafe buffer.planes[0].row(y, as: UInt8.self)
      return (0..<width).contains { unsafe row[4 * $0 + 3] != 0 }
    }
  }
}
