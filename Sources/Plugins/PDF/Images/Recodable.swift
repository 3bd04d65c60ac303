import ConverterCore

/// An image on its way to another coding: samples, and what the stream must say of them.
struct Recodable {
  private(set) var raster: Raster
  /// The space of ``raster``.
  private(set) var space: ColourSpaceChoice
  private(set) var decode: RecodedImage.Decode
  /// Maps samples to colours; `nil` for the default.
  private var mapping: [Double]?
  /// The same with a palette, where it has few colours. Of pictures that are not gray alone: gray ones may be
  /// soft masks, which must be gray.
  private(set) var indexed: IndexedRaster?
  /// Whether it has few colours, as drawings have.
  var isDrawing: Bool { raster.channels == 1 ? raster.levelCount <= 16 : indexed != nil }

  init(_ raster: Raster, of image: CodedImage, isLossy: Bool) {
    self.raster = raster
    space = .kept
    decode = .kept
    mapping = image.decode
    var colours = image.colourSpace
    switch colours {
    case .indexed(let base, let palette):
      self.raster = raster.looked(up: palette, channels: base.channels ?? 1)
      space = .base
      colours = base
    case .coded:
      space = raster.channels == 1 ? .gray : raster.channels == 3 ? .rgb : .cmyk
      colours = raster.channels == 3 ? .rgb : .gray
    default: break
    }
    if self.raster.channels == 3, colours.hasDeviceGrayAxis, mapsChannelsAlike,
      self.raster.isGray(tolerance: isLossy ? 2 : 0)
    {
      self.raster = self.raster.gray()
      space = .gray
      if let mapping {
        self.mapping = Array(mapping.prefix(2))
        decode = .replaced(Array(mapping.prefix(2)))
      }
    }
    if !isLossy { findPalette() }
  }

  /// Brings it to another size.
  mutating func resample(to size: (width: Int, height: Int)) {
    raster = AreaFilter(raster, toWidth: size.width, height: size.height).apply(to: raster)
    findPalette()
  }

  private mutating func findPalette() {
    indexed = raster.channels > 1 ? IndexedRaster(raster) : nil
  }

  var isBlackAndWhite: Bool { raster.isBlackAndWhite }

  private var mapsChannelsAlike: Bool {
    guard let mapping else { return true }
    return mapping.count == 6 && mapping[0..<2] == mapping[2..<4]
      && mapping[0..<2] == mapping[4..<6]
  }

  /// The space of numbers of colours, which are what samples are mapped to.
  func palette(_ indexed: IndexedRaster) -> ColourSpaceChoice {
    var palette = indexed.palette
    if let mapping {
      let channels = raster.channels
      for index in palette.indices {
        let (low, high) = (mapping[2 * (index % channels)], mapping[2 * (index % channels) + 1])
        let value = low * 255 + Double(palette[index]) * (high - low)
        palette[index] = value.isFinite ? UInt8(max(0, min(255, value.rounded()))) : 0
      }
    }
    return .indexed(space, colours: indexed.colours, palette: palette)
  }

  /// Coded with Flate: numbers of colours, or few bits where levels are few.
  ///
  /// - Returns: `nil` where some of its rows show that it would be far larger than `limit`.
  func flate(notMuchLargerThan limit: Int) throws(ConversionError) -> RecodedImage? {
    let (width, height) = (raster.width, raster.height)
    var image = FlateImage(
      width: width, height: height, channels: raster.channels, bits: 8, rows: raster.bytes)
    var space = self.space
    var decode = self.decode
    if let indexed {
      let bits = indexed.bits
      image = FlateImage(
        width: width, height: height, channels: 1, bits: bits,
        rows: indexed.indices.packedIndices(bits: bits))
      space = palette(indexed)
      decode = .removed
    } else if raster.channels == 1, case let bits = raster.levelBits, bits < 8 {
      image = FlateImage(
        width: width, height: height, channels: 1, bits: bits, rows: raster.reduced(to: bits))
    } else if raster.bytes.count > 1 << 20, try image.estimatedByteCount() / 2 > limit {
      return nil
    }
    let coded = try image.coded(isDrawing: isDrawing)
    return RecodedImage(
      width: width, height: height, bits: image.bits, colourSpace: space, codec: "Flate",
      filter: "/FlateDecode", parameters: image.parameters(of: coded), decode: decode,
      bytes: coded.bytes)
  }
}
