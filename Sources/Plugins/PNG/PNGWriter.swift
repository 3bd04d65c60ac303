public import ConverterCore
public import PictureModel

/// Writes PNG files, always lossless.
///
/// The same picture and options give the same bytes; no time of writing is kept. Rows are written as
/// they come, only an interlaced picture is collected first.
public struct PNGWriter: Writer {
  public let name = "PNG"
  public let types: [ContentType.ID] = ["public.png"]
  public var compresses: [ContentType.ID] { types }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: PNGWriterOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .cicp, .gamma, .exif, .xmp, .texts, .density], alpha: true,
      maximumBitDepth: 16)
  }

  /// - Throws: `limitExceeded` when an interlaced picture or metadata do not fit into memory; what
  ///   decoding and writing throw.
  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: PNGWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let format = PixelFormat(writtenFor: model.facts)
    let source = try model.pixels(for: PixelDemand([format]), in: context)
    let layout = try PNGRowLayout(source, palette: model.facts.palette)
    let header = PNGHeader(
      width: source.width, height: source.height, bitDepth: layout.bitDepth,
      colourType: layout.colourType, isInterlaced: options.isInterlaced)

    let encoder = try PNGEncodingHandle.open(
      PNGOutputStream(output),
      .init(
        header: header, compression: options.compression,
        filters: options.filters(for: layout)))
    for chunk in try PNGAncillaryChunks(model.facts, header: header, in: context).all {
      try encoder.write(chunk)
    }
    try encoder.writePalette(layout.palette)
    if options.isInterlaced {
      try writeInterlaced(source, layout, to: encoder, in: context)
    } else {
      try writeBands(source, layout, to: encoder, in: context)
    }
    try encoder.finish()
  }

  private func writeBands(
    _ source: any PixelSource, _ layout: PNGRowLayout, to encoder: borrowing PNGEncodingHandle,
    in context: ConversionContext
  ) throws(ConversionError) {
    var indices: PixelBuffer?
    while let band = try source.nextBand() {
      var plane = band.plane(0)
      if layout.isIndexed {
        let room: PixelBuffer
        if let indices, indices.height >= band.height {
          room = indices
        } else {
          room = PixelBuffer(.gray8, width: source.width, height: band.height)
          indices = room
        }
        try layout.writeIndices(of: plane, to: room.planes[0])
        plane.base = room.planes[0].base
        plane.stride = room.planes[0].stride
      }
      // A source may give the whole picture at once; it is still written in parts, so that it can
      // be stopped.
      let step = max(16, Self.partByteCount / plane.stride)
      for row in stride(from: 0, to: band.height, by: step) {
        try context.checkpoint(Double(band.y + row) / Double(source.height))
        try encoder.writeRows(
          from: plane.row(row), stride: plane.stride, count: min(step, band.height - row))
      }
    }
  }

  /// Each of the seven passes takes pixels from all over the picture.
  private func writeInterlaced(
    _ source: any PixelSource, _ layout: PNGRowLayout, to encoder: borrowing PNGEncodingHandle,
    in context: ConversionContext
  ) throws(ConversionError) {
    let format = layout.isIndexed ? .gray8 : source.format
    let (width, height) = (source.width, source.height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(format, width: width, height: height),
      for: "writing an interlaced picture of \(width)×\(height)")
    let picture = PixelBuffer(format, width: width, height: height)
    let plane = picture.planes[0]
    while let band = try source.nextBand() {
      try context.checkpoint(Double(band.y) / Double(2 * height))
      var target = plane
      target.base = plane.row(band.y)
      if layout.isIndexed {
        try layout.writeIndices(of: band.plane(0), to: target)
      } else {
        let rowByteCount = plane.width * format.bytesPerSample
        for row in 0..<band.height {
          target.row(row).copyMemory(from: band.plane(0).row(row), byteCount: rowByteCount)
        }
      }
    }
    let step = max(16, Self.partByteCount / plane.stride)
    for pass in 0..<7 {
      for row in stride(from: 0, to: height, by: step) {
        try context.checkpoint(0.5 + Double(pass) / 14)
        try encoder.writeRows(
          from: plane.row(row), stride: plane.stride, count: min(step, height - row))
      }
    }
  }

  /// Pixels between two looks at whether to stop: some milliseconds of compression.
  private static let partByteCount = 1 << 19
}

extension PixelFormat {
  /// The format in which a picture is written: gray or colour, 8 or 16 bits, straight alpha.
  init(writtenFor facts: PictureFacts) {
    let isGray =
      switch facts.format.channels {
      case .gray, .ycbcr(.monochrome, _, _): true
      case .rgb, .cmyk, .ycbcr: false
      }
    self.init(
      isGray ? .gray : .rgb, alpha: facts.format.hasAlpha ? .straight : .none,
      bitDepth: facts.format.bitDepth > 8 ? 16 : 8)
  }
}
