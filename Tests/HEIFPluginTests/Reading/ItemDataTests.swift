import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Items that take their bytes from items: the work must not multiply with every level.
@Suite struct ItemDataTests {
  /// Items 1…`levels`, each made of `parts` bytes of the one before it.
  static func chain(levels: UInt32, parts: Int) throws -> HEIFFile {
    var file = HEIFFile(bytes: Array(repeating: 7, count: 4096))
    for id in 1...levels {
      try file.add(ItemInformation(id: id, type: "mime"))
      file.locations[id] = ItemLocation(
        origin: id == 1 ? .file : .item, isExternal: false, base: 0,
        extents: (0..<parts).map { .init(reference: 1, offset: $0, length: 1) })
      if id > 1 { file.references.add("iloc", from: id, to: [id - 1]) }
    }
    return file
  }

  @Test func everySourceIsReadOnce() throws {
    // Read for every part, the first item would be read 60⁷ times.
    let file = try Self.chain(levels: 8, parts: 60)
    #expect(try file.data(of: 8, in: context()) == Array(repeating: 7, count: 60))
  }

  @Test func nineLevelsAreTooMany() throws {
    let file = try Self.chain(levels: 9, parts: 1)
    #expect(throws: ConversionError.self) { try file.data(of: 9, in: context()) }
  }

  @Test func sourcesTogetherTakeNoMoreThanTheFileIsWorth() throws {
    for (sources, isAllowed) in [(7, true), (8, false)] {
      var file = HEIFFile(bytes: Array(repeating: 7, count: 4096))
      // One byte of each of many items, and every one of them is the whole file.
      for id in 2..<UInt32(2 + sources) {
        try file.add(ItemInformation(id: id, type: "mime"))
        file.locations[id] = ItemLocation(
          origin: .file, isExternal: false, base: 0,
          extents: [.init(reference: 0, offset: 0, length: 0)])
        file.references.add("iloc", from: 1, to: [id])
      }
      file.locations[1] = ItemLocation(
        origin: .item, isExternal: false, base: 0,
        extents: (0..<sources).map { .init(reference: $0 + 1, offset: 0, length: 1) })
      let bytes = try? file.data(of: 1, in: context())
      #expect(bytes == (isAllowed ? Array(repeating: 7, count: sources) : nil))
    }
  }

  @Test func theTimeLimitIsAsked() throws {
    var limits = Limits()
    limits.seconds = 0
    let file = try Self.chain(levels: 2, parts: 1)
    let context = try context(limits: limits)
    let error = #expect(throws: ConversionError.self) { try file.data(of: 2, in: context) }
    #expect(error?.code == .limitExceeded)
  }
}
