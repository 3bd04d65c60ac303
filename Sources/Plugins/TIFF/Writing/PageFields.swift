import ConverterCore
import PictureModel
import TIFFStructure

/// The fields of a page's directory.
struct PageFields {
  let facts: PictureFacts
  let coding: PageCoding
  let builder: DirectoryBuilder

  /// - Parameters:
  ///   - page: its number from 0 on, and that of all.
  ///   - strips: where each begins, and its length.
  func all(
    page: (index: Int, count: Int), strips: [(start: Int, count: Int)], exif: ExifPlacement
  ) throws(ConversionError) -> [DirectoryBuilder.Field] {
    var fields = try exif.fields(builder) + picture(strips) + metadata()
    if page.count > 1 {
      fields.append(builder.long(TIFFTag.newSubfileType, 2))
      if page.count <= 0xFFFF {
        fields.append(builder.short(TIFFTag.pageNumber, [page.index, page.count]))
      }
    }
    return fields
  }

  private func picture(_ strips: [(start: Int, count: Int)]) -> [DirectoryBuilder.Field] {
    var fields = [
      builder.long(TIFFTag.imageWidth, coding.width),
      builder.long(TIFFTag.imageLength, coding.height),
      builder.short(
        TIFFTag.bitsPerSample, Array(repeating: coding.bits, count: coding.samplesPerPixel)),
      builder.short(TIFFTag.compression, coding.compression.rawValue),
      builder.short(TIFFTag.photometric, coding.photometric),
      builder.short(TIFFTag.orientation, 1),
      builder.short(TIFFTag.samplesPerPixel, coding.samplesPerPixel),
      builder.long(TIFFTag.rowsPerStrip, coding.rowsPerStrip),
      builder.short(TIFFTag.planarConfiguration, 1),
      builder.offsets(TIFFTag.stripOffsets, strips.map(\.start)),
      builder.offsets(TIFFTag.stripByteCounts, strips.map(\.count)),
    ]
    if coding.hasPredictor { fields.append(builder.short(TIFFTag.predictor, 2)) }
    if coding.photometric == 5 { fields.append(builder.short(TIFFTag.inkSet, 1)) }
    if case .own = coding.samples, coding.format.hasAlpha {
      fields.append(
        builder.short(TIFFTag.extraSamples, coding.format.alpha == .premultiplied ? 1 : 2))
    }
    if case .indices(let colours, let bits) = coding.samples {
      let padded = colours + Array(repeating: .zero, count: (1 << bits) - colours.count)
      // Words that stand for bytes: 255 is 65535.
      fields.append(
        builder.short(
          TIFFTag.colourMap, (0..<3).flatMap { channel in padded.map { Int($0[channel]) * 257 } }))
    }
    if coding.photometric == 6 {
      fields.append(builder.short(TIFFTag.chromaSubsampling, [2, 2]))
      fields.append(builder.short(TIFFTag.chromaPositioning, 1))
      // Full range (TIFF 6.0, section 20).
      let range = [0, 255, 128, 255, 128, 255]
      fields.append(
        DirectoryBuilder.Field(
          tag: TIFFTag.referenceBlackWhite, type: TIFFType.rational, count: 6,
          value: .bytes(range.flatMap { builder.number($0, 4) + builder.number(1, 4) })))
    }
    return fields
  }

  private func metadata() -> [DirectoryBuilder.Field] {
    var fields: [DirectoryBuilder.Field] = []
    let metadata = facts.metadata
    if case .icc(let profile) = facts.colour {
      fields.append(builder.bytes(TIFFTag.profile, TIFFType.undefined, profile))
    }
    if let xmp = metadata.xmp, !xmp.isEmpty {
      fields.append(builder.bytes(TIFFTag.xmp, TIFFType.byte, xmp))
    }
    if let resources = metadata.iptc {
      // IPTC has a field of its own, where everybody looks for it.
      let others = ImageResources.removingIPTC(from: resources)
      if !others.isEmpty {
        fields.append(builder.bytes(TIFFTag.imageResources, TIFFType.byte, others))
      }
      if let stream = ImageResources.iptc(in: resources), !stream.isEmpty {
        fields.append(builder.bytes(TIFFTag.iptc, TIFFType.undefined, stream))
      }
    }
    if let density = metadata.dotsPerInch, density.x.isFinite, density.y.isFinite {
      fields.append(builder.rational(TIFFTag.xResolution, density.x))
      fields.append(builder.rational(TIFFTag.yResolution, density.y))
      fields.append(builder.short(TIFFTag.resolutionUnit, 2))
    }
    return fields
  }
}
