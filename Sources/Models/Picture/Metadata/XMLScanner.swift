internal import ConverterCore

/// Finds the tags of an XML 1.0 document in UTF-8, without changing or trusting it.
///
/// It knows what XMP needs: elements, attributes, comments, processing instructions and CDATA. A document type
/// declaration ends the reading, for XMP has none and entities are not to be expanded.
struct XMLScanner {
  /// A tag; ranges are of bytes.
  enum Event: Equatable {
    /// `isEmpty` for `<a/>`, which has no closing tag.
    case open(name: Range<Int>, attributes: [Attribute], isEmpty: Bool, range: Range<Int>)
    case close(name: Range<Int>, range: Range<Int>)
    /// The document is broken, or of a kind that is not read.
    case malformed
  }

  /// Ranges are of bytes.
  struct Attribute: Equatable {
    let name: Range<Int>
    /// Without the quotation marks.
    let value: Range<Int>
    /// With the blanks before the name and the quotation marks.
    let range: Range<Int>
  }

  let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next tag; `nil` after the last.
  mutating func next() -> Event? {
    while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      offset = start
      if skip("<!--", upTo: "-->") ?? skip("<?", upTo: "?>") ?? skip("<![CDATA[", upTo: "]]>")
        ?? false
      {
        continue
      }
      guard start + 1 < bytes.count else { return malformed() }
      switch bytes[start + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): return malformed()
      case UInt8(ascii: "/"): return closingTag(from: start)
      default: return openingTag(from: start)
      }
    }
    offset = bytes.count
    return nil
  }

  /// `nil` if `opening` is not what follows, `false` if `closing` never comes.
  private mutating func skip(_ opening: StaticString, upTo closing: StaticString) -> Bool? {
    guard follows(opening, at: offset) else { return nil }
    var end = offset + opening.utf8CodeUnitCount
    while end < bytes.count, !follows(closing, at: end) { end += 1 }
    guard end < bytes.count else { return false }
    offset = end + closing.utf8CodeUnitCount
    return true
  }

  private func follows(_ words: StaticString, at start: Int) -> Bool {
    guard start + words.utf8CodeUnitCount <= bytes.count else { return false }
    let words = words.span
    return words.indices.allSatisfy { bytes[start + $0] == words[$0] }
  }

  private mutating func malformed() -> Event {
    offset = bytes.count
    return .malformed
  }

  private mutating func closingTag(from start: Int) -> Event {
    let name = self.name(from: start + 2)
    let end = skipBlanks(from: name.upperBound)
    guard !name.isEmpty, byte(at: end) == UInt8(ascii: ">") else { return malformed() }
    offset = end + 1
    return .close(name: name, range: start..<offset)
  }

  private mutating func openingTag(from start: Int) -> Event {
    let name = self.name(from: start + 1)
    guard !name.isEmpty else { return malformed() }
    var attributes: [Attribute] = []
    var position = name.upperBound
    while true {
      let blanks = position
      position = skipBlanks(from: position)
      switch byte(at: position) {
      case UInt8(ascii: ">"):
        offset = position + 1
        return .open(
          name: name, attributes: attributes, isEmpty: false, range: start..<offset)
      case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: ">"):
        offset = position + 2
        return .open(name: name, attributes: attributes, isEmpty: true, range: start..<offset)
      default:
        guard position > blanks, let attribute = attribute(from: position, blanks: blanks) else {
          return malformed()
        }
        attributes.append(attribute)
        position = attribute.range.upperBound
      }
    }
  }

  private func attribute(from start: Int, blanks: Int) -> Attribute? {
    let name = self.name(from: start)
    let equals = skipBlanks(from: name.upperBound)
    guard !name.isEmpty, byte(at: equals) == UInt8(ascii: "=") else { return nil }
    let opening = skipBlanks(from: equals + 1)
    guard let mark = byte(at: opening), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
      let closing = bytes[(opening + 1)...].firstIndex(of: mark)
    else { return nil }
    return Attribute(
      name: name, value: opening + 1..<closing, range: blanks..<closing + 1)
  }

  private func name(from start: Int) -> Range<Int> {
    var end = start
    while let byte = byte(at: end), !XMLScanner.isBlank(byte),
      !"<>/=\"'&".utf8.contains(byte)
    {
      end += 1
    }
    return start..<end
  }

  private func skipBlanks(from start: Int) -> Int {
    var end = start
    while let byte = byte(at: end), XMLScanner.isBlank(byte) { end += 1 }
    return end
  }

  private func byte(at position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
