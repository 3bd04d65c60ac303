public import ConverterCore
public import PictureModel

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
    return told.flatMap { $0.certainty == .guessed ? nil : $0.degrees }
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
