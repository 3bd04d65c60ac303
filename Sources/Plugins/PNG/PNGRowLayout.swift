import ConverterCore
import PictureModel

/// How the rows of a source are coded: as they are, or as indices into a palette or gray scale.
struct PNGRowLayout {
  let colourType: PNGHeader.ColourType
  let bitDepth: Int
  /// The colours for PLTE; empty unless ``colourType`` is indexed.
  let palette: [SIMD4<UInt8>]
  private let lookup: PNGColourLookup?
  private let samplesPerPixel: Int

  /// - Parameter palette: the colours of the source, if they are still known.
  init(_ source: any PixelSource, palette: PictureFacts.Palette?) throws(ConversionError) {
    let format = source.format
    let isGray = format.channels == .gray
    guard isGray || format.channels == .rgb, format.alpha != .premultiplied,
      format.bitDepth == 8 || format.bitDepth == 16
    else {
      throw ConversionError(.internalError, "PNG cannot hold pixels of the format \(format)")
    }
    samplesPerPixel = format.samplesPerPixel
    if let palette, palette.fits(format) {
      // A gray picture needs no list of colours, its samples are steps from black to white.
      let isGrayScale = isGray && palette == .init(grayBitDepth: palette.bitDepth)
      if isGrayScale || !isGray {
        colourType = isGray ? .gray : .indexed
        bitDepth = palette.bitDepth
        self.palette = isGray ? [] : palette.colours
        lookup = PNGColourLookup(palette.colours)
        return
      }
    }
    colourType =
      switch (isGray, format.hasAlpha) {
      case (true, false): .gray
      case (true, true): .grayAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    bitDepth = format.bitDepth
    self.palette = []
    lookup = nil
  }

  /// Whether rows have to pass through ``writeIndices(of:to:)``.
  var isIndexed: Bool { lookup != nil }

  /// Turns colours into a byte of index a pixel.
  ///
  /// - Throws: `damagedInput` for a colour that the palette lacks.
  func writeIndices(
    of source: PixelBuffer.Plane, to target: PixelBuffer.Plane
  ) throws(ConversionError) {
    guard let lookup else { preconditionFailure("the layout is not indexed") }
    let count = source.width / samplesPerPixel
    for y in 0..<source.height {
      let isKnown = lookup.writeIndices(
        from: source.row(y, as: UInt8.self), samplesPerPixel: samplesPerPixel, count: count,
        to: target.row(y, as: UInt8.self))
      guard isKnown else {
        throw .damaged(
          "the picture has pixels with an index beyond its palette, which PNG does not allow")
      }
    }
  }
}

extension PictureFacts.Palette {
  /// Whether pixels of the format can be indices into this palette.
  fileprivate func fits(_ format: PixelFormat) -> Bool {
    guard [1, 2, 4, 8].contains(bitDepth), format.bitDepth == 8,
      (1...(1 << bitDepth)).contains(colours.count)
    else { return false }
    return format.channels == .gray
      ? !format.hasAlpha : format.hasAlpha || colours.allSatisfy { $0.w == 255 }
  }
}
