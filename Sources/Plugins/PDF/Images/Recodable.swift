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

  private var keepsColourSpace: Bool
  let suitsJPEG: Bool

  init(_ raster: Raster, of image: CodedImage, isLossy: Bool, keepsColourSpace: Bool = false) {
    self.raster = raster
    self.keepsColourSpace = keepsColourSpace
    space = .kept
    decode = .kept
    mapping = image.decode
    var colours = image.colourSpace
    switch colours {
    case .components: self.keepsColourSpace = true
    case .indexed(let base, let palette):
      let channels = base.channels ?? 1
      self.raster = raster.looked(up: image.ordered(palette, channels), channels: channels)
      space = .base
      colours = base
      if mapping != nil {
        mapping = nil
        decode = .removed
      }
    case .coded:
      space = raster.channels == 1 ? .gray : raster.channels == 3 ? .rgb : .cmyk
      colours = raster.channels == 3 ? .rgb : .gray
    default: break
    }
    suitsJPEG = colours.suitsJPEG
    if !keepsColourSpace, self.raster.channels == 3, colours.hasDeviceGrayAxis, mapsChannelsAlike,
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
    indexed = raster.channels > 1 && !keepsColourSpace ? IndexedRaster(raster) : nil
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
    let form = flateForm
    if form.image.bits == 8, indexed == nil, raster.bytes.count > 1 << 20,
      try form.image.estimatedByteCount() / 2 > limit
    {
      return nil
    }
    return try coded(form)
  }

  /// The same only where it takes less than `limit`.
  func flate(below limit: Int) throws(ConversionError) -> RecodedImage? {
    let form = flateForm
    if form.image.rows.count > 1 << 18, try form.image.estimatedByteCount() / 2 > limit {
      return nil
    }
    let image = try coded(form)
    return image.bytes.count < limit ? image : nil
  }

  private typealias FlateForm = (
    image: FlateImage, space: ColourSpaceChoice, decode: RecodedImage.Decode
  )

  private var flateForm: FlateForm {
    let (width, height) = (raster.width, raster.height)
    if let indexed {
      let bits = indexed.bits
      let image = FlateImage(
        width: width, height: height, channels: 1, bits: bits,
        rows: indexed.indices.packedIndices(bits: bits))
      return (image, palette(indexed), .removed)
    }
    let bits = raster.channels == 1 ? raster.levelBits : 8
    let image = FlateImage(
      width: width, height: height, channels: raster.channels, bits: bits,
      rows: bits < 8 ? raster.reduced(to: bits) : raster.bytes)
    return (image, space, decode)
  }

  private func coded(_ form: FlateForm) throws(ConversionError) -> RecodedImage {
    let image = form.image
    let coded = try image.coded(isDrawing: isDrawing)
    return RecodedImage(
      width: image.width, height: image.height, bits: image.bits, colourSpace: form.space,
      codec: "Flate", filter: "/FlateDecode", parameters: image.parameters(of: coded),
      decode: form.decode, bytes: coded.bytes)
  }
}

extension CodedImage {
  /// Whether the array Decode moves or turns over numbers of colours, and each sample is a whole one then.
  var movesColours: Bool {
    guard case .indexed = colourSpace, let decode, bits <= 8, decode.count == 2 else {
      return false
    }
    return decode[0].rounded() == decode[0] && abs(decode[0]) < 512
      && abs(decode[1] - decode[0]) == Double(1 << bits - 1)
  }

  /// The colours in the order of samples.
  fileprivate func ordered(_ palette: [UInt8], _ channels: Int) -> [UInt8] {
    guard movesColours, let decode, case let last = palette.count / channels - 1, last >= 0 else {
      return palette
    }
    let (first, isTurned) = (Int(decode[0]), decode[1] < decode[0])
    return (0..<1 << bits).flatMap { sample in
      let index = max(0, min(last, isTurned ? first - sample : first + sample))
      return palette[index * channels..<(index + 1) * channels]
    }
  }
}
