/// The checksum of ISO 3309, as ZIP and yEnc have it.
struct CRC32 {
  private static let table = (UInt32(0)..<256).map { index in
    (0..<8).reduce(index) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  private var state = ~UInt32(0)

  var value: UInt32 { ~state }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    state = Self.table.withUnsafeBufferPointer { table in
      var state = state
      for byte in bytes {
        state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
      }
      return state
    }
  }
}
