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
    return String(decoding: name.lazy.map(\.lowercased), as: UTF8.self)
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
    guard let known = KnownAttribute.named(UnsafeRawBufferPointer(rebasing: page[name])),
      !tag.attributes.contains(where: { $0.name.utf8Start == known.utf8Start })
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

  /// Writes a tag for the parser, and passes over what a browser does not take for markup.
  mutating func write(_ tag: Tag, isTooDeep: Bool) {
    let name = tag.name
    if tag.isEnd {
      writeEnd(of: name)
    } else if let kind = TagNames.rawText(name) {
      takeRawText(of: name, kind, in: tag)
    } else if TagNames.isVoid(name) {
      writeStart(tag)
    } else if tag.isSelfClosing, TagNames.isForeign(name) || name.isEmpty {
      return
    } else if tag.opens, !TagNames.isLeftOut(name) {
      if isTooDeep {
        leftOut += 1
      } else {
        writeStart(tag)
        begun += 1
      }
    }
  }

  private mutating func writeEnd(of name: String) {
    if name == "br" { return output.append("<br>" as StaticString) }
    guard !name.isEmpty, !TagNames.isVoid(name), !TagNames.isLeftOut(name),
      TagNames.rawText(name) == nil
    else { return }
    guard leftOut == 0 else {
      leftOut -= 1
      return
    }
    output.append("</" as StaticString)
    output.append(TagNames.parserName(name).utf8)
    output.append(0x3E)
  }

  private func writeStart(_ tag: Tag) {
    output.append(0x3C)
    output.append(TagNames.parserName(tag.name).utf8)
    for (name, value) in tag.attributes {
      output.append(0x20)
      output.append(name)
      output.append("=\"" as StaticString)
      write(value: value)
      output.append(0x22)
    }
    output.append(0x3E)
  }

  /// Writes the value of an attribute, whose references stay for the parser.
  private func write(value range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = page[index]
      index += 1
      switch byte {
      case 0x22: output.append("&quot;" as StaticString)
      case 0x3C: output.append("&lt;" as StaticString)
      case 0x3E: output.append("&gt;" as StaticString)
      case 0x26:
        guard let (number, end) = NamedReference.find(in: page, at: index, end: range.upperBound)
        else {
          output.append(0x26)
          continue
        }
        output.append("&#\(number);".utf8)
        index = end
      case 0x7F: continue
      default: if byte >= 0x20 || byte.isBlank { output.append(byte) }
      }
    }
  }

  /// Takes what a browser takes for text or for something else up to the end tag.
  private mutating func takeRawText(of name: String, _ kind: TagNames.RawText, in tag: Tag) {
    let start = place
    let end = endOfRawText(name)
    let text = start..<end
    switch kind {
    case .styles: styleAddresses.add(UnsafeRawBufferPointer(rebasing: page[text]))
    case .hidden: break
    case .shown:
      output.append("<pre>" as StaticString)
      write(text: text)
      output.append("</pre>" as StaticString)
    case .field:
      // References count in it; `write` leaves them.
      write(text: text)
    }
  }

  /// Finds the end tag, and goes on behind it.
  private mutating func endOfRawText(_ name: String) -> Int {
    while place < page.count {
      let start = place
      place += 1
      guard page[start] == 0x3C, start + 2 + name.utf8.count <= page.count, page[start + 1] == 0x2F
      else { continue }
      let end = start + 2 + name.utf8.count
      guard page[(start + 2)..<end].lazy.map(\.lowercased).elementsEqual(name.utf8),
        end == page.count || page[end].isBlank || page[end] == 0x2F || page[end] == 0x3E
      else { continue }
      place = end
      skip(past: 0x3E)
      return start
    }
    return page.count
  }
}
