import ConverterCore

/// Numbers that did not fit into the 32 bits of a header (APPNOTE 4.5.3).
struct ZIP64Sizes {
  var byteCount: Int
  var compressedByteCount: Int
  /// `nil` in a local header, which has none.
  var offset: Int?

  /// Whether one of them stands in the extra field.
  var isIncomplete: Bool {
    byteCount == 0xFFFF_FFFF || compressedByteCount == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
  }

  /// Takes what is missing from the field, where the numbers follow in this order.
  ///
  /// - Returns: whether all were there, and not beyond what a file can hold.
  mutating func complete(from bytes: Span<UInt8>, _ field: Range<Int>) -> Bool {
    var position = field.lowerBound
    func next() -> Int? {
      guard position + 8 <= field.upperBound else { return nil }
      defer { position += 8 }
      return Int(exactly: bytes.uint64(at: position))
    }
    if byteCount == 0xFFFF_FFFF {
      guard let value = next() else { return false }
      byteCount = value
    }
    if compressedByteCount == 0xFFFF_FFFF {
      guard let value = next() else { return false }
      compressedByteCount = value
    }
    if offset == 0xFFFF_FFFF {
      guard let value = next() else { return false }
      offset = value
    }
    return true
  }
}
