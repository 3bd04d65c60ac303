/// YAML of settings: keys, lists and comments alone, and something nested or marked as YAML.
enum YAMLProbe {
  static func examine(_ text: TextLines) -> TypeFinding? { examine(text.lines[...], of: text) }

  static func examine(_ lines: ArraySlice<Range<Int>>, of text: TextLines) -> TypeFinding? {
    var scan = Scan()
    for line in lines {
      guard scan.takes(text, line) else { return nil }
    }
    guard scan.keys + scan.items > 1, let confidence = scan.confidence else { return nil }
    return TypeFinding(
      .structure, "public.yaml", confidence, "\(scan.keys) keys and \(scan.items) items of YAML")
  }

  private struct Scan {
    private(set) var keys = 0
    private(set) var items = 0
    private var isMarked = false
    private var nested = 0
    private var mappedItems = 0
    private var isFlat = true
    /// The indentation of the key whose text follows in lines that are indented more.
    private var blockIndentation: Int?
    /// Whether the line before was a key without a value, and its indentation.
    private var open: Int?
    private var brackets = 0
    /// Whether every key is one word of small letters.
    private var hasPlainKeys = true

    var confidence: Double? {
      if keys == 0 { return isMarked && items > 1 ? 0.6 : nil }
      if isMarked || nested > 0 || mappedItems > 0 { return keys > 4 ? 0.78 : 0.7 }
      return isFlat && hasPlainKeys && keys > 2 ? 0.6 : nil
    }

    /// Whether a line may stand in YAML, after those before.
    mutating func takes(_ text: TextLines, _ line: Range<Int>) -> Bool {
      let content = text.stripped(line)
      guard !content.isEmpty else { return true }
      let indentation = content.lowerBound - line.lowerBound
      if let block = blockIndentation {
        if indentation > block { return true }
        blockIndentation = nil
      }
      if brackets > 0 {
        count(text.bytes[content])
        return true
      }
      guard text.bytes[line.lowerBound] != 0x09 else { return false }
      if text.bytes[content.lowerBound] == UInt8(ascii: "#") { return true }
      if indentation == 0, text.begins(content, "---") || text.begins(content, "%YAML") {
        isMarked = true
        open = nil
        return content.count == 3 || text.bytes[content.lowerBound + 3] == 0x20
          || text.begins(content, "%")
      }
      if indentation == 0, content.count == 3, text.begins(content, "...") { return true }
      return takesValue(text, content, indentation)
    }

    private mutating func takesValue(_ text: TextLines, _ content: Range<Int>, _ indentation: Int)
      -> Bool
    {
      var rest = content
      var indentation = indentation
      var isItem = false
      while rest.count >= 1, text.bytes[rest.lowerBound] == UInt8(ascii: "-"),
        rest.count == 1 || text.bytes[rest.lowerBound + 1] == 0x20
      {
        isItem = true
        let next = text.stripped(min(rest.lowerBound + 1, rest.upperBound)..<rest.upperBound)
        indentation += next.lowerBound - rest.lowerBound
        rest = next
      }
      if isItem {
        items += 1
        if open != nil { nested += 1 }
        open = nil
        guard !rest.isEmpty else { return true }
      }
      guard let value = value(text, rest) else {
        // A scalar goes on in lines that are indented more; an item may be any text.
        if isItem { begin(text, rest, indentation) }
        return isItem || indentation > 0 && keys > 0
      }
      if let open, indentation > open, !isItem { nested += 1 }
      keys += 1
      if isItem { mappedItems += 1 }
      open = value.isEmpty ? indentation : nil
      begin(text, value, indentation)
      return true
    }

    /// What stands behind the colon; `nil` where the line has no key.
    private mutating func value(_ text: TextLines, _ line: Range<Int>) -> Range<Int>? {
      let bytes = text.bytes
      guard let first = bytes[line].first else { return nil }
      var colon: Int?
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        guard let close = bytes[(line.lowerBound + 1)..<line.upperBound].firstIndex(of: first)
        else { return nil }
        colon = close + 1
      } else {
        colon = (line.lowerBound..<line.upperBound).first { index in
          bytes[index] == UInt8(ascii: ":")
            && (index + 1 == line.upperBound || bytes[index + 1] == 0x20)
        }
        if let colon, !isKey(bytes[line.lowerBound..<colon]) { return nil }
      }
      guard let colon, colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else {
        return nil
      }
      return text.stripped(colon + 1..<line.upperBound)
    }

    /// One word, as keys of settings are: "Dear Sir:" is none.
    private mutating func isKey(_ name: ArraySlice<UInt8>) -> Bool {
      guard let first = name.first, name.count <= 60 else { return false }
      let isWord = name.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: "_-./$<@*()".utf8.contains(byte)
        }
      }
      guard isWord, first != UInt8(ascii: "(") else { return false }
      if name.contains(where: { (0x41...0x5A).contains($0) }) { hasPlainKeys = false }
      return true
    }

    /// Values that go on in the next lines.
    private mutating func begin(_ text: TextLines, _ value: Range<Int>, _ indentation: Int) {
      guard let first = text.bytes[value].first else { return }
      if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
        blockIndentation = indentation
        isMarked = true
      } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
        count(text.bytes[value])
      } else if first == UInt8(ascii: "&") {
        nested += 1
        if !text.bytes[value].contains(0x20) { open = indentation }
      }
    }

    private mutating func count(_ bytes: ArraySlice<UInt8>) {
      for byte in bytes {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { brackets += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
          brackets = max(0, brackets - 1)
        }
      }
    }
  }
}
