import ConverterCore

/// The attributes of a message, one after the other.
struct AttributeWalk {
  private var cursor: FieldCursor

  /// - Parameter part: the message, from its signature on.
  /// - Throws: `damagedInput` where it has no signature.
  init(_ bytes: [UInt8], _ part: Range<Int>) throws(ConversionError) {
    cursor = FieldCursor(bytes, part)
    guard cursor.number(4) == Self.signature else {
      throw ConversionError(
        .damagedInput, "does not begin with the signature of TNEF (78 9F 3E 22)")
    }
    // The key, which once told messages apart.
    guard cursor.number(2) != nil else { throw Self.endsTooEarly }
  }

  /// [MS-OXTNEF] 2.1.3.1.
  private static let signature = 0x223E_9F78

  /// Whether a message begins at the start of this part.
  static func isMessage(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
    var cursor = FieldCursor(bytes, part)
    return cursor.number(4) == signature
  }

  /// The next attribute; `nil` after the last.
  ///
  /// - Throws: `damagedInput` where the message ends in the middle of one, or something else follows.
  mutating func next() throws(ConversionError) -> Attribute? {
    let start = cursor.position
    guard let level = cursor.number(1) else { return nil }
    guard level == 1 || level == 2 else {
      // Gateways end the file as they end texts.
      if Self.isFilling(cursor.bytes[start..<start + cursor.left + 1]) { return nil }
      throw ConversionError(
        .damagedInput, "is damaged: no attribute begins at byte \(start), where one should")
    }
    guard let tag = cursor.number(4), let count = cursor.number(4) else {
      throw Self.endsTooEarly
    }
    guard let data = cursor.take(count) else {
      throw ConversionError(
        .damagedInput,
        "is damaged or was cut off: the attribute at byte \(start) has \(count) bytes, of which "
          + "\(cursor.left) are there")
    }
    guard let checksum = cursor.number(2) else { throw Self.endsTooEarly }
    return Attribute(
      tag: Attribute.Tag(rawValue: tag), isOfAttachment: level == 2, data: data,
      isIntact: checksum == Self.checksum(cursor.bytes, data))
  }

  static let endsTooEarly = ConversionError(
    .damagedInput, "was cut off: it ends in the middle of an attribute")

  private static func isFilling(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { [0, 0x0A, 0x0D, 0x20].contains($0) }
  }

  /// The sum of all bytes, modulo 65536.
  private static func checksum(_ bytes: [UInt8], _ data: Range<Int>) -> Int {
    let part = bytes.span.extracting(data)
    var sum: UInt64 = 0
    for place in part.indices { sum &+= UInt64(part[place]) }
    return Int(sum & 0xFFFF)
  }
}
