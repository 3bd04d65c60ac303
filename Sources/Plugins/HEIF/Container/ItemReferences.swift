import ConverterCore

/// Which items are made of, describe or accompany which others (ISO/IEC 14496-12, 8.11.12).
struct ItemReferences: Sendable {
  private struct Key: Hashable {
    let type: FourCC
    let item: UInt32
  }

  private var forward: [Key: [UInt32]] = [:]
  private var backward: [Key: [UInt32]] = [:]

  init() {}

  mutating func add(_ type: FourCC, from item: UInt32, to targets: [UInt32]) {
    forward[Key(type: type, item: item), default: []] += targets
    for target in targets { backward[Key(type: type, item: target), default: []].append(item) }
  }

  /// The items that `item` refers to, in the file's order.
  func targets(of item: UInt32, _ type: FourCC) -> [UInt32] {
    forward[Key(type: type, item: item)] ?? []
  }

  /// The items that refer to `item`, in the file's order.
  func sources(of item: UInt32, _ type: FourCC) -> [UInt32] {
    backward[Key(type: type, item: item)] ?? []
  }

  /// Parses an `iref` box.
  init(parsing reader: FieldReader) throws(ConversionError) {
    var reader = reader
    let width = try reader.fullBoxHeader().version == 0 ? 2 : 4
    while let box = try reader.box() {
      var content = reader.reader(of: box)
      let item = UInt32(try content.integer(width))
      var targets: [UInt32] = []
      for _ in 0..<(try content.uint16()) {
        targets.append(UInt32(try content.integer(width)))
      }
      add(box.type, from: item, to: targets)
    }
  }
}
