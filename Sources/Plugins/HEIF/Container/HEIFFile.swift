import ConverterCore

/// What an HEIF or AVIF file says of its items, before anything is decoded
/// (ISO/IEC 23008-12; ISO/IEC 14496-12).
struct HEIFFile: Sendable {
  /// The whole file.
  let bytes: [UInt8]
  /// Major brand first.
  var brands: [FourCC] = []
  /// Of the major brand; files with a `mini` box name their codec here.
  var minorVersion: FourCC = "\0\0\0\0"
  var primaryItem: UInt32?
  /// In the file's order, each identifier once.
  private(set) var items: [ItemInformation] = []
  var locations: [UInt32: ItemLocation] = [:]
  var references = ItemReferences()
  /// A property's index counts from 1 here, whatever box it was, `free` ones too.
  var properties: [ItemProperty] = []
  var associations: [UInt32: [PropertyAssociation]] = [:]
  var groups: [EntityGroup] = []
  var tracks: [ImageSequenceTrack] = []
  /// The content of the `idat` box.
  var itemData: Range<Int>?

  private var indices: [UInt32: Int] = [:]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Throws: `damagedInput` when there is an item with this identifier already.
  mutating func add(_ item: ItemInformation) throws(ConversionError) {
    guard indices.updateValue(items.count, forKey: item.id) == nil else {
      throw .damaged("there are two items with the number \(item.id)")
    }
    items.append(item)
  }

  func item(_ id: UInt32) -> ItemInformation? {
    indices[id].map { items[$0] }
  }

  /// The properties of an item in the order of their association, which is the order in which
  /// transformations apply.
  ///
  /// - Throws: `damagedInput` for a property that does not exist, `unsupportedContent` for an
  ///   essential one that is not understood (ISO/IEC 23008-12, 9.3.1).
  func properties(of item: UInt32) throws(ConversionError) -> [ItemProperty] {
    var found: [ItemProperty] = []
    for association in associations[item] ?? [] where association.index != 0 {
      guard association.index <= properties.count else {
        throw .damaged(
          "item \(item) has property \(association.index), but there are only \(properties.count)")
      }
      let property = properties[association.index - 1]
      if case .other(let type) = property, association.isEssential, !property.isUnderstood {
        throw .unsupported(
          "item \(item) must not be shown by readers that do not know its property \(type)")
      }
      found.append(property)
    }
    return found
  }

  /// The bytes of an item, its parts joined.
  ///
  /// - Throws: `damagedInput` when they are not all in the file, `unsupportedContent` when they are
  ///   encrypted or in another file.
  func data(of item: UInt32) throws(ConversionError) -> [UInt8] {
    try data(of: item, through: [])
  }

  /// Checks that no item reaches past the end of the file, so that a file which was cut off is
  /// noticed before anything of it is shown.
  func checkExtents() throws(ConversionError) {
    for item in items {
      guard let location = locations[item.id], case .file = location.origin, !location.isExternal
      else { continue }
      for extent in location.extents {
        _ = try Self.range(of: extent, location, in: 0..<bytes.count, item: item.id)
      }
    }
  }

  private func data(of item: UInt32, through visited: [UInt32]) throws(ConversionError) -> [UInt8] {
    guard let location = locations[item] else {
      throw .damaged("item \(item) has no place in the file")
    }
    guard self.item(item)?.isProtected != true else {
      throw .unsupported("item \(item) is encrypted")
    }
    guard !location.isExternal else {
      throw .unsupported("the bytes of item \(item) are in another file")
    }
    guard visited.count < 8, !visited.contains(item) else {
      throw .damaged("item \(item) takes its bytes from items that take theirs from it")
    }
    var joined: [UInt8] = []
    for extent in location.extents {
      let part: ArraySlice<UInt8>
      switch location.origin {
      case .file:
        part = bytes[try Self.range(of: extent, location, in: 0..<bytes.count, item: item)]
      case .itemData:
        guard let itemData else {
          throw .damaged("item \(item) lies in an idat box that is missing")
        }
        part = bytes[try Self.range(of: extent, location, in: itemData, item: item)]
      case .item:
        let sources = references.targets(of: item, "iloc")
        guard sources.indices.contains(extent.reference - 1) else {
          throw .damaged("item \(item) takes bytes from an item that it does not refer to")
        }
        let source = try data(of: sources[extent.reference - 1], through: visited + [item])
        part = source[try Self.range(of: extent, location, in: 0..<source.count, item: item)]
      }
      // Parts may repeat bytes, but no picture needs more of them than the file has.
      guard joined.count + part.count <= bytes.count else {
        throw .damaged("the parts of item \(item) add up to more bytes than the file has")
      }
      joined += part
    }
    return joined
  }

  private static func range(
    of extent: ItemLocation.Extent, _ location: ItemLocation, in space: Range<Int>, item: UInt32
  ) throws(ConversionError) -> Range<Int> {
    let (offset, overflow) = location.base.addingReportingOverflow(extent.offset)
    guard !overflow, offset <= space.count, extent.length <= space.count - offset else {
      throw .damaged("the bytes of item \(item) go past the end of the file: it was cut off")
    }
    let start = space.lowerBound + offset
    return start..<(extent.length == 0 ? space.upperBound : start + extent.length)
  }
}
