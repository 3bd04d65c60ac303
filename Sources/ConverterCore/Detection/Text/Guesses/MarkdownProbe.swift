/// Markdown (CommonMark), by several of its signs together: each by itself occurs in other texts, too.
enum MarkdownProbe {
  /// - Parameter needsStructure: whether titles or blocks of code have to be among the signs.
  static func examine(_ text: TextLines, needsStructure: Bool = false) -> TypeFinding? {
    var signs = Signs()
    if frontMatterEnd(text) != nil { signs.add("front matter", 3) }
    for (index, line) in text.lines.enumerated() {
      signs.add(text, line, index)
    }
    guard signs.score >= 4, signs.isStructured || !needsStructure else { return nil }
    return TypeFinding(
      .structure, "net.daringfireball.markdown", signs.score >= 7 ? 0.78 : 0.7,
      "signs of Markdown: \(signs.names.joined(separator: ", "))")
  }

  /// The line that ends the settings at the beginning of a page, where text follows.
  private static func frontMatterEnd(_ text: TextLines) -> Int? {
    guard let first = text.lines.first, first.count == 3, text.begins(first, "---"),
      let end = text.lines.dropFirst().firstIndex(where: { $0.count == 3 && text.begins($0, "---") }
      ),
      YAMLProbe.examine(text.lines[(end + 1)...], of: text) == nil,
      text.lines[(end + 1)...].contains(where: { !$0.isEmpty })
    else { return nil }
    return end
  }

  private struct Signs {
    private(set) var score = 0
    private(set) var names: [String] = []
    private var isInCode = false

    var isStructured: Bool {
      ["front matter", "blocks of code", "a title", "headings", "underlined titles", "tables"]
        .contains { names.contains($0) }
    }

    mutating func add(_ name: String, _ weight: Int) {
      // More of the same says less.
      let isNew = !names.contains(name)
      if isNew { names.append(name) }
      score += isNew ? weight : 0
    }

    mutating func add(_ text: TextLines, _ line: Range<Int>, _ index: Int) {
      let content = text.stripped(line)
      if text.begins(content, "```") || text.begins(content, "~~~") {
        isInCode.toggle()
        return add("blocks of code", 3)
      }
      guard !isInCode, !content.isEmpty else { return }
      addBlocks(text, line, content, index)
      if let link = text.bytes.firstOffset(of: "](", in: content),
        text.bytes[content.lowerBound..<link].contains(UInt8(ascii: "["))
      {
        add("links", 3)
      }
      if text.holds(content, "![") { add("pictures", 2) }
      if encloses(text, content, "**") { add("strong words", 2) }
      if text.bytes[content].count(where: { $0 == UInt8(ascii: "`") }) >= 2 { add("code", 1) }
    }

    private mutating func addBlocks(
      _ text: TextLines, _ line: Range<Int>, _ content: Range<Int>, _ index: Int
    ) {
      let isFirstInBlock = index == 0 || text.lines[index - 1].isEmpty
      switch text.bytes[content.lowerBound] {
      case UInt8(ascii: "#") where line == content: addHeading(text, content, index)
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        addBullet(text, content, index)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = text.bytes[content].prefix { (0x30...0x39).contains($0) }
        if digits.count <= 2, text.bytes.has(". ", at: digits.endIndex) { add("numbered lists", 1) }
      case UInt8(ascii: ">") where text.begins(content, "> ") && isFirstInBlock:
        add("quotations", 1)
      case UInt8(ascii: "="):
        if isRule(text, content, UInt8(ascii: "=")) { addUnderline(text, content, index) }
      case UInt8(ascii: "|"):
        if isTableRule(text, content) { add("tables", 5) }
      default: break
      }
    }

    /// `# Title`, which a comment of a program looks like: so it has to stand by itself.
    private mutating func addHeading(_ text: TextLines, _ line: Range<Int>, _ index: Int) {
      let level = text.bytes[line].prefix { $0 == UInt8(ascii: "#") }.count
      guard level <= 6, line.count > level + 1, text.bytes[line.lowerBound + level] == 0x20,
        index + 1 >= text.lines.count || text.lines[index + 1].isEmpty || level > 1,
        index == 0 || text.lines[index - 1].isEmpty || text.ends(text.lines[index - 1], "-->")
          || level > 1
      else { return }
      add(level == 1 ? "a title" : "headings", 2)
    }

    private mutating func addBullet(_ text: TextLines, _ line: Range<Int>, _ index: Int) {
      let first = text.bytes[line.lowerBound]
      if first == UInt8(ascii: "-"), isRule(text, line, first) {
        return addUnderline(text, line, index)
      }
      if text.begins(line, "- [ ] ") || text.begins(line, "- [x] ") { add("tasks", 3) }
      if line.count > 2, text.bytes[line.lowerBound + 1] == 0x20 { add("lists", 1) }
    }

    /// A title with a line of signs below it, about as long.
    private mutating func addUnderline(_ text: TextLines, _ line: Range<Int>, _ index: Int) {
      guard index > 0, !text.lines[index - 1].isEmpty, line.count >= 3,
        index == 1 || text.lines[index - 2].isEmpty,
        abs(text.lines[index - 1].count - line.count) <= max(3, line.count / 2),
        index + 1 >= text.lines.count || text.lines[index + 1].isEmpty
      else { return }
      add("underlined titles", 2)
    }

    private func isRule(_ text: TextLines, _ line: Range<Int>, _ sign: UInt8) -> Bool {
      line.count >= 3 && text.bytes[line].allSatisfy { $0 == sign }
    }

    private func isTableRule(_ text: TextLines, _ line: Range<Int>) -> Bool {
      text.holds(line, "---") && text.bytes[line].allSatisfy { "|-: ".utf8.contains($0) }
    }

    private func encloses(_ text: TextLines, _ line: Range<Int>, _ sign: StaticString) -> Bool {
      guard let first = text.bytes.firstOffset(of: sign, in: line) else { return false }
      let rest = first + 2..<line.upperBound
      guard let second = text.bytes.firstOffset(of: sign, in: rest), second > first + 2 else {
        return false
      }
      return text.bytes[first + 2] != 0x20 && text.bytes[second - 1] != 0x20
    }
  }
}
