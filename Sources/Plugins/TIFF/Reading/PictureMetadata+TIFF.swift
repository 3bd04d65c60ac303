import ConverterCore
import PictureModel
import TIFFStructure

extension PictureMetadata {
  init(_ directory: TIFFDirectory, in context: ConversionContext) throws(ConversionError) {
    self.init()
    let byteCount = [TIFFTag.xmp, TIFFTag.imageResources, TIFFTag.iptc, TIFFTag.profile]
      .compactMap { directory.fields[$0]?.bytes.count }
      .filter { $0 <= TIFFDirectory.largestValue }.reduce(0, +)
    try context.limits.check(.memory, 2 * byteCount, for: "the metadata of a page")
    exif = try directory.exif()
    xmp = try directory.bytes(TIFFTag.xmp)
    var resources = try directory.bytes(TIFFTag.imageResources) ?? []
    if !resources.starts(with: Array("8BIM".utf8)) { resources = [] }
    if ImageResources.iptc(in: resources) == nil, let stream = try directory.bytes(TIFFTag.iptc) {
      resources = (Self.block(iptc: stream) ?? []) + resources
    }
    iptc = resources.isEmpty ? nil : resources
    dotsPerInch = try Self.dotsPerInch(directory)
  }

  /// Photoshop writes the stream as numbers of 32 bits, which others swap with the file.
  private static func block(iptc stream: [UInt8]) -> [UInt8]? {
    if stream.first != 0x1C, stream.count >= 4, stream[3] == 0x1C {
      let swapped = stride(from: 0, to: stream.count & ~3, by: 4).flatMap { start in
        stream[start..<start + 4].reversed()
      }
      return ImageResources.block(iptc: swapped)
    }
    return ImageResources.block(iptc: stream)
  }

  private static func dotsPerInch(
    _ directory: TIFFDirectory
  ) throws(ConversionError) -> (x: Double, y: Double)? {
    let factors = [2: 1.0, 3: 2.54]
    guard let factor = factors[try directory.integer(TIFFTag.resolutionUnit) ?? 2],
      let x = try directory.number(TIFFTag.xResolution),
      let y = try directory.number(TIFFTag.yResolution), x > 0, y > 0, x.isFinite, y.isFinite
    else { return nil }
    return (x * factor, y * factor)
  }
}
