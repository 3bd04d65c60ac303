import ConverterCore

extension PixelSource {
  /// These pixels in another format.
  ///
  /// - Precondition: neither or both are CMYK.
  func converted(to target: PixelFormat, in context: ConversionContext) -> any PixelSource {
    guard target != format else { return self }
    let converter = rowConverter(to: target)
    return ConvertedSource(self, converter, to: target, in: context)
  }

  /// The shortest way.
  private func rowConverter(to target: PixelFormat) -> any RowConverter {
    if let planes = PlaneConverter(from: format, to: target) { return planes }
    if let bytes = YCbCrToBytes(from: format, to: target, width: width, height: height) {
      return bytes
    }
    return LineConverter(from: format, to: target, width: width, height: height)
  }
}
