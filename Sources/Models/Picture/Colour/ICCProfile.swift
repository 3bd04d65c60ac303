internal import ConverterCore

/// An ICC profile (ISO 15076-1) whose header and tag table hold together.
///
/// It is read here, without a colour management library, as far as is needed to carry it: what it is
/// called, which samples it fits, and whether it is a well-known space. Profiles come from files, so
/// nothing in them is believed unchecked.
public struct ICCProfile: Sendable, Equatable {
  /// The samples that a profile gives meaning to.
  public enum ColourSpace: Sendable, Equatable {
    case gray, rgb, cmyk
    /// Any other, by its signature: "Lab", "HSV".
    case other(String)
  }

  /// Why bytes are not a usable profile, as the second half of a sentence.
  public struct Flaw: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// The profile without anything that follows it.
  public let bytes: [UInt8]
  public let colourSpace: ColourSpace
  private let tags: [UInt32: Range<Int>]

  /// The fewest bytes: a header and a tag table without tags.
  static let headerCount = 132
  /// As many as Little CMS reads; real profiles have less than 40.
  private static let largestTagCount = 100

  public init(_ data: [UInt8]) throws(Flaw) {
    guard data.count >= Self.headerCount else {
      throw Flaw(description: "it has \(data.count) bytes, not even a header")
    }
    let declared = Int(data[...].bigEndian32(at: 0))
    guard declared >= Self.headerCount, declared <= data.count else {
      throw Flaw(description: "it says it has \(declared) bytes, there are \(data.count)")
    }
    guard data[...].bigEndian32(at: 36) == fourCC("acsp") else {
      throw Flaw(description: "the signature \"acsp\" is missing")
    }
    let kind = fourCCText(data[...].bigEndian32(at: 12))
    guard ["mntr", "scnr", "prtr", "spac"].contains(kind) else {
      throw Flaw(description: "its class \"\(kind)\" is not that of a device or colour space")
    }
    bytes = declared == data.count ? data : Array(data[..<declared])
    switch fourCCText(bytes[...].bigEndian32(at: 16)) {
    case "GRAY": colourSpace = .gray
    case "RGB": colourSpace = .rgb
    case "CMYK": colourSpace = .cmyk
    case let name: colourSpace = .other(name)
    }
    tags = try Self.tagTable(of: bytes)
    try checkTags()
  }

  private static func tagTable(of bytes: [UInt8]) throws(Flaw) -> [UInt32: Range<Int>] {
    let count = Int(bytes[...].bigEndian32(at: 128))
    guard count <= largestTagCount, headerCount + 12 * count <= bytes.count else {
      throw Flaw(description: "its table of \(count) tags is too long")
    }
    var tags: [UInt32: Range<Int>] = [:]
    for entry in stride(from: headerCount, to: headerCount + 12 * count, by: 12) {
      let signature = bytes[...].bigEndian32(at: entry)
      let offset = Int(bytes[...].bigEndian32(at: entry + 4))
      let length = Int(bytes[...].bigEndian32(at: entry + 8))
      guard length >= 8, offset >= headerCount, offset <= bytes.count - length else {
        throw Flaw(description: "the tag \"\(fourCCText(signature))\" lies outside of it")
      }
      tags[signature] = offset..<offset + length
    }
    return tags
  }

  /// The bytes of a tag, its type's signature first.
  func tag(_ name: StaticString) -> ArraySlice<UInt8>? {
    tags[fourCC(name)].map { bytes[$0] }
  }

  func has(_ names: StaticString...) -> Bool {
    names.allSatisfy { tags[fourCC($0)] != nil }
  }

  private func checkTags() throws(Flaw) {
    let isComplete =
      switch colourSpace {
      case .gray: has("kTRC") || has("A2B0")
      case .rgb: has("rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC") || has("A2B0")
      case .cmyk, .other: has("A2B0")
      }
    guard isComplete else { throw Flaw(description: "it lacks the tags that define its colours") }
    for range in tags.values {
      guard Self.lookUpTableFits(bytes[range]) else {
        throw Flaw(description: "a table of it is larger than its tag")
      }
    }
  }
}

func fourCC(_ name: StaticString) -> UInt32 {
  let letters = name.span
  return letters.indices.reduce(0) { $0 << 8 | UInt32(letters[$1]) }
}

/// The signature as text: trailing spaces removed, a question mark for what is not printable ASCII.
func fourCCText(_ signature: UInt32) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signature >> $0) }
  let text = bytes.map { (32..<127).contains($0) ? Character(UnicodeScalar($0)) : "?" }
  return String(text[..<(text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
}

extension ArraySlice<UInt8> {
  /// The number at an offset from the start; 0 where the bytes end before, which the caller has ruled out.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: span.number(at: offset, width: 4, .big) ?? 0)
  }

  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: span.number(at: offset, width: 2, .big) ?? 0)
  }
}
