import ConverterCore
import PictureModel

extension HEIFFile {
  /// Turns a `mini` box into the items and properties that it stands for.
  mutating func readMinimizedImage(_ reader: FieldReader) throws(ConversionError) {
    let image = try MinimizedImage(parsing: bytes, at: reader.offset..<reader.end)
    let codec = if let codec = image.codec { codec } else { try impliedCodec() }
    let transformations = Self.transformations(image.orientation)
    let (mainItem, alphaItem, toneMapItem, gainMapItem, exifItem, xmpItem):
      (
        UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
      ) = (1, 2, 3, 4, 6, 7)

    func configuration(_ part: MinimizedImage.Part) throws(ConversionError) -> ItemProperty {
      try ItemProperty(
        parsing: Box(type: codec.configuration, content: part.configuration),
        in: FieldReader(bytes, in: 0..<bytes.count, subject: "the mini box"))
    }
    primaryItem = mainItem
    var colours: [ItemProperty] = [.colour(.codePoints(image.colour))]
    if let profile = image.profile { colours.append(.colour(.profile(Array(bytes[profile])))) }
    let size = ItemProperty.spatialExtents(width: image.width, height: image.height)
    try add(
      mainItem, codec.item, at: image.main.data,
      [try configuration(image.main), size] + colours + transformations)
    if let alpha = image.alpha {
      let type = ItemProperty.auxiliaryType("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
      try add(
        alphaItem, codec.item, at: alpha.data,
        [try configuration(alpha), size, type] + transformations)
      references.add("auxl", from: alphaItem, to: [mainItem])
      if image.isPremultiplied { references.add("prem", from: mainItem, to: [alphaItem]) }
    }
    if let gainMap = image.gainMap {
      let extents = ItemProperty.spatialExtents(
        width: image.gainMapSize.width, height: image.gainMapSize.height)
      try add(
        gainMapItem, codec.item, at: gainMap.data,
        [try configuration(gainMap), extents, .colour(.codePoints(image.gainMapColour))]
          + transformations)
      try add(toneMapItem, "tmap", at: 0..<0, [])
      references.add("dimg", from: toneMapItem, to: [mainItem, gainMapItem])
      groups.append(EntityGroup(type: "altr", entities: [toneMapItem, mainItem]))
    }
    if let exif = image.exif {
      try add(exifItem, "Exif", at: exif, [])
      references.add("cdsc", from: exifItem, to: [mainItem])
    }
    if let xmp = image.xmp {
      try add(xmpItem, "mime", contentType: "application/rdf+xml", at: xmp, [])
      references.add("cdsc", from: xmpItem, to: [mainItem])
    }
  }

  /// The minor version of a `mif3` file names the brand, which names the codec.
  private func impliedCodec() throws(ConversionError) -> (item: FourCC, configuration: FourCC) {
    switch minorVersion {
    case "avif": return ("av01", "av1C")
    case "heic", "heix": return ("hvc1", "hvcC")
    case let brand:
      throw .unsupported("the mini box holds a picture of the kind \"\(brand)\"")
    }
  }

  /// irot, then imir, as the box is defined to stand for.
  private static func transformations(_ orientation: Orientation) -> [ItemProperty] {
    switch orientation {
    case .upright: []
    case .mirrored: [.mirror(.leftToRight)]
    case .rotated180: [.rotation(quarterTurns: 2)]
    case .flipped: [.mirror(.topToBottom)]
    case .transposed: [.rotation(quarterTurns: 1), .mirror(.topToBottom)]
    case .rotated90: [.rotation(quarterTurns: 3)]
    case .transversed: [.rotation(quarterTurns: 1), .mirror(.leftToRight)]
    case .rotated270: [.rotation(quarterTurns: 1)]
    }
  }

  private mutating func add(
    _ id: UInt32, _ type: FourCC, contentType: String = "", at range: Range<Int>,
    _ itemProperties: [ItemProperty]
  ) throws(ConversionError) {
    var item = ItemInformation(id: id, type: type)
    item.contentType = contentType
    try add(item)
    // A length of 0 would stand for everything up to the end.
    locations[id] = ItemLocation(
      origin: .file, isExternal: false, base: 0,
      extents: range.isEmpty
        ? [] : [.init(reference: 0, offset: range.lowerBound, length: range.count)])
    for property in itemProperties {
      properties.append(property)
      associations[id, default: []].append(
        PropertyAssociation(index: properties.count, isEssential: false))
    }
  }
}
