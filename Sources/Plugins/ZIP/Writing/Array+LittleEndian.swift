extension [UInt8] {
  /// Adds a number, its lowest byte first, as all numbers in ZIP are.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    for place in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> place))
    }
  }
}
