import ConverterCore

/// Integers within bytes that nobody vouches for: an offset outside them gives `nil`.
struct BoundedBytes {
  let bytes: [UInt8]
  let isBigEndian: Bool

  init(_ bytes: [UInt8], bigEndian: Bool = true) {
    self.bytes = bytes
    isBigEndian = bigEndian
  }

  var count: Int { bytes.count }

  private var order: ByteOrder { isBigEndian ? .big : .little }

  func uint16(at offset: Int) -> Int? { bytes.number(at: offset, width: 2, order) }

  func uint32(at offset: Int) -> Int? { bytes.number(at: offset, width: 4, order) }

  func int32(at offset: Int) -> Int? {
    uint32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// `length` bytes from `offset` on, if all of them are there.
  func range(at offset: Int, length: Int) -> Range<Int>? {
    bytes.range(at: offset, length: length)
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
