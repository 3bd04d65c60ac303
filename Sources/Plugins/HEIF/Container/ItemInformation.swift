import ConverterCore

/// What kind of thing an item is (ISO/IEC 14496-12, 8.11.6).
struct ItemInformation: Sendable, Equatable {
  let id: UInt32
  /// `hvc1`, `grid`, `Exif`, …
  var type: FourCC
  /// Not meant to be shown by itself: a tile, the base of a derived picture.
  var isHidden = false
  var isProtected = false
  /// The media type of a `mime` item.
  var contentType = ""
  /// `gzip`, `deflate` or nothing.
  var contentEncoding = ""

  init(id: UInt32, type: FourCC) {
    self.id = id
    self.type = type
  }

  /// Parses an `iinf` box and its `infe` entries of versions 2 and 3.
  static func items(parsing reader: FieldReader) throws(ConversionError) -> [ItemInformation] {
    var reader = reader
    try reader.skip(try reader.fullBoxHeader().version == 0 ? 2 : 4)
    var items: [ItemInformation] = []
    while let box = try reader.box() {
      guard box.type == "infe" else { continue }
      var entry = reader.reader(of: box)
      let header = try entry.fullBoxHeader()
      // Versions 0 and 1 name no item type: they cannot be pictures.
      guard header.version >= 2 else { continue }
      let id = UInt32(try entry.integer(header.version == 2 ? 2 : 4))
      let protection = try entry.uint16()
      var item = ItemInformation(id: id, type: try entry.fourCC())
      item.isHidden = header.flags & 1 == 1
      item.isProtected = protection != 0
      _ = entry.string()
      if item.type == "mime" {
        item.contentType = entry.string()
        item.contentEncoding = entry.string()
      }
      items.append(item)
    }
    return items
  }
}
