/// Deflate without compression (RFC 1951, section 3.2.4).
enum StoredBlocks {
  /// What ends a stream whose blocks all ended at a full byte: an empty last block with fixed codes.
  static let end: [UInt8] = [0x03, 0x00]

  private static let maximumLength = 0xFFFF

  /// The bytes as blocks that others follow.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + maximumLength - 1) / maximumLength
    var packed: [UInt8] = []
    packed.reserveCapacity(bytes.count + 5 * count)
    for start in stride(from: 0, to: bytes.count, by: maximumLength) {
      let part = bytes[start..<min(start + maximumLength, bytes.count)]
      packed.append(0)
      packed.append(littleEndian: UInt16(truncatingIfNeeded: part.count))
      packed.append(littleEndian: ~UInt16(truncatingIfNeeded: part.count))
      packed.append(contentsOf: part)
    }
    return packed
  }
}
