import ConverterCore

/// Items that belong together: alternatives, the pictures of a stereo pair
/// (ISO/IEC 14496-12, 8.15; ISO/IEC 23008-12, 6.8).
struct EntityGroup: Sendable, Equatable {
  /// `altr`, `ster`, …
  let type: FourCC
  let entities: [UInt32]

  /// Parses the groups of a `grpl` box.
  static func groups(parsing reader: FieldReader) throws(ConversionError) -> [EntityGroup] {
    var reader = reader
    var groups: [EntityGroup] = []
    while let box = try reader.box() {
      var content = reader.reader(of: box)
      _ = try content.fullBoxHeader()
      try content.skip(4)
      var entities: [UInt32] = []
      for _ in 0..<(try content.integer(4)) { entities.append(try content.uint32()) }
      groups.append(EntityGroup(type: box.type, entities: entities))
    }
    return groups
  }
}
