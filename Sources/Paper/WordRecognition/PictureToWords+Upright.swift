public import ConverterCore
public import PictureModel
import Scanning

/// How pages stand, as the first engine tells it that has means to.
extension PictureToWords: UprightFinder {
  /// Pixels an inch that are enough to tell letters from those on their head.
  private static let sufficientDPI = 200.0

  public func turn(
    of page: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Int? {
    guard let reader = try Self.orientationReader(in: context) else {
      throw ConversionError(.missingLibrary, "needs an engine that tells how pages stand")
    }
    let gray = try PageGray(of: page, sufficientDPI: Self.sufficientDPI, in: context)
    let told = try reader.orientation(of: gray.pixels, dpi: gray.dpi)
    guard let told, told.certainty != .guessed else { return nil }
    guard told.degrees != 0, told.certainty == .likely else { return told.degrees }
    // The blurred letters of an upright page may be told to lie on their side, but not the other way about, too.
    let turned = gray.pixels.turned(clockwise: told.degrees)
    let again = try reader.orientation(of: turned, dpi: gray.dpi)
    return again.map { $0.degrees == 0 && $0.certainty != .guessed } == true ? told.degrees : nil
  }

  private static func orientationReader(
    in context: ConversionContext
  ) throws(ConversionError) -> (any PageOrientationReader)? {
    for case let bridge as PictureToWords in context.registry.bridges {
      if let reader = try bridge.engine.orientationReader(in: context) { return reader }
    }
    return nil
  }
}
