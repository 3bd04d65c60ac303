import ConverterCore

/// The status of a program as its worker gets it.
extension Int32 {
  var littleEndianBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }

  /// `nil` for more bytes, or fewer.
  init?(littleEndianBytes bytes: [UInt8]) {
    guard bytes.count == 4 else { return nil }
    self = bytes.span.littleEndian(at: 0)
  }
}
