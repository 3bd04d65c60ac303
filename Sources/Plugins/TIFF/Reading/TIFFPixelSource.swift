import ConverterCore
import PictureModel
import TIFFStructure

/// The pixels of a page, decoded band by band.
final class TIFFPixelSource: PixelSource {
  let format: PixelFormat
  var width: Int { image.width }
  var height: Int { image.height }

  private let image: TIFFImage
  private let rows: StoredRows
  private let reader: SampleReader
  /// Opacity is never the less the more.
  private let opacityReader: SampleReader
  private let palette: [SIMD4<UInt8>]
  private let lab: LabConversion?
  private let band: PixelBuffer
  private let context: ConversionContext
  private var y = 0

  /// About the size of a band: larger ones fall out of the processor's cache.
  static let bandByteCount = 1 << 19

  /// - Throws: `limitExceeded`, `damagedInput`, `missingLibrary`.
  init(
    _ image: TIFFImage, palette: [SIMD4<UInt8>], in context: ConversionContext
  ) throws(ConversionError) {
    self.image = image
    self.palette = palette
    self.context = context
    format = image.format
    let isInverted = if case .gray(true) = image.colours { true } else { false }
    let ranges = try SampleRanges(image, in: context)
    reader = SampleReader(
      bits: image.bits, numbers: image.numbers, isInverted: isInverted, range: ranges.colours)
    opacityReader = SampleReader(
      bits: image.bits, numbers: image.numbers, isInverted: false, range: ranges.opacity)
    lab = if case .lab = image.colours { LabConversion() } else { nil }
    let wanted = (image.colours?.count ?? 3) + (image.alpha == .none ? 0 : 1)
    rows = try StoredRows(image, planes: image.isPlanar ? wanted : 1, in: context)
    let band = try Self.band(format, of: image, in: context)
    self.band = band
  }

  static func band(
    _ format: PixelFormat, of image: TIFFImage, in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    let row = PixelBuffer.byteCount(format, width: image.width, height: 1)
    let height = min(image.height, max(16, bandByteCount / row & ~15))
    try context.limits.check(.memory, row * height, for: "\(height) rows of the picture")
    return PixelBuffer(format, width: image.width, height: height)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    return try image.directory.file.input.namedInErrors { () throws(ConversionError) in
      try context.checkpoint()
      let count = min(band.height, height - y)
      for row in 0..<count { try unsafe read(y + row, to: band.planes[0].row(row)) }
      defer { y += count }
      if y + count == height, let complaint = rows.complaint {
        context.warn(
          "its picture data are damaged, and parts of the picture may be wrong: \(complaint)")
      }
      return PixelBand(band, y: y, height: count)
    }
  }

  /// - Parameter target: a row of the band: `width` pixels of the format. Reading writes so many, and no more
  /// channels than it has.
  private func read(_ y: Int, to target: UnsafeMutableRawPointer) throws(ConversionError) {
    let colours = image.colours?.count ?? 3
    let rows = rows
    switch image.colours {
    case .palette: return unsafe spread(try rows.row(y, plane: 0), to: target)
    case .lab(let isICC):
      try unsafe readSamples(y, channels: format.samplesPerPixel, to: target)
      return unsafe image.isDeep
        ? convert(target.assumingMemoryBound(to: UInt16.self), 1, isICC: isICC)
        : convert(target.assumingMemoryBound(to: UInt8.self), 257, isICC: isICC)
    default:
      try unsafe readSamples(y, channels: colours + (format.hasAlpha ? 1 : 0), to: target)
    }
  }

  private func readSamples(
    _ y: Int, channels: Int, to target: UnsafeMutableRawPointer
  ) throws(ConversionError) {
    let size = format.bytesPerSample
    let rows = rows
    let isUniform =
      !reader.isInverted && (!format.hasAlpha || reader.range == opacityReader.range)
    let shared = image.isPlanar ? nil : try rows.row(y, plane: 0)
    if let shared, image.samples == channels, isUniform {
      return unsafe reader.read(
        shared, first: 0, step: 1, count: width * channels, to: target, targetStep: 1)
    }
    for channel in 0..<channels {
      let isOpacity = format.hasAlpha && channel == channels - 1
      let row = if let shared { shared } else { try rows.row(y, plane: channel) }
      unsafe (isOpacity ? opacityReader : reader).read(
        row, first: image.isPlanar ? 0 : channel, step: image.isPlanar ? 1 : image.samples,
        count: width, to: target + channel * size, targetStep: channels)
    }
  }

  /// - Parameter target: has room for three bytes for each pixel of the width.
  private func spread(_ row: Span<UInt8>, to target: UnsafeMutableRawPointer) {
    let to = unsafe target.assumingMemoryBound(to: UInt8.self)
    let step = image.isPlanar ? 1 : image.samples
    for x in 0..<width {
      let index = reader.index(row, x * step)
      let colour = index < palette.count ? palette[index] : .zero
      unsafe (to[3 * x], to[3 * x + 1], to[3 * x + 2]) = (colour.x, colour.y, colour.z)
    }
  }

  /// - Parameter divisor: of 16 bits, for samples.
  private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ row: UnsafeMutablePointer<Sample>, _ divisor: UInt32, isICC: Bool
  ) {
    guard let lab else { return }
    // A step of a or b: one of 8 bits; 16 bits have 256 (TIFF 6.0, section 23), of ICC 257.
    let (steps, zero): (Double, Double) =
      divisor == 257 ? (1, 128) : isICC ? (257, 128 * 257) : (256, 32768)
    let most = Double(Sample.max)
    let step = format.samplesPerPixel
    for x in 0..<width {
      let pixel = unsafe row + x * step
      func chroma(_ sample: Sample) -> Double {
        if isICC { return (Double(sample) - zero) / steps }
        // Two's complement.
        let number = Double(sample)
        return (sample > Sample.max / 2 ? number - most - 1 : number) / steps
      }
      let colour = unsafe lab.sRGB(
        Double(pixel[0]) * 100 / most, chroma(pixel[1]), chroma(pixel[2]))
      for channel in 0..<3 {
        unsafe pixel[channel] = Sample(
          truncatingIfNeeded: (UInt32(colour[channel]) + divisor / 2) / divisor)
      }
    }
  }
}
