public import ConverterCore

extension Picture {
  /// The pixels in one of the demand's formats: the one that the reader delivers, or else the one
  /// that loses least of it, the earliest of equals.
  ///
  /// - Precondition: the demand names at least one format.
  /// - Throws: `unsupportedContent` where inks (CMYK) would have to become light or the reverse,
  ///   which needs a colour profile; and whatever the reader throws.
  public func pixels(
    for demand: PixelDemand, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    precondition(!demand.formats.isEmpty, "a demand names at least one format")
    let source = try open(demand)
    guard let format = demand.bestFormat(for: source.format) else {
      throw ConversionError(
        .unsupportedContent,
        source.format.channels == .cmyk
          ? "the picture is in CMYK and the target is not; --profile srgb converts its colours"
          : "the target takes CMYK only, and the picture is not in CMYK")
    }
    return source.converted(to: format, in: context)
  }
}
