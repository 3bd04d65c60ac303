internal import ConverterCore

extension MarkupScanner {
  /// A tag of the page.
  struct Tag {
    /// In small letters; empty for one that is left out.
    var name: String
    var isEnd = false
    var isSelfClosing = false
    /// Each once, with the place of its value in the page.
    var attributes: [(name: StaticString, value: Range<Int>)] = []

    /// Whether it begins an element that stays open.
    var opens: Bool { !isEnd && !name.isEmpty && !TagNames.isVoid(name) }
  }

  private static let longestName = 40

  /// The tag that begins here; `nil` where the page ends in it.
  mutating func takeTag() -> Tag? {
    let isEnd = page[place + 1] == 0x2F
    place += isEnd ? 2 : 1
    var tag = Tag(name: takeName(), isEnd: isEnd)
    while place < page.count {
      let byte = page[place]
      if byte == 0x3E {
        place += 1
        return tag
      }
      if byte == 0x2F {
        place += 1
        tag.isSelfClosing = place < page.count && page[place] == 0x3E
      } else if byte.isBlank {
        place += 1
      } else {
        takeAttribute(of: &tag)
      }
    }
    return nil
  }

  private mutating func takeName() -> String {
    let start = place
    while place < page.count, !page[place].isBlank, page[place] != 0x2F, page[place] != 0x3E {
      place += 1
    }
    let name = page[start..<place]
    let isPlain = name.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == 0x3A || $0 == 0x2D || $0 == 0x5F
    }
    guard isPlain, name.count <= Self.longestName else { return "" }
    return String(decoding: name.array.map(\.lowercased), as: UTF8.self)
  }

  private mutating func takeAttribute(of tag: inout Tag) {
    let start = place
    place += 1
    while place < page.count, !page[place].isBlank, page[place] != 0x2F, page[place] != 0x3E,
      page[place] != 0x3D
    {
      place += 1
    }
    let name = start..<place
    while place < page.count, page[place].isBlank { place += 1 }
    var value = place..<place
    if place < page.count, page[place] == 0x3D {
      place += 1
      value = takeValue()
    }
    guard let known = KnownAttribute.named(page[name]),
      !tag.attributes.contains(where: { $0.name.span.isEqual(to: known.span) })
    else { return }
    tag.attributes.append((known, value))
  }

  private mutating func takeValue() -> Range<Int> {
    while place < page.count, page[place].isBlank { place += 1 }
    guard place < page.count else { return place..<place }
    let quote = page[place]
    if quote == 0x22 || quote == 0x27 {
      let start = place + 1
      place = start
      while place < page.count, page[place] != quote { place += 1 }
      let value = start..<place
      place = min(page.count, place + 1)
      return value
    }
    let start = place
    while place < page.count, !page[place].isBlank, page[place] != 0x3E { place += 1 }
    return start..<place
  }
}
