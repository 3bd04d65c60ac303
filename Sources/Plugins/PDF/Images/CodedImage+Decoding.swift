import ConverterCore
import JPEG2000

extension CodedImage {
  /// An image without its coding.
  enum Samples {
    /// One bit a pixel.
    case bitmap(Bitmap)
    case raster(Raster, isLossy: Bool)
    /// Rows as they were packed, for what may not change.
    case packed([UInt8])
  }

  /// - Parameter scale: by how much it will be made smaller, from 1: codecs that can, decode less.
  /// - Throws: `damagedInput`, `unsupportedContent`: see ``ConversionError/isAboutImage``; others.
  func samples(scale: Double) throws(ConversionError) -> Samples {
    let (data, codec) = try filters.undone(bytes, expecting: packedCount)
    switch codec {
    case nil: return unpacked(data)
    case .ccitt(let parameters): return .bitmap(try fax(data, parameters))
    case .dct(let transform): return .raster(try jpeg(data, transform, scale), isLossy: true)
    case .jpx: return .raster(try jpeg2000(data, scale), isLossy: true)
    default: throw ConversionError(.unsupportedContent, "its coding is not one that is undone")
    }
  }

  private func unpacked(_ data: [UInt8]) -> Samples {
    let channels = channels ?? 1
    if bits == 1, channels == 1 {
      return .bitmap(Bitmap(width: width, height: height, bytes: data))
    }
    if hasColourKey { return .packed(Array(data.prefix(packedCount))) }
    var isIndex = false
    if case .indexed = colourSpace { isIndex = true }
    return .raster(
      Raster(
        width: width, height: height, channels: channels, bits: bits, packed: data,
        isIndex: isIndex), isLossy: false)
  }

  private func fax(
    _ data: [UInt8], _ parameters: CCITTParameters
  ) throws(ConversionError) -> Bitmap {
    guard bits == 1, channels == 1 else {
      throw ConversionError(.damagedInput, "CCITT codes one bit, and it has more")
    }
    guard parameters.columns == width else {
      throw ConversionError(.damagedInput, "its CCITT data have another width")
    }
    var decoder = try CCITTDecoder(parameters)
    let rows = decoder.decode(data, height: height)
    // What is missing, viewers fill in each in its own way.
    guard decoder.rows == height,
      decoder.damagedRows <= max(0, min(parameters.damagedRowsBeforeError, height / 100))
    else { throw ConversionError(.damagedInput, "its CCITT data are damaged") }
    return Bitmap(width: width, height: height, bytes: rows)
  }

  private func jpeg(
    _ data: [UInt8], _ transform: Bool?, _ scale: Double
  ) throws(ConversionError) -> Raster {
    if hasColourKey { throw Self.hasKey }
    guard Self.endsWhole(data) else {
      throw ConversionError(.damagedInput, "its JPEG data end too early")
    }
    let decoder = try JPEGImageHandle(data, in: context)
    let header = decoder.header
    guard header.width == width, header.height == height, header.channels == channels else {
      throw ConversionError(.damagedInput, "its JPEG data have another size, or other colours")
    }
    // libjpeg and PDF guess differently where neither Adobe's segment nor the usual says it.
    if let transform, !header.hasAdobeSegment, header.channels > 1,
      transform != header.isTransformed
    {
      throw ConversionError(.unsupportedContent, "its colours are coded in an unusual way")
    }
    if case .indexed = colourSpace {
      throw ConversionError(.unsupportedContent, "it is a JPEG of numbers of colours")
    }
    // A half, a quarter and an eighth are what libjpeg is fast at.
    let eighths = [1, 2, 4].first { Double(8 / $0) <= scale * 1.02 } ?? 8
    return try decoder.raster(eighths: eighths)
  }

  /// Whether the marker that ends a JPEG is there; a line feed or zeros may follow it.
  private static func endsWhole(_ data: [UInt8]) -> Bool {
    let tail = Array(data.suffix(4096))
    return zip(tail, tail.dropFirst()).contains { $0 == (0xFF, 0xD9) }
  }

  private func jpeg2000(_ data: [UInt8], _ scale: Double) throws(ConversionError) -> Raster {
    if hasColourKey { throw Self.hasKey }
    do throws(ConversionError) {
      return try raster(jpeg2000: data, scale)
    } catch {
      guard error.code == .limitExceeded else { throw error }
      // The time is that of the whole conversion; other limits are what this image goes beyond.
      try context.checkpoint()
      throw ConversionError(.unsupportedContent, error.message)
    }
  }

  private func raster(
    jpeg2000 data: [UInt8], _ scale: Double
  ) throws(ConversionError) -> Raster {
    let image = try JPXImage(data, channels: channels, in: context)
    let found = image.channels
    guard image.width == width, image.height == height,
      found.model.count == channels ?? found.model.count
    else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data have another size, or other colours")
    }
    if case .indexed = colourSpace {
      throw ConversionError(.unsupportedContent, "it is a JPEG 2000 of numbers of colours")
    }
    guard found.model != .ycc else {
      throw ConversionError(.unsupportedContent, "its JPEG 2000 data are YCbCr")
    }
    if colourSpace == .coded {
      guard found.profile == nil, found.isSpecified else {
        throw ConversionError(
          .unsupportedContent, "only its JPEG 2000 data say what its colours are")
      }
    }
    var reductions = 0
    while image.canHalve(reductions + 1), Double(2 << reductions) <= scale * 1.02 {
      reductions += 1
    }
    return try image.raster(reductions: reductions, in: context)
  }

  private static let hasKey = ConversionError(
    .unsupportedContent, "one of its colours is not painted")
}
