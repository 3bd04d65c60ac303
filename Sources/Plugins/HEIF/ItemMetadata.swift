import ConverterCore
import PictureModel

/// Exif, XMP and IPTC that describe an item (ISO/IEC 23008-12, annex A).
enum ItemMetadata {
  static func metadata(
    of id: UInt32, in file: HEIFFile, _ context: ConversionContext
  ) throws(ConversionError) -> PictureMetadata {
    var metadata = PictureMetadata()
    for source in describing(id, in: file) {
      guard let item = file.item(source) else { continue }
      switch (item.type, item.contentType) {
      case ("Exif", _) where metadata.exif == nil:
        metadata.exif = exif(try file.data(of: source, in: context))
        if metadata.exif == nil { context.warn("an Exif item holds no Exif data") }
      case ("mime", "application/rdf+xml") where metadata.xmp == nil:
        guard item.contentEncoding.isEmpty else {
          context.note(
            "xmp", .dropped, why: "it is compressed in the file, which fairy cannot read")
          continue
        }
        metadata.xmp = try file.data(of: source, in: context)
      case ("iptc", _) where metadata.iptc == nil:
        metadata.iptc = ImageResources.block(iptc: try file.data(of: source, in: context))
      default:
        break
      }
    }
    return metadata
  }

  /// The items that refer to `id` as what they describe; for the primary picture of a file without
  /// such references, all.
  private static func describing(_ id: UInt32, in file: HEIFFile) -> [UInt32] {
    let sources = file.references.sources(of: id, "cdsc")
    guard sources.isEmpty, id == file.primaryItem else { return sources }
    return file.items.map(\.id).filter { file.references.targets(of: $0, "cdsc").isEmpty }
  }

  /// The TIFF stream of an Exif item, which begins with its own offset (A.2.1); `nil` if there is
  /// none.
  ///
  /// Some writers count the offset wrong, so the place it leads to is checked, then others are tried.
  static func exif(_ data: [UInt8]) -> [UInt8]? {
    guard data.count >= 8, let stated = data.number(at: 0, width: 4, .big) else { return nil }
    return [4 + stated, 0, 4, 6, 10].lazy.map { data.dropFirst($0) }
      .first { $0.count >= 8 && Exif.beginsStream($0) }.map(Array.init)
  }
}
