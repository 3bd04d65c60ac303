public import ConverterCore
public import PictureModel

/// Writes QOI files, band by band.
public struct QOIWriter: Writer {
  public let name = "QOI"
  public let types: [ContentType.ID] = ["org.qoiformat.qoi"]
  public var compresses: [ContentType.ID] { types }

  /// The format has no options: `--set` takes none.
  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = []
    public init(_ options: ConversionOptions) {}
  }

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: Options
  ) -> Picture.Capabilities {
    Picture.Capabilities(format: name, items: [], alpha: true, maximumBitDepth: 8)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let hasAlpha = model.facts.format.hasAlpha
    let source = try model.pixels(
      for: PixelDemand([hasAlpha ? .rgba8 : .rgb8]), in: context.conversion)
    let header = QOIHeader(width: source.width, height: source.height, hasAlpha: hasAlpha)
    try output.write(header.bytes)
    let buffer = ByteBuffer()
    let encoder = QOIEncoder(samplesPerPixel: hasAlpha ? 4 : 3, width: source.width, into: buffer)
    while let band = try source.nextBand() {
      for row in 0..<band.height {
        unsafe encoder.add(band.plane(0).row(row, as: UInt8.self))
        guard buffer.count > 1 << 18 else { continue }
        try context.checkpoint(Double(band.y + row) / Double(source.height))
        try output.write(buffer.span)
        buffer.removeAll()
      }
    }
    encoder.finish()
    buffer.append(QOIHeader.end)
    try output.write(buffer.span)
  }
}
