internal import ConverterCore
internal import PictureModel

extension ColourWork {
  /// Converts RGB to RGB or gray to gray.
  ///
  /// - Parameter reason: the end of the ledger's sentence.
  func convert(
    _ picture: Picture, to space: CodingIndependentCodePoints, because reason: String
  ) throws(ConversionError) -> Picture {
    let facts = picture.facts
    guard let source = facts.profile,
      let converted = try convert(picture, from: source, to: space)
    else { return try prepare(try withoutProfile(picture)) }
    let change = "from \(facts.spaceName) to \(space.name)\(reason)"
    switch facts.colour {
    case .icc: context.note("icc", .changed, why: "colours converted \(change)")
    case .cicp: context.note("cicp", .changed, why: "colours converted \(change)")
    case .calibrated: context.note("gamma", .changed, why: "colours converted \(change)")
    case .unspecified:
      context.note(
        "icc", .changed, why: "colours without a profile, taken as sRGB, converted to \(space.name)"
      )
    }
    return converted
  }

  /// - Returns: `nil` where Little CMS cannot use the profile.
  func convert(
    _ picture: Picture, from source: ICCProfile, to space: CodingIndependentCodePoints
  ) throws(ConversionError) -> Picture? {
    let facts = picture.facts
    let model: ColourModel = facts.format.colourModel == .gray ? .gray : .rgb
    guard let target = ICCProfile.of(space, for: model),
      let conversion = try LittleCMSConversion(from: source, to: target)
    else { return nil }
    var converted = picture
    let sourceFormat = facts.format.interleaved(facts.format.colourModel, isDeep: facts.isDeep)
    converted.facts.pixelsChanged(
      to: facts.format.interleaved(model, isDeep: facts.isDeep))
    tag(&converted.facts, as: space)
    let format = converted.facts.format
    converted.open = { [context] demand throws(ConversionError) in
      let pixels = try picture.pixels(as: sourceFormat, for: demand, in: context)
      var format = format
      format.bitDepth = min(format.bitDepth, demand.bitDepth)
      if model == .gray {
        let table = try conversion.grayTable(depth: sourceFormat.bitDepth)
        return table.pixels(of: pixels, bitDepth: format.bitDepth, in: context)
      }
      let transform = try conversion.transform(
        hasAlpha: format.hasAlpha, from: sourceFormat.bitDepth, to: format.bitDepth)
      return unsafe PixelwiseSource(pixels, to: format, in: context) { from, to, count in
        unsafe transform(from, to, count)
      }
    }
    return converted
  }

  /// The picture without its profile, which looked sound but which Little CMS refuses.
  func withoutProfile(_ picture: Picture) throws(ConversionError) -> Picture {
    guard picture.facts.colour != .unspecified else {
      throw ConversionError(
        .internalError, "Little CMS cannot convert from sRGB, please report this")
    }
    var picture = picture
    let fallback = picture.facts.format.colourModel == .cmyk ? "plain CMYK" : "sRGB"
    context.note(
      "icc", .dropped,
      why: "Little CMS cannot convert from \(picture.facts.spaceName); "
        + "the colours are taken as \(fallback)")
    picture.facts.colour = .unspecified
    return picture
  }
}

extension PictureFacts {
  /// Records that pixels will come changed, in `format`.
  mutating func pixelsChanged(to format: PixelFormat) {
    self.format = format
    // Colours between those of a 2-bit or indexed picture need whole bytes.
    sampleDepth = max(8, sampleDepth)
    palette = nil
    significantBits = nil
    background = nil
    thumbnailIsStale = true
  }
}

extension LittleCMSConversion {
  /// The conversion of all gray samples of 8 or 16 bits.
  ///
  /// The library joins curves of bytes by a table that is off by up to 6/255 near black; its own way
  /// for deep samples is exact.
  fileprivate func grayTable(depth: Int) throws(ConversionError) -> GrayTable {
    let transform = try transform(hasAlpha: false, from: 16, to: 16)
    let largest = (1 << depth) - 1
    let samples = (0...largest).map { UInt16($0 * 65535 / largest) }
    // As many samples are written as are read, of one word each.
    let values = unsafe [UInt16](unsafeUninitializedCapacity: samples.count) { values, count in
      unsafe samples.withUnsafeBytes { samples in
        if let from = samples.baseAddress, let to = values.baseAddress {
          unsafe transform(from, to, values.count)
          count = values.count
        }
      }
    }
    return GrayTable(values)
  }
}

extension PixelDemand {
  /// 8 where the consumer has no use for more, else 16.
  var bitDepth: Int { formats.allSatisfy { $0.bitDepth == 8 } ? 8 : 16 }
}

extension Picture {
  /// The pixels in exactly this format, at the size that is enough for `demand`.
  func pixels(
    as format: PixelFormat, for demand: PixelDemand, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    var exact = demand
    exact.formats = [format]
    let pixels = try pixels(for: exact, in: context)
    guard pixels.format == format else {
      throw ConversionError(
        .internalError, "pixels came as \(pixels.format) and not as \(format), please report this")
    }
    return pixels
  }
}
