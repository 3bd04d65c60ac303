import ConverterCore
import PictureModel

/// An `av1C` property (AV1 Codec ISO Media File Format Binding, 2.3). What it says of the samples is only
/// believed where the data have no sequence header: files are known in which the two differ.
struct AV1Configuration: Sendable {
  /// `nil` for what AV1 does not know.
  let subsampling: ChromaSubsampling?
  let bitDepth: Int
  /// OBUs to be put before those of an item that lacks a sequence header.
  let configurationUnits: [UInt8]

  init(parsing reader: FieldReader) throws(ConversionError) {
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
      case (_, false, true): nil
      case (_, false, false): .s444
      }
    configurationUnits = try reader.array(reader.remaining)
  }

  /// The OBUs of an item, after those of the property if the item has no sequence header.
  func complete(_ data: [UInt8]) -> [UInt8] {
    configurationUnits.isEmpty || AV1Units(data).contains { $0.type == 1 }
      ? data : configurationUnits + data
  }
}
