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
    guard let (degrees, confidence) = try LeptonicaHandle.skew(of: page),
      confidence >= leastConfidence, abs(Double(degrees)) >= least
    else { return 0 }
    return Double(degrees)
  }
}
