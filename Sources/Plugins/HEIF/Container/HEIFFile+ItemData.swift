import ConverterCore

extension HEIFFile {
  /// The bytes of an item, its parts joined.
  ///
  /// - Throws: `damagedInput` when they are not all in the file, `unsupportedContent` when they are
  ///   encrypted or in another file; what ``ConversionContext/checkpoint(_:)`` throws.
  func data(
    of item: UInt32, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    var assembly = ItemAssembly(self, context)
    return try assembly.data(of: item)
  }

  /// Checks that no item reaches past the end of the file, so that a file which was cut off is
  /// noticed before anything of it is shown.
  func checkExtents() throws(ConversionError) {
    for item in items {
      guard let location = locations[item.id], case .file = location.origin, !location.isExternal
      else { continue }
      for extent in location.extents {
        _ = try extent.range(location, in: 0..<bytes.count, item: item.id)
      }
    }
  }
}

/// Joins the parts of one item, and of the items that it takes bytes from, each of them once.
private struct ItemAssembly {
  private let file: HEIFFile
  private let context: ConversionContext
  private var finished: [UInt32: [UInt8]] = [:]
  /// The items that wait for the one being joined, outermost first.
  private var waiting: [UInt32] = []
  /// Bytes that may still be copied.
  private var allowance: Int

  /// How often each byte of the file may pass from item to item.
  private static let depthLimit = 8

  init(_ file: HEIFFile, _ context: ConversionContext) {
    self.file = file
    self.context = context
    allowance = file.bytes.count * Self.depthLimit
  }

  mutating func data(of item: UInt32) throws(ConversionError) -> [UInt8] {
    if let bytes = finished[item] { return bytes }
    try context.checkpoint()
    guard let location = file.locations[item] else {
      throw .damaged("item \(item) has no place in the file")
    }
    guard file.item(item)?.isProtected != true else {
      throw .unsupported("item \(item) is encrypted")
    }
    guard !location.isExternal else {
      throw .unsupported("the bytes of item \(item) are in another file")
    }
    guard waiting.count < Self.depthLimit, !waiting.contains(item) else {
      throw .damaged("item \(item) takes its bytes from items that take theirs from it")
    }
    waiting.append(item)
    let joined = try join(location, of: item)
    waiting.removeLast()
    finished[item] = joined
    return joined
  }

  private mutating func join(
    _ location: ItemLocation, of item: UInt32
  ) throws(ConversionError) -> [UInt8] {
    let sources = file.references.targets(of: item, "iloc")
    var joined: [UInt8] = []
    for extent in location.extents {
      let part: ArraySlice<UInt8>
      switch location.origin {
      case .file:
        part = file.bytes[try extent.range(location, in: 0..<file.bytes.count, item: item)]
      case .itemData:
        guard let itemData = file.itemData else {
          throw .damaged("item \(item) lies in an idat box that is missing")
        }
        part = file.bytes[try extent.range(location, in: itemData, item: item)]
      case .item:
        guard sources.indices.contains(extent.reference - 1) else {
          throw .damaged("item \(item) takes bytes from an item that it does not refer to")
        }
        let source = try data(of: sources[extent.reference - 1])
        part = source[try extent.range(location, in: 0..<source.count, item: item)]
      }
      // Parts may repeat bytes, but no picture needs more of them than the file has.
      guard part.count <= file.bytes.count - joined.count, part.count <= allowance else {
        throw .damaged("the parts of item \(item) add up to more bytes than the file has")
      }
      allowance -= part.count
      joined += part
    }
    return joined
  }
}

extension ItemLocation.Extent {
  /// Where the extent lies within `space`.
  fileprivate func range(
    _ location: ItemLocation, in space: Range<Int>, item: UInt32
  ) throws(ConversionError) -> Range<Int> {
    let (start, overflow) = location.base.addingReportingOverflow(offset)
    guard !overflow, start <= space.count, length <= space.count - start else {
      throw .damaged("the bytes of item \(item) go past the end of the file: it was cut off")
    }
    let first = space.lowerBound + start
    return first..<(length == 0 ? space.upperBound : first + length)
  }
}
