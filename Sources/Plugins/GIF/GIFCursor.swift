import ConverterCore

/// Goes through the blocks of a file; what is cut off is an error.
struct GIFCursor {
  private var cursor: InputCursor

  init(_ input: InputFile) {
    cursor = InputCursor(input)
  }

  var input: InputFile { cursor.input }
  var offset: Int { cursor.offset }
  var remaining: Int { cursor.remaining }
  var isAtEnd: Bool { cursor.remaining == 0 }

  mutating func byte() throws(ConversionError) -> UInt8 {
    guard let byte = try cursor.byte() else { throw Self.cutOff }
    return byte
  }

  /// A number of two bytes, the least significant first.
  mutating func word() throws(ConversionError) -> Int {
    let low = try byte()
    return Int(low) | Int(try byte()) << 8
  }

  mutating func bytes(_ count: Int) throws(ConversionError) -> [UInt8] {
    guard let bytes = try cursor.bytes(count) else { throw Self.cutOff }
    return bytes
  }

  mutating func skip(_ count: Int) throws(ConversionError) {
    guard cursor.skip(count) else { throw Self.cutOff }
  }

  /// Goes over blocks up to the empty one.
  mutating func skipSubBlocks() throws(ConversionError) {
    while case let count = Int(try byte()), count > 0 { try skip(count) }
  }

  /// The bytes of all blocks up to the empty one; `nil` where they are more than `limit`.
  mutating func subBlocks(limit: Int) throws(ConversionError) -> [UInt8]? {
    var joined: [UInt8]? = []
    while case let count = Int(try byte()), count > 0 {
      let block = try bytes(count)
      if let sum = joined?.count, sum + count > limit { joined = nil }
      joined?.append(contentsOf: block)
    }
    return joined
  }

  private static let cutOff = ConversionError(
    .damagedInput, "the file is cut off: it ends inside a block")
}
