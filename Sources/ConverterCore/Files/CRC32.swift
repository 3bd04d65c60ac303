/// The checksum of ISO 3309, as ZIP and yEnc have it.
package struct CRC32 {
  /// What each byte makes of the remainder 0 (polynomial 0xEDB88320).
  package static let table = (UInt32(0)..<256).map { index in
    (0..<8).reduce(index) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  /// What is left of the bytes so far, which some formats take for the checksum as it is.
  package private(set) var remainder: UInt32

  /// - Parameter remainder: before the first byte.
  package init(remainder: UInt32 = ~0) { self.remainder = remainder }

  package var value: UInt32 { ~remainder }

  package mutating func add(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    var state = remainder
    for place in bytes.indices {
      let index = Int(UInt8(truncatingIfNeeded: state) ^ bytes[place])
      // The table has an element for each byte that there is.
      state = unsafe state >> 8 ^ table[unchecked: index]
    }
    remainder = state
  }
}
