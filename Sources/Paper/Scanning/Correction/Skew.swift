import CLibLeptonica
public import ConverterCore
public import PictureModel

/// How far the lines of a page are from level.
public enum Skew {
  /// What is less is left alone: to turn a page costs sharpness.
  private static let least = 0.1
  /// Below this the lines of a page do not agree.
  private static let leastConfidence: Float = 3

  /// By how many degrees a page is to be turned clockwise, −6…6; 0 where it is level, or nothing can be told.
  ///
  /// - Parameter page: black and white, samples of 0 and 255 (``Binarization``).
  /// - Throws: `missingLibrary`.
  public static func degrees(of page: PixelBuffer) throws(ConversionError) -> Double {
    precondition(page.format == .gray8)
    try SystemLibrary.leptonica.open()
    var (degrees, confidence): (Float, Float) = (0, 0)
    let plane = page.planes[0]
    guard
      // Leptonica reads `height` rows of `width` bytes.
      unsafe fairy_leptonica_skew(
        plane.base.assumingMemoryBound(to: UInt8.self), Int32(page.width), Int32(page.height),
        plane.stride, &degrees, &confidence), confidence >= leastConfidence,
      abs(Double(degrees)) >= least
    else { return 0 }
    return Double(degrees)
  }
}

extension SystemLibrary {
  package static let leptonica = unsafe SystemLibrary(
    "Leptonica", package: "liblept5", opening: { unsafe fairy_leptonica_open() })
}
