import ConverterCore
import PictureModel

/// One picture on its way into a file.
///
/// Rows of pixels have the width of the source, in three or four bytes a pixel, and lines of indices as many bytes.
struct GIFStillWriting {
  private let model: Picture
  private let output: OutputFile
  private let options: GIFWriterOptions
  private let context: ConversionContext
  private let format: PixelFormat

  init(
    _ model: Picture, to output: OutputFile, _ options: GIFWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.model = model
    self.output = output
    self.options = options
    self.context = context
    format = model.facts.format.hasAlpha ? .rgba8 : .rgb8
  }

  func write() throws(ConversionError) -> GIFLosses {
    let source = try model.pixels(for: PixelDemand([format]), in: context)
    let place = PixelRectangle(x: 0, y: 0, width: source.width, height: source.height)
    if model.facts.keepsPalette(within: options.colours), let palette = model.facts.palette {
      let table = ColourTable(palette.colours)
      let colours = GIFColours(colours: palette.colours, emptyIndex: table.emptyIndex)
      let rows = unsafe GIFRows(source) { (pixels, target) throws(ConversionError) in
        try unsafe Self.look(up: pixels, format, source.width, in: table, target)
      }
      try write(rows, place, colours)
      return GIFLosses()
    }
    let whole = try PixelBuffer(collecting: source, in: context)
    let choice = GIFPaletteChoice(limit: options.colours)
    for row in 0..<whole.height {
      if row.isMultiple(of: 256) {
        try context.checkpoint(0.3 * Double(row) / Double(whole.height))
      }
      unsafe choice.add(
        whole.planes[0].row(row, as: UInt8.self), samplesPerPixel: format.samplesPerPixel,
        count: whole.width)
    }
    let result = choice.result()
    let mapping = GIFMapping(
      result, samplesPerPixel: format.samplesPerPixel, width: whole.width,
      dithers: options.dithers)
    let rows = unsafe GIFRows(BufferSource(whole)) { (pixels, target) throws(ConversionError) in
      unsafe mapping.writeIndices(of: pixels, to: target)
    }
    try write(rows, place, result.colours)
    return GIFLosses(
      colours: result.isExact ? nil : options.colours,
      hasTranslucentPixels: choice.hasTranslucentPixels)
  }

  private func write(
    _ rows: GIFRows, _ place: PixelRectangle, _ colours: GIFColours
  ) throws(ConversionError) {
    try output.write(GIFBlocks.start(width: place.width, height: place.height, colours))
    try output.write(GIFBlocks.metadata(model.facts))
    try output.write(GIFBlocks.control(nil, delay: 0, emptyIndex: colours.emptyIndex))
    try output.write(
      GIFBlocks.descriptor(place, own: nil, isInterlaced: options.isInterlaced))
    let buffer = ByteBuffer()
    let compressor = GIFCompressor(indexBits: colours.indexBits, into: buffer)
    if options.isInterlaced {
      try writeInterlaced(rows, place, with: compressor)
      compressor.finish()
    } else {
      let line = PixelBuffer(.gray8, width: place.width, height: 1)
      let indices = unsafe line.planes[0].row(0, as: UInt8.self)
      for row in 0..<place.height {
        if row.isMultiple(of: 64) { try context.checkpoint(fraction(row, place.height)) }
        try unsafe rows.next(into: indices)
        unsafe compressor.add(indices, count: place.width)
        if buffer.count > 1 << 20 { try output.write(compressor.takeFinished()) }
      }
      compressor.finish()
    }
    try output.drain(buffer)
    try output.write(GIFBlocks.end)
  }

  private func fraction(_ row: Int, _ height: Int) -> Double {
    0.3 + 0.7 * Double(row) / Double(height)
  }

  private func writeInterlaced(
    _ rows: GIFRows, _ place: PixelRectangle, with compressor: GIFCompressor
  ) throws(ConversionError) {
    try context.limits.check(
      .memory, PixelBuffer.byteCount(.gray8, width: place.width, height: place.height),
      for: "writing an interlaced picture of \(place.width)×\(place.height)")
    let whole = PixelBuffer(.gray8, width: place.width, height: place.height)
    for row in 0..<place.height {
      if row.isMultiple(of: 64) { try context.checkpoint(fraction(row, place.height)) }
      try unsafe rows.next(into: whole.planes[0].row(row, as: UInt8.self))
    }
    compressor.add(whole, isInterlaced: true)
  }

  private static func look(
    up pixels: UnsafePointer<UInt8>, _ format: PixelFormat, _ width: Int, in table: ColourTable,
    _ target: UnsafeMutablePointer<UInt8>
  ) throws(ConversionError) {
    guard
      unsafe table.writeIndices(
        of: pixels, samplesPerPixel: format.samplesPerPixel, count: width, to: target)
    else {
      throw ConversionError(
        .damagedInput, "the picture has pixels with an index beyond its palette")
    }
  }
}

/// The rows of a source as indices, one after the other.
@safe final class GIFRows {
  private let source: any PixelSource
  private let index:
    (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) throws(ConversionError) -> Void
  private var band: PixelBand?
  private var row = 0

  /// - Parameter index: turns a row of pixels into indices.
  init(
    _ source: any PixelSource,
    _ index:
      @escaping (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>)
      throws(ConversionError) -> Void
  ) {
    self.source = source
    unsafe self.index = index
  }

  func next(into target: UnsafeMutablePointer<UInt8>) throws(ConversionError) {
    if band.map({ row == $0.height }) ?? true {
      band = try source.nextBand()
      row = 0
    }
    guard let band else {
      throw ConversionError(.damagedInput, "the picture ends before its last row")
    }
    try unsafe index(UnsafePointer(band.plane(0).row(row, as: UInt8.self)), target)
    row += 1
  }
}
