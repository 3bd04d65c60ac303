extension UInt8 {
  /// Whether it may stand between the tokens of JSON without meaning (RFC 8259, 2).
  @inlinable
  package var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
