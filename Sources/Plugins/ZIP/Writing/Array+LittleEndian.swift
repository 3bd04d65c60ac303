extension [UInt8] {
  /// Adds a number, its lowest byte first, as all numbers in ZIP are.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
