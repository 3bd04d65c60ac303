extension JSONValue {
  /// Reads exactly one value, as RFC 8259 has it and no more leniently.
  ///
  /// An object that has a key twice is refused, for two readers would read two different things.
  /// A number keeps its digits: what `Int` and `Double` would write differently is a
  /// ``JSONValue/literal(_:)``, so that ``JSONValue/description`` gives the number back as it was.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - nesting: how many arrays and objects may stand within each other; more than 512 are never read.
  /// - Throws: `damagedInput` with the byte offset and what was expected there.
  public init(parsing bytes: [UInt8], nesting: Int = 32) throws(ConversionError) {
    try self.init(parsing: bytes.span, nesting: nesting)
  }

  /// Reads exactly one value out of a part of a larger buffer.
  ///
  /// - Throws: `damagedInput` with the byte offset in `bytes` and what was expected there.
  public init(
    parsing bytes: Span<UInt8>, nesting: Int = 32
  ) throws(ConversionError) {
    var reader = JSONReader(bytes, nesting: nesting)
    self = try reader.document()
  }
}
