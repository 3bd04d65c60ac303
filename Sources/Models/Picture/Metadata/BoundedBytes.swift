/// Integers within bytes that nobody vouches for: an offset outside them gives `nil`.
struct BoundedBytes {
  let bytes: [UInt8]
  let isBigEndian: Bool

  init(_ bytes: [UInt8], bigEndian: Bool = true) {
    self.bytes = bytes
    isBigEndian = bigEndian
  }

  var count: Int { bytes.count }

  func uint16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  func uint32(at offset: Int) -> Int? {
    guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else { return nil }
    return isBigEndian ? first << 16 | second : second << 16 | first
  }

  func int32(at offset: Int) -> Int? {
    uint32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// `length` bytes from `offset` on, if all of them are there.
  func range(at offset: Int, length: Int) -> Range<Int>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return offset..<offset + length
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of `value`, in either order.
  mutating func append(_ value: Int, size: Int, bigEndian: Bool) {
    for index in 0..<size {
      let shift = 8 * (bigEndian ? size - 1 - index : index)
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
