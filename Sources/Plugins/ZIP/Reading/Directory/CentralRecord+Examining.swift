import ConverterCore

extension CentralRecord {
  /// Finds out what is in the name.
  mutating func examineName(_ bytes: Span<UInt8>) {
    var union: UInt8 = 0
    let name = bytes.extracting(name)
    for place in name.indices {
      let byte = name[place]
      union |= byte
      if byte == UInt8(ascii: "\\") { hasBackslash = true }
    }
    if union >= 0x80 { spelling = flags.contains(.utf8) ? .declared : .unknown }
  }

  /// Takes what belongs to the record from its extra fields.
  ///
  /// - Returns: why the entry cannot be read, if so.
  mutating func examineExtraFields(
    _ bytes: Span<UInt8>, _ sizes: inout ZIP64Sizes
  ) -> ConversionError? {
    var isComplete = true
    var fields = ExtraFields(bytes, extra)
    while let (identifier, content) = fields.next() {
      switch identifier {
      case ExtraFields.Identifier.zip64:
        if sizes.isIncomplete { isComplete = sizes.complete(from: bytes, content) }
      case ExtraFields.Identifier.unicodePath:
        examineUnicodePath(bytes, content)
      case ExtraFields.Identifier.aes where storedMethod == 99 && content.count >= 7:
        aes = AES(
          version: UInt8(truncatingIfNeeded: bytes.uint16(at: content.lowerBound)),
          strength: bytes[content.lowerBound + 4])
        method = bytes.uint16(at: content.lowerBound + 5)
      default: break
      }
    }
    guard isComplete else {
      return ConversionError(
        .damagedInput,
        "its sizes are damaged: the ZIP64 field is too short, or its numbers too large")
    }
    return nil
  }

  /// Info-ZIP's field 0x7075: a version, the CRC-32 of the name in the header, the name in UTF-8.
  ///
  /// Whoever renamed the entry without knowing of the field left a CRC that does not match.
  ///
  /// The name in the header may be ASCII all the same: some archivers write `????.txt` there.
  private mutating func examineUnicodePath(_ bytes: Span<UInt8>, _ content: Range<Int>) {
    guard !flags.contains(.utf8),
      let path = ExtraFields.unicodeText(of: name, in: bytes, content)
    else { return }
    spelling = .unicodeField
    unicodeOffset = path.lowerBound
    unicodeByteCount = path.count
    hasBackslash = bytes.extracting(path).contains(UInt8(ascii: "\\"))
  }

  /// Where the comment stands in UTF-8 (Info-ZIP's field 0x6375); `nil` where it is only in the header.
  func unicodeComment(in bytes: Span<UInt8>) -> Range<Int>? {
    var fields = ExtraFields(bytes, extra)
    while let (identifier, content) = fields.next() {
      guard identifier == ExtraFields.Identifier.unicodeComment else { continue }
      return ExtraFields.unicodeText(of: comment, in: bytes, content)
    }
    return nil
  }
}
