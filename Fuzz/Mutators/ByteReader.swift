/// Numbers in bytes, as formats write them.
struct ByteReader {
  let bytes: [UInt8]

  /// `nil` beyond the end.
  func little(_ position: Int, _ count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// `nil` beyond the end, and for more than fits.
  func big(_ position: Int, _ count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    let value = bytes[position..<position + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// `nil` where not all of it is there.
  func slice(_ position: Int, _ count: Int) -> [UInt8]? {
    guard position >= 0, count >= 0, count <= bytes.count - position else { return nil }
    return Array(bytes[position..<position + count])
  }
}

extension [UInt8] {
  mutating func append(little value: Int, _ count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  mutating func append(big value: Int, _ count: Int) {
    for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}

/// CRC-32 (ISO 3309).
enum Checksum {
  private static let table = (UInt32(0)..<256).map { index in
    (0..<8).reduce(index) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
  }

  static func crc32(_ bytes: [UInt8]) -> Int {
    let remainder = bytes.reduce(~0 as UInt32) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    return Int(~remainder)
  }
}
