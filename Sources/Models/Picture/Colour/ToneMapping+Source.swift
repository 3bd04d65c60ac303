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
    let samples = format.samplesPerPixel
    if format.channels == .gray {
      let table = grayTable()
      return PixelwiseSource(source, to: format, in: context) { from, to, count in
        let from = from.assumingMemoryBound(to: UInt16.self)
        if bitDepth == 8 {
          let to = to.assumingMemoryBound(to: UInt8.self)
          mapGray(from, to: to, by: table, sampleCount: count * samples, stride: samples)
        } else {
          let to = to.assumingMemoryBound(to: UInt16.self)
          mapGray(from, to: to, by: table, sampleCount: count * samples, stride: samples)
        }
      }
    }
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

/// Gray by a table, alpha (every second of two samples) as it is.
private func mapGray<Sample: FixedWidthInteger & UnsignedInteger>(
  _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<Sample>, by table: [UInt16],
  sampleCount: Int, stride: Int
) {
  for index in 0..<sampleCount {
    let isGray = stride == 1 || index % 2 == 0
    target[index] = Sample(rescaling: isGray ? table[Int(source[index])] : source[index])
  }
}
