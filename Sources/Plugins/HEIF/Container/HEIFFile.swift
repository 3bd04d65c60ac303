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
}
