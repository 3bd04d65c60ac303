import ConverterCore

/// Fields of a header, least significant byte first (APPNOTE 4.4.1.1).
///
/// Callers have made sure that the fields lie within the bytes: an offset out of bounds stops the program.
extension Span<UInt8> {
  func uint16(at offset: Int) -> UInt16 { littleEndian(at: offset) }

  func uint32(at offset: Int) -> UInt32 { littleEndian(at: offset) }

  func uint64(at offset: Int) -> UInt64 { littleEndian(at: offset) }
}

/// The same as `Int`, for what is read rarely.
extension [UInt8] {
  func uint16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  func uint32(at offset: Int) -> Int { uint16(at: offset) | uint16(at: offset + 2) << 16 }

  /// `nil` for what no file can reach.
  func uint64(at offset: Int) -> Int? {
    let high = uint32(at: offset + 4)
    return high > 0x7FFF_FFFF ? nil : uint32(at: offset) | high << 32
  }
}

/// What headers begin with.
enum Signature {
  static let localHeader = 0x0403_4b50
  static let centralRecord = 0x0201_4b50
  static let endRecord = 0x0605_4b50
  static let zip64EndRecord = 0x0606_4b50
  static let zip64Locator = 0x0706_4b50
}

extension InputFile {
  /// Exactly `count` bytes from `offset`; `nil` where the file does not have them.
  func bytes(at offset: Int, count: Int) throws(ConversionError) -> [UInt8]? {
    guard offset >= 0, count >= 0, count <= byteCount, offset <= byteCount - count else {
      return nil
    }
    let bytes = try read(at: offset, count: count)
    return bytes.count == count ? bytes : nil
  }

  /// Whether four bytes stand at `offset`.
  func has(_ signature: Int, at offset: Int) throws(ConversionError) -> Bool {
    try bytes(at: offset, count: 4)?.uint32(at: 0) == signature
  }
}
