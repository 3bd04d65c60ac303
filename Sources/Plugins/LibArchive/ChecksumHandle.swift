internal import CLibArchive
import ConverterCore

/// The CRC-32 of ISO 3309, as RAR has it, computed by zlib.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: Span<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      // zlib counts in 32 bits, and reads the part alone.
      let part = rest.prefix(1 << 30)
      value = unsafe part.withUnsafeBufferPointer {
        unsafe UInt32(truncatingIfNeeded: crc32(UInt(value), $0.baseAddress, UInt32($0.count)))
      }
      rest = rest.dropFirst(part.count)
    }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = CRC32()
    checksum.add(bytes.span)
    return checksum.value
  }
}
