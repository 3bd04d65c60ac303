import ConverterCore

/// Where the bytes of an item are (ISO/IEC 14496-12, 8.11.3).
struct ItemLocation: Sendable {
  /// What offsets count from.
  enum Origin: Sendable {
    case file
    /// The `idat` box.
    case itemData
    /// Another item, named by an `iloc` reference.
    case item
  }

  struct Extent: Sendable {
    /// Which `iloc` reference of the item, from 1; only where the origin is an item.
    let reference: Int
    let offset: Int
    /// 0 stands for everything up to the end.
    let length: Int
  }

  let origin: Origin
  /// Whether the bytes are in another file.
  let isExternal: Bool
  let base: Int
  let extents: [Extent]

  /// Parses an `iloc` box of version 0, 1 or 2.
  static func locations(
    parsing reader: FieldReader
  ) throws(ConversionError) -> [UInt32: ItemLocation] {
    var reader = reader
    let version = try reader.fullBoxHeader().version
    guard version <= 2 else {
      throw .unsupported("the iloc box has version \(version), of which fairy knows 0, 1 and 2")
    }
    let sizes = try reader.uint16()
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
    else { throw .damaged("the iloc box gives numbers a size that is not 0, 4 or 8 bytes") }

    var locations: [UInt32: ItemLocation] = [:]
    for _ in 0..<(try reader.integer(version < 2 ? 2 : 4)) {
      let item = UInt32(try reader.integer(version < 2 ? 2 : 4))
      let origin: Origin
      switch version == 0 ? 0 : try reader.uint16() & 15 {
      case 0: origin = .file
      case 1: origin = .itemData
      case 2: origin = .item
      case let method: throw .damaged("item \(item) has the unknown construction method \(method)")
      }
      let isExternal = try reader.uint16() != 0
      let base = try reader.integer(baseSize)
      let count = try reader.uint16()
      // Extents without bytes of their own would cost the file nothing and the reader time.
      guard count <= 1 || offsetSize + lengthSize + indexSize > 0 else {
        throw .damaged("the iloc box gives item \(item) \(count) parts that say nothing")
      }
      var extents: [Extent] = []
      for _ in 0..<count {
        extents.append(
          Extent(
            reference: try reader.integer(indexSize),
            offset: try reader.integer(offsetSize),
            length: try reader.integer(lengthSize)))
      }
      locations[item] = ItemLocation(
        origin: origin, isExternal: isExternal, base: base, extents: extents)
    }
    return locations
  }
}
