public import ConverterCore

extension ToneMapping {
  /// The formats that ``pixels(of:bitDepth:in:)`` takes.
  public static let formats: [PixelFormat] = [.rgb16, .rgba16, .gray16, .grayAlpha16]

  /// Tone-mapped pixels of `source`, with the same channels.
  ///
  /// A PQ source is held in memory as a whole, for its brightest pixels have to be known first.
  ///
  /// - Precondition: the source comes in one of ``formats``, and `bitDepth` is 8 or 16.
  public func pixels(
    of source: any PixelSource, bitDepth: Int, in context: ConversionContext
  ) -> any PixelSource {
    ToneMappedSource(source, by: self, bitDepth: bitDepth, in: context)
  }
}

private final class ToneMappedSource: PixelSource {
  let format: PixelFormat
  private let upstream: any PixelSource
  private let mapping: ToneMapping
  private let context: ConversionContext
  private var mapped: (any PixelSource)?

  init(
    _ upstream: any PixelSource, by mapping: ToneMapping, bitDepth: Int,
    in context: ConversionContext
  ) {
    precondition(ToneMapping.formats.contains(upstream.format) && [8, 16].contains(bitDepth))
    var format = upstream.format
    format.bitDepth = bitDepth
    self.format = format
    self.upstream = upstream
    self.mapping = mapping
    self.context = context
  }

  var width: Int { upstream.width }
  var height: Int { upstream.height }

  func nextBand() throws(ConversionError) -> PixelBand? {
    if let mapped { return try mapped.nextBand() }
    let mapped = try map()
    self.mapped = mapped
    return try mapped.nextBand()
  }

  private func map() throws(ConversionError) -> any PixelSource {
    let source: any PixelSource
    let tables: ToneMapping.Tables
    switch mapping.transfer {
    case .pq:
      let (pixels, peak) = try measured()
      source = pixels
      tables = ToneMapping.Tables(.pq, peak: HDRTransfer.luminance(pq: Double(peak) / 65535))
    case .hlg:
      source = upstream
      tables = ToneMapping.Tables(.hlg, peak: HDRTransfer.hlgPeak)
    }
    let depth = format.bitDepth
    if format.channels == .gray {
      let table = GrayTable(mapping.grayValues(by: tables))
      return table.pixels(of: source, bitDepth: depth, in: context)
    }
    let samples = format.samplesPerPixel
    return unsafe PixelwiseSource(source, to: format, in: context) { [mapping] from, to, count in
      let from = unsafe from.assumingMemoryBound(to: UInt16.self)
      if depth == 8 {
        unsafe mapping.mapRGB(
          from, to: to.assumingMemoryBound(to: UInt8.self), pixelCount: count,
          samplesPerPixel: samples, by: tables)
      } else {
        unsafe mapping.mapRGB(
          from, to: to.assumingMemoryBound(to: UInt16.self), pixelCount: count,
          samplesPerPixel: samples, by: tables)
      }
    }
  }

  /// All pixels, and the largest sample but for the brightest one in 2,000 pixels.
  private func measured() throws(ConversionError) -> (pixels: BufferSource, peak: Int) {
    let pixels = try PixelBuffer(collecting: upstream, in: context)
    let plane = pixels.planes[0]
    let samplesPerPixel = format.samplesPerPixel
    let coloursPerPixel = samplesPerPixel - (format.hasAlpha ? 1 : 0)
    var histogram = [Int](repeating: 0, count: 65536)
    // A row has `samplesPerPixel` samples for each pixel of the width.
    for y in 0..<pixels.height {
      let row = unsafe plane.row(y, as: UInt16.self)
      for pixel in 0..<pixels.width {
        let colour = unsafe row + pixel * samplesPerPixel
        var largest = unsafe colour[0]
        for index in 1..<coloursPerPixel { largest = unsafe max(largest, colour[index]) }
        histogram[Int(largest)] += 1
      }
    }
    var left = pixels.width * pixels.height / 2000
    let peak = histogram.lastIndex { count in
      left -= count
      return left < 0
    }
    return (BufferSource(pixels), peak ?? 0)
  }
}
