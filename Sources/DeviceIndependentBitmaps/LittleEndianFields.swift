/// Numbers at offsets, the least significant byte first; 0 behind the end, as of fields that a short header lacks.
struct LittleEndianFields {
  let bytes: [UInt8]

  func word(_ offset: Int) -> Int { number(offset, 2) }

  func long(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }

  /// Two's complement.
  func signed(_ offset: Int) -> Int { Int(Int32(bitPattern: long(offset))) }

  private func number(_ offset: Int, _ count: Int) -> Int {
    guard offset + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}

extension [UInt8] {
  /// Adds a number of `count` bytes, the least significant first.
  mutating func append(_ value: Int, _ count: Int) {
    for byte in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
