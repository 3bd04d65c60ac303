public import ConverterCore
public import PictureModel

/// Writes JPEG pictures with JFIF header (Adobe's for CMYK).
public struct JPEGWriter: Writer {
  public let name = "JPEG"
  public let types: [ContentType.ID] = ["public.jpeg"]
  public var compresses: [ContentType.ID] { types }

  /// libjpeg's limit; the format's own is 65535.
  static let largestSide = 65500

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: JPEGOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .exif, .xmp, .iptc, .texts, .density], alpha: false,
      maximumBitDepth: 8,
      cmyk: true)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: JPEGOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let (width, height) = (model.facts.width, model.facts.height)
    guard max(width, height) <= Self.largestSide else {
      throw ConversionError(
        .limitExceeded,
        "a JPEG picture has at most \(Self.largestSide) pixels a side, this one is "
          + "\(width)×\(height); --resize \(Self.largestSide) makes it fit")
    }
    let source = try model.pixels(for: options.demand(for: model.facts.format), in: context)
    let parameters = JPEGParameters(source, options: options, metadata: model.facts.metadata)
    if parameters.needsAllCoefficients {
      try context.limits.check(
        .memory, parameters.coefficientBytes,
        for: "encoding a progressive or optimised JPEG picture")
    }
    var encoder = try JPEGEncoderHandle(JPEGByteSink(output, in: context))
    try encoder.start(parameters)
    for segment in try model.facts.jpegSegments() {
      try encoder.writeSegment(segment.marker, segment.payload)
    }
    var bands = JPEGBands(of: source.format)
    while let band = try source.nextBand() {
      precondition(
        band.height % 16 == 0 || band.y + band.height == source.height,
        "every band but the last is a multiple of 16 rows")
      if source.format.planeCount > 1 {
        try encoder.writePlanes(bands.planes(of: band), rows: band.height)
      } else {
        try encoder.writeRows(bands.plane(of: band), count: band.height)
      }
      try context.checkpoint(Double(band.y + band.height) / Double(height))
    }
    try encoder.finish()
  }
}

extension JPEGOptions {
  /// The formats that a picture in `format` can be encoded from, best first.
  func demand(for format: PixelFormat) -> PixelDemand {
    switch format.channels {
    case .gray: PixelDemand([.gray8])
    case .cmyk: PixelDemand([.cmyk8])
    case .rgb: PixelDemand([.rgb8])
    case .ycbcr(.monochrome, _, _): PixelDemand([.jfif(.monochrome), .gray8])
    case .ycbcr(let own, let matrix, let range):
      // JFIF's own planes need no colour mathematics. Others do, and RGB is as near as any.
      if matrix == .bt601, range == .full, own == subsampling.chroma ?? own {
        PixelDemand([.jfif(own), .rgb8])
      } else {
        PixelDemand([.rgb8])
      }
    }
  }
}
