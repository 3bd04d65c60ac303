public import ConverterCore
public import PictureModel

extension PageScanner {
  /// A page as it is looked at for codes.
  public struct Sheet {
    /// Gray and evenly lit, as it lies.
    public let gray: PixelBuffer
    /// Pixels an inch, nearly.
    public let dpi: Double
    /// Whether the picture has a page in it, which was brought upright.
    public let isFound: Bool
  }

  /// What is enough for the bars of usual barcodes.
  private static let sheetDPI = 200.0
  private static let mostSheetPixels = 5_000_000.0

  /// The page in a picture in gray, with at most 200 pixels an inch, to look for codes on it.
  ///
  /// - Throws: what decoding throws.
  public func sheet(
    of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Sheet {
    var scanner = self
    (scanner.filter, scanner.deskews, scanner.rotation) = (.gray, false, nil)
    let close = try Self.close(picture, in: context)
    try context.checkpoint()
    let small = crop == .auto ? try Self.small(picture, in: context) : close
    let page = try scanner.page(of: picture, seenAs: small).page
    let seen = Double(close.width) / Double(page.sourceWidth)
    let area = Double(page.width) * Double(page.height)
    let reduction = min(
      1, seen, Self.sheetDPI / page.dpi, (Self.mostSheetPixels / area).squareRoot())
    try context.checkpoint()
    return Sheet(
      gray: page.flat(in: close, reduction: reduction), dpi: page.dpi * reduction,
      isFound: page.isFound)
  }
}
