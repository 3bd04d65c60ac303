public import ConverterCore

extension ToneMapping {
  /// The formats that ``pixels(of:bitDepth:in:)`` takes.
  public static let formats: [PixelFormat] = [.rgb16, .rgba16, .gray16, .grayAlpha16]

  /// Tone-mapped pixels of `source`, with the same channels.
  ///
  /// - Precondition: the source comes in one of ``formats``, and `bitDepth` is 8 or 16.
  public func pixels(
    of source: any PixelSource, bitDepth: Int, in context: ConversionContext
  ) -> any PixelSource {
    precondition(Self.formats.contains(source.format) && (bitDepth == 8 || bitDepth == 16))
    var format = source.format
    format.bitDepth = bitDepth
    if format.channels == .gray {
      return GrayTable(grayValues()).pixels(of: source, bitDepth: bitDepth, in: context)
    }
    let samples = format.samplesPerPixel
    return PixelwiseSource(source, to: format, in: context) { from, to, count in
      let from = from.assumingMemoryBound(to: UInt16.self)
      if bitDepth == 8 {
        let to = to.assumingMemoryBound(to: UInt8.self)
        mapRGB(from, to: to, pixelCount: count, samplesPerPixel: samples)
      } else {
        let to = to.assumingMemoryBound(to: UInt16.self)
        mapRGB(from, to: to, pixelCount: count, samplesPerPixel: samples)
      }
    }
  }
}
