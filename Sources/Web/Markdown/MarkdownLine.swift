/// What a line of Markdown begins, seen by itself.
enum MarkdownLine {
  case blank
  case heading(Int, Substring)
  case rule
  case fence(Fence)
  case indented
  case quote(Substring)
  case item(Item)
  case text

  /// The line that code begins with, which one like it ends.
  struct Fence {
    let mark: Character
    let count: Int
    let indent: Int

    func isClosed(by line: Substring) -> Bool {
      let text = line.dropIndent(atMost: 3)
      let marks = text.prefix { $0 == mark }.count
      return marks >= count && text.dropFirst(marks).allSatisfy { $0 == " " }
    }
  }

  /// An item of a list.
  struct Item {
    /// `nil` for an item with a bullet.
    let number: Int?
    /// Of the mark and the blanks around it: lines that belong to the item are indented so far.
    let width: Int
    let text: Substring

    var isNumbered: Bool { number != nil }
  }

  init(_ line: Substring) {
    let indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    guard let first = text.first else {
      self = .blank
      return
    }
    guard indent < 4 else {
      self = .indented
      return
    }
    if first == "#", let heading = Self.heading(text) {
      self = heading
    } else if Self.isRule(text) {
      self = .rule
    } else if let fence = Self.fence(text, indent) {
      self = .fence(fence)
    } else if first == ">" {
      self = .quote(text.dropFirst().dropIndent(atMost: 1))
    } else if let item = Self.item(text, indent) {
      self = .item(item)
    } else {
      self = .text
    }
  }

  private static func heading(_ text: Substring) -> MarkdownLine? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard level <= 6, rest.isEmpty || rest.first == " " else { return nil }
    var words = rest.drop { $0 == " " }
    while words.last == " " { words.removeLast() }
    let marks = words.reversed().prefix { $0 == "#" }.count
    if marks == words.count || words.dropLast(marks).last == " " { words = words.dropLast(marks) }
    return .heading(level, words)
  }

  private static func isRule(_ text: Substring) -> Bool {
    guard let mark = text.first, "-*_".contains(mark) else { return false }
    return text.allSatisfy { $0 == mark || $0 == " " } && text.filter { $0 == mark }.count >= 3
  }

  private static func fence(_ text: Substring, _ indent: Int) -> Fence? {
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let count = text.prefix { $0 == mark }.count
    guard count >= 3, mark == "~" || !text.dropFirst(count).contains("`") else { return nil }
    return Fence(mark: mark, count: count, indent: indent)
  }

  private static func item(_ text: Substring, _ indent: Int) -> Item? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var rest = text.dropFirst(digits.count)
    guard let mark = rest.popFirst(), digits.count < 10,
      digits.isEmpty ? "-*+".contains(mark) : mark == "." || mark == ")",
      rest.isEmpty || rest.first == " "
    else { return nil }
    let blanks = rest.prefix { $0 == " " }.count
    let used = blanks > 4 || blanks == rest.count ? min(1, blanks) : blanks
    return Item(
      number: digits.isEmpty ? nil : Int(digits), width: indent + digits.count + 1 + max(1, used),
      text: rest.dropFirst(used))
  }

  /// What stands in an item with a box: whether that is ticked, and the text behind it.
  static func task(_ text: Substring) -> (isDone: Bool, text: Substring)? {
    guard text.count > 4, text.first == "[", text.dropFirst(2).hasPrefix("] "),
      let mark = text.dropFirst().first, " xX".contains(mark)
    else { return nil }
    return (mark != " ", text.dropFirst(4))
  }

  /// The level of the heading that the lines before this one are; `nil` for another line.
  static func underline(_ line: Substring) -> Int? {
    let text = line.dropIndent(atMost: 3)
    guard let mark = text.first, mark == "=" || mark == "-" else { return nil }
    let marks = text.prefix { $0 == mark }.count
    guard text.dropFirst(marks).allSatisfy({ $0 == " " }) else { return nil }
    return mark == "=" ? 1 : 2
  }

  /// Whether a paragraph goes on with it.
  var continuesParagraph: Bool {
    switch self {
    case .text, .indented: true
    // A number in the middle of a paragraph is seldom a list, unless it begins one.
    case .item(let item): item.isNumbered && item.number != 1
    default: false
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }
  var isBlank: Bool { if case .blank = self { true } else { false } }
  var isItem: Bool { if case .item = self { true } else { false } }
  var isCodeOrBlank: Bool {
    switch self {
    case .blank, .indented: true
    default: false
    }
  }
}

/// A table of Markdown: lines with `|` between the cells, the second of which has hyphens alone.
struct MarkdownTable {
  let head: [Substring]
  let rows: [[Substring]]
  var lineCount: Int { rows.count + 2 }

  private static let mostColumns = 200

  /// - Returns: `nil` where the lines do not begin with a table.
  init?(_ lines: ArraySlice<Substring>) {
    guard let first = lines.first, first.contains("|"), let second = lines.dropFirst().first,
      second.contains("-"), second.allSatisfy({ "|-: ".contains($0) })
    else { return nil }
    let head = Self.cells(first)
    guard head.count <= Self.mostColumns, Self.cells(second).count == head.count else { return nil }
    self.head = head
    rows = lines.dropFirst(2).prefix { $0.contains("|") }.map(Self.cells)
  }

  private static func cells(_ line: Substring) -> [Substring] {
    var text = line.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.first == "|" { text.removeFirst() }
    if text.last == "|", !text.hasSuffix("\\|") { text.removeLast() }
    var (cells, start, isEscaped) = ([Substring](), text.startIndex, false)
    for index in text.indices {
      if text[index] == "|", !isEscaped {
        cells.append(text[start..<index])
        start = text.index(after: index)
      }
      isEscaped = text[index] == "\\" && !isEscaped
    }
    cells.append(text[start...])
    return cells
  }
}
