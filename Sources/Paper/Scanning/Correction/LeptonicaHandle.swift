import CLibLeptonica
package import ConverterCore
import PictureModel

/// What Leptonica measures in pages of black and white, samples of 0 and 255.
enum LeptonicaHandle {
  /// By how many degrees lines are to be turned clockwise, and how much they agree; `nil` where it cannot tell.
  ///
  /// - Throws: `missingLibrary`.
  static func skew(
    of page: PixelBuffer
  ) throws(ConversionError) -> (degrees: Float, confidence: Float)? {
    try SystemLibrary.leptonica.open()
    var (degrees, confidence): (Float, Float) = (0, 0)
    let plane = page.planes[0]
    // It reads `height` rows of `width` bytes.
    let isFound = unsafe fairy_leptonica_skew(
      plane.base.assumingMemoryBound(to: UInt8.self), Int32(page.width), Int32(page.height),
      plane.stride, &degrees, &confidence)
    return isFound ? (degrees, confidence) : nil
  }

  /// By how many pixels lines are shifted at the places of a grid, row by row, and how many lines there are long enough
  /// to tell; no shifts where there are too few.
  ///
  /// - Throws: `missingLibrary`.
  static func bend(
    of page: PixelBuffer, columns: Int, rows: Int
  ) throws(ConversionError) -> (shifts: [Float]?, lines: Int) {
    try SystemLibrary.leptonica.open()
    var shifts = [Float](repeating: 0, count: columns * rows)
    var lines: Int32 = 0
    let plane = page.planes[0]
    // It reads `height` rows of `width` bytes, and writes a shift for each place of the grid.
    let isFound = unsafe fairy_leptonica_bend(
      plane.base.assumingMemoryBound(to: UInt8.self), Int32(page.width), Int32(page.height),
      plane.stride, Int32(columns), Int32(rows), &shifts, &lines)
    return (isFound ? shifts : nil, Int(lines))
  }
}

extension SystemLibrary {
  package static let leptonica = unsafe SystemLibrary(
    "Leptonica", package: "liblept5", opening: { unsafe fairy_leptonica_open() })
}
