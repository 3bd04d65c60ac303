extension UInt8 {
  /// Whether it may stand between the tokens of JSON without meaning (RFC 8259, 2).
  @inlinable
  package var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  @inlinable
  package var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self &- UInt8(ascii: "a")) &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self &- UInt8(ascii: "A")) &+ 10
    default: nil
    }
  }
}
