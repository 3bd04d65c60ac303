/// Four characters that name a box, an item type, a brand or a reference (ISO/IEC 14496-12, 4.2).
struct FourCC: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// - Precondition: four ASCII characters.
  init(stringLiteral value: StaticString) {
    precondition(value.utf8CodeUnitCount == 4)
    rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

extension FourCC: CustomStringConvertible {
  /// The characters; those that would not print as question marks.
  var description: String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    return String(decoding: characters.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self)
  }
}
