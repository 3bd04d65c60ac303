/// Markdown as HTML that shows itself and does nothing else: headings, paragraphs, lists, quotes, code, tables and rules.
///
/// Everything is escaped. HTML within it is shown as it is written. Links lead to `http`, `https` and `mailto` alone, and no
/// picture is loaded: a mark with its words takes its place. Headings begin with the second level, below that of the page.
struct MarkdownPage {
  private(set) var html = ""
  /// How many pictures are left out.
  private(set) var pictures = 0

  /// How deep quotes and lists may lie in each other; what is deeper is text.
  private static let mostDepth = 12

  /// - Parameter text: lines end with a line feed, with or without a carriage return.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Self.expanded(line.hasSuffix("\r") ? line.dropLast() : line)
    }
    blocks(lines[...], depth: 0, isTight: false)
  }

  /// With blanks in the place of tabs, to every fourth column.
  private static func expanded(_ line: Substring) -> Substring {
    guard line.contains("\t") else { return line }
    var (text, column) = ("", 0)
    for character in line {
      let count = character == "\t" ? 4 - column % 4 : 1
      text += character == "\t" ? String(repeating: " ", count: count) : String(character)
      column += count
    }
    return text[...]
  }

  // MARK: Blocks

  /// - Parameter isTight: whether paragraphs are written without their element, as in lists without blank lines.
  private mutating func blocks(_ lines: ArraySlice<Substring>, depth: Int, isTight: Bool) {
    var rest = lines
    while let line = rest.first {
      let shape = MarkdownLine(line)
      switch shape {
      case .blank: rest.removeFirst()
      case .heading(let level, let text):
        add("h\(min(level + 1, 6))", text)
        rest.removeFirst()
      case .rule:
        html += "<hr>\n"
        rest.removeFirst()
      case .fence(let fence): code(&rest, fence)
      case .indented: indentedCode(&rest)
      case .quote where depth < Self.mostDepth: quote(&rest, depth)
      case .item(let item) where depth < Self.mostDepth: list(&rest, item, depth)
      default:
        if let table = MarkdownTable(rest) {
          add(table)
          rest = rest.dropFirst(table.lineCount)
        } else {
          paragraph(&rest, isTight: isTight)
        }
      }
    }
  }

  private mutating func add(_ element: String, _ text: some StringProtocol) {
    html += "<\(element)>\(inline(text))</\(element)>\n"
  }

  private mutating func inline(_ text: some StringProtocol) -> String {
    var words = MarkdownWords(text)
    let html = words.html()
    pictures += words.pictures
    return html
  }

  private mutating func paragraph(_ rest: inout ArraySlice<Substring>, isTight: Bool) {
    var lines = [rest.removeFirst()]
    while let line = rest.first {
      if let level = MarkdownLine.underline(line) {
        rest.removeFirst()
        return add("h\(level + 1)", lines.joined(separator: "\n"))
      }
      guard MarkdownLine(line).continuesParagraph, MarkdownTable(rest) == nil else { break }
      lines.append(rest.removeFirst())
    }
    // Blanks before a line say nothing; those behind it may break it.
    let text = lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
    if isTight { html += inline(text) + "\n" } else { add("p", text) }
  }

  private mutating func code(_ rest: inout ArraySlice<Substring>, _ fence: MarkdownLine.Fence) {
    rest.removeFirst()
    html += "<pre tabindex=\"0\"><code>"
    while let line = rest.popFirst(), !fence.isClosed(by: line) {
      html += MarkdownWords.escaped(line.dropIndent(atMost: fence.indent)) + "\n"
    }
    html += "</code></pre>\n"
  }

  private mutating func indentedCode(_ rest: inout ArraySlice<Substring>) {
    var lines: [Substring] = []
    while let line = rest.first, MarkdownLine(line).isCodeOrBlank {
      lines.append(rest.removeFirst().dropIndent(atMost: 4))
    }
    while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    let text = MarkdownWords.escaped(lines.joined(separator: "\n"))
    html += "<pre tabindex=\"0\"><code>\(text)\n</code></pre>\n"
  }

  private mutating func quote(_ rest: inout ArraySlice<Substring>, _ depth: Int) {
    var lines: [Substring] = []
    while let line = rest.first {
      switch MarkdownLine(line) {
      case .quote(let text): lines.append(text)
      case .text where lines.last.map({ MarkdownLine($0).isText }) == true: lines.append(line)
      default:
        html += "<blockquote>\n"
        blocks(lines[...], depth: depth + 1, isTight: false)
        html += "</blockquote>\n"
        return
      }
      rest.removeFirst()
    }
    html += "<blockquote>\n"
    blocks(lines[...], depth: depth + 1, isTight: false)
    html += "</blockquote>\n"
  }

  private mutating func list(
    _ rest: inout ArraySlice<Substring>, _ first: MarkdownLine.Item, _ depth: Int
  ) {
    var items: [[Substring]] = []
    var isLoose = false
    while let line = rest.first, case .item(let item) = MarkdownLine(line),
      item.isNumbered == first.isNumbered
    {
      rest.removeFirst()
      var lines = [item.text]
      var wasBlank = false
      while let line = rest.first {
        let shape = MarkdownLine(line)
        if shape.isBlank {
          wasBlank = true
        } else if line.prefix(while: { $0 == " " }).count >= item.width {
          isLoose = isLoose || wasBlank
          wasBlank = false
        } else if wasBlank || !shape.isText {
          break
        }
        lines.append(rest.removeFirst().dropIndent(atMost: item.width))
      }
      // A blank line between two items makes paragraphs of all.
      if wasBlank, let line = rest.first, MarkdownLine(line).isItem { isLoose = true }
      items.append(lines)
    }
    let start = first.number.flatMap { $0 == 1 ? nil : " start=\"\($0)\"" } ?? ""
    html += first.isNumbered ? "<ol\(start)>\n" : "<ul>\n"
    for item in items {
      html += "<li>"
      var lines = item
      if let (isDone, text) = MarkdownLine.task(item[0]) {
        html += isDone ? "☑ " : "☐ "
        lines[0] = text
      }
      blocks(lines[...], depth: depth + 1, isTight: !isLoose)
      html += "</li>\n"
    }
    html += first.isNumbered ? "</ol>\n" : "</ul>\n"
  }

  private mutating func add(_ table: MarkdownTable) {
    html += "<div class=\"sheet\" tabindex=\"0\"><table><thead><tr>"
    for cell in table.head { html += "<th scope=\"col\">\(inline(cell))</th>" }
    html += "</tr></thead><tbody>\n"
    for row in table.rows {
      html += "<tr>"
      for index in table.head.indices {
        html += "<td>\(row.indices.contains(index) ? inline(row[index]) : "")</td>"
      }
      html += "</tr>\n"
    }
    html += "</tbody></table></div>\n"
  }
}

extension Substring {
  /// Without the blanks that it begins with, up to a number of them.
  func dropIndent(atMost most: Int) -> Substring {
    dropFirst(Swift.min(most, prefix { $0 == " " }.count))
  }
}
