internal import ConverterCore

extension MarkupScanner {
  /// Writes a tag for the parser, and passes over what a browser does not take for markup.
  mutating func write(_ tag: Tag, isTooDeep: Bool) {
    let name = tag.name
    if !tag.isEnd, let last = foreign.last, !TagNames.mayHoldPage(last),
      TagNames.endsForeign(name)
    {
      endForeign()
    }
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
        let isHolder = !foreign.isEmpty && TagNames.mayHoldPage(name)
        if isHolder || TagNames.isForeign(name) { foreign.append(name) }
      }
      if name == "pre" { skipLineEnd() }
    }
  }

  /// Closes drawings and formulas before an element that cannot be in them.
  private mutating func endForeign() {
    while let name = foreign.popLast() {
      output.append("</" as StaticString)
      output.append(name.utf8)
      output.append(0x3E)
    }
  }

  /// The first line end in preformatted text does not count.
  private mutating func skipLineEnd() {
    if place < page.count, page[place] == 0x0D { place += 1 }
    if place < page.count, page[place] == 0x0A { place += 1 }
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
    // Of ends in disorder those nearby count: each is looked for at a fixed cost.
    if let index = foreign.suffix(8).lastIndex(of: name) { foreign.removeSubrange(index...) }
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
        guard let (text, end) = CharacterReference.find(in: page, at: index, end: range.upperBound)
        else {
          output.append(0x26)
          continue
        }
        output.append(text.utf8)
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
    case .styles: styleAddresses.add(page[text])
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
      guard stands(name, at: start + 2),
        end == page.count || page[end].isBlank || page[end] == 0x2F || page[end] == 0x3E
      else { continue }
      place = end
      skip(past: 0x3E)
      return start
    }
    return page.count
  }

  /// Whether a name in small letters stands at a place, behind which there are as many bytes.
  private func stands(_ name: String, at start: Int) -> Bool {
    var index = start
    for byte in name.utf8 {
      guard page[index].lowercased == byte else { return false }
      index += 1
    }
    return true
  }
}
