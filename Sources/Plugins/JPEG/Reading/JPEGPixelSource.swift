internal import ConverterCore
internal import PictureModel

/// The pixels of a JPEG stream, decoded band by band.
final class JPEGPixelSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int

  private var decoder: JPEGDecoderHandle
  private let rowsAtOnce: Int
  /// Whether samples are 255 − ink.
  private let isInverted: Bool
  private let bandHeight: Int
  private let context: ConversionContext
  private var buffer: PixelBuffer?
  private var y = 0

  /// Starts decoding.
  ///
  /// - Throws: `limitExceeded` for a picture whose coefficients need too much memory, and what
  ///   libjpeg finds.
  init(_ source: JPEGByteSource, for demand: PixelDemand) throws(ConversionError) {
    context = source.context
    var decoder = try JPEGDecoderHandle(source)
    let frame = try decoder.readHeader()
    if frame.hasSeveralScans {
      try context.limits.check(
        .memory, frame.coefficientBytes, for: "decoding a JPEG picture of several scans")
    }
    let eighths = frame.eighths(for: demand)
    let output = try decoder.scale(eighths: eighths)
    let format = frame.format(for: demand, planes: output.subsampling)
    width = output.width
    height = output.height
    rowsAtOnce = output.rowsAtOnce
    isInverted = format.channels == .cmyk && frame.hasAdobeSegment
    bandHeight = Self.bandHeight(of: format, output)
    self.format = format
    try decoder.start(frame.layout(of: format))
    self.decoder = decoder
  }

  /// Rows of a band: whole blocks, a multiple of 16, and about what a second-level cache holds.
  private static func bandHeight(of format: PixelFormat, _ output: JPEGDecoderHandle.Output) -> Int
  {
    // Rows at once are 1…4 times 1, 2, 4 or 8, so that this is at most 48.
    let unit = output.rowsAtOnce % 3 == 0 ? 48 : max(16, output.rowsAtOnce)
    let bytes = PixelBuffer.byteCount(format, width: output.width, height: unit)
    return unit * max(1, min((256 << 10) / bytes, (output.height + unit - 1) / unit))
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    try context.checkpoint()
    let buffer = buffer ?? PixelBuffer(format, width: width, height: bandHeight)
    self.buffer = buffer
    let rows = min(bandHeight, height - y)
    if format.planeCount > 1 {
      try decoder.readPlanes((rows + rowsAtOnce - 1) / rowsAtOnce, into: buffer.planes)
    } else {
      try decoder.readRows(rows, into: buffer.planes[0])
      if isInverted { invert(rows, of: buffer.planes[0]) }
    }
    let band = PixelBand(buffer, y: y, height: rows)
    y += rows
    if y == height { try decoder.finish() }
    return band
  }

  private func invert(_ rows: Int, of plane: PixelBuffer.Plane) {
    for y in 0..<rows {
      let row = unsafe plane.row(y, as: UInt8.self)
      for x in 0..<plane.width { unsafe row[x] = ~row[x] }
    }
  }
}

extension JPEGFrame {
  /// The smallest scale, in eighths, that gives at least the size that is enough, and, unless a rough picture will do, the
  /// whole picture in whole samples.
  ///
  /// libjpeg fills a last sample that lies partly outside the picture, which would stretch or, once
  /// turned, shift what is shown. And only powers of two: libjpeg-turbo has vector code for these
  /// alone; 3/8 takes longer than 4/8, and 5/8 to 7/8 longer than the full size.
  func eighths(for demand: PixelDemand) -> Int {
    guard let size = demand.sufficientSize else { return 8 }
    return [1, 2, 4].first { eighths in
      let (w, h) = (width * eighths, height * eighths)
      let isWhole = w % 8 == 0 && h % 8 == 0
      return (isWhole || demand.isRough) && w / 8 >= size.width && h / 8 >= size.height
    } ?? 8
  }

  /// How libjpeg gives a format of ``format(for:planes:)``.
  func layout(of format: PixelFormat) -> JPEGDecoderHandle.Layout {
    if format == .gray8 && colours == .ycbcr { return .luma }
    return format.isPlanar && format.planeCount > 1 ? .planes : .rows
  }

  /// The first demanded format that libjpeg gives by itself, or the one that costs least.
  func format(for demand: PixelDemand, planes: ChromaSubsampling?) -> PixelFormat {
    let available: [PixelFormat] =
      switch colours {
      case .gray: [.gray8, .jfif(.monochrome)]
      case .rgb: [.rgb8]
      case .ycbcr:
        (demand.isRough ? [.gray8] : []) + (planes.map { [.jfif($0)] } ?? []) + [.rgb8]
      case .cmyk, .ycck: [.cmyk8]
      }
    if let match = demand.formats.first(where: available.contains) { return match }
    // Another kind of RGB is nearer to RGB, which libjpeg's vector code makes, than to planes.
    let wantsRGB = demand.formats.contains { $0.channels == .rgb }
    return wantsRGB && available.contains(.rgb8) ? .rgb8 : available[0]
  }
}
