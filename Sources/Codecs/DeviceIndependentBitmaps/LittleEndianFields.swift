import ConverterCore

/// Numbers at offsets, the least significant byte first; 0 behind the end, as of fields that a short header lacks.
struct LittleEndianFields {
  let bytes: [UInt8]

  func word(_ offset: Int) -> Int { bytes.number(at: offset, width: 2, .little) ?? 0 }

  func long(_ offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.number(at: offset, width: 4, .little) ?? 0)
  }

  /// Two's complement.
  func signed(_ offset: Int) -> Int { Int(Int32(bitPattern: long(offset))) }
}

extension [UInt8] {
  /// Adds a number of `count` bytes, the least significant first.
  mutating func append(_ value: Int, _ count: Int) {
    for byte in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
