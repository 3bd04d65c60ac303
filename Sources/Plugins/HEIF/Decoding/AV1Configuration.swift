import ConverterCore
import PictureModel

/// An `av1C` property (AV1 Codec ISO Media File Format Binding, 2.3).
struct AV1Configuration: Sendable {
  let subsampling: ChromaSubsampling
  let bitDepth: Int
  /// OBUs to be put before those of an item that lacks a sequence header.
  let configurationUnits: [UInt8]

  init(parsing reader: ByteReader) throws(ConversionError) {
    var reader = reader
    guard try reader.uint8() == 0x81 else {
      throw .unsupported("an av1C property has a version that fairy does not know")
    }
    try reader.skip(1)
    let bits = try reader.uint8()
    try reader.skip(1)
    let isDeep = bits & 0x40 != 0
    let isTwelve = bits & 0x20 != 0
    bitDepth = isDeep ? (isTwelve ? 12 : 10) : 8
    subsampling =
      switch (bits & 0x10 != 0, bits & 0x08 != 0, bits & 0x04 != 0) {
      case (true, _, _): .monochrome
      case (_, true, true): .s420
      case (_, true, false): .s422
      case (_, false, true): throw .damaged("AV1 knows no 4:4:0 pictures")
      case (_, false, false): .s444
      }
    configurationUnits = try reader.array(reader.remaining)
  }

  /// The OBUs of an item, after those of the property if the item has no sequence header.
  func complete(_ data: [UInt8]) -> [UInt8] {
    configurationUnits.isEmpty || Self.hasSequenceHeader(data) ? data : configurationUnits + data
  }

  /// Looks at the headers of OBUs (AV1 specification, 5.3); stops where they are damaged.
  private static func hasSequenceHeader(_ units: [UInt8]) -> Bool {
    var position = 0
    while position < units.count {
      let header = units[position]
      if header >> 3 & 15 == 1 { return true }
      position += header & 4 != 0 ? 2 : 1
      guard header & 2 != 0 else { return false }
      var size = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard position < units.count else { return false }
        let byte = units[position]
        position += 1
        size |= Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { break }
      }
      position += size
    }
    return false
  }
}
