internal import CLibArchive

/// The CRC-32 of ISO 3309, as RAR has it, computed by zlib.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      // zlib counts in 32 bits.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      value = UInt32(
        truncatingIfNeeded: crc32(
          UInt(value), part.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(part.count)))
      rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
    }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = CRC32()
    bytes.withUnsafeBytes { checksum.add($0) }
    return checksum.value
  }
}
