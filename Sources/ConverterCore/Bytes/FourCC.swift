/// Four characters that name a part of a file: a box, a chunk, a tag.
public struct FourCC: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  /// The characters as a big-endian number.
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// - Precondition: four ASCII characters.
  public init(stringLiteral value: StaticString) {
    let letters = value.span
    precondition(letters.count == 4)
    rawValue = letters.indices.reduce(0) { $0 << 8 | UInt32(letters[$1]) }
  }

  public var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }
}

extension FourCC: CustomStringConvertible {
  /// The characters; those that would not print as question marks.
  public var description: String {
    String(decoding: bytes.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self)
  }
}
