/// The words of a paragraph in Markdown as HTML: emphasis, code, links, line breaks; everything else is escaped.
struct MarkdownWords {
  private let text: [Character]
  /// How many pictures are left out.
  private(set) var pictures = 0

  /// How far the end of a link or of an emphasis is looked for.
  private static let reach = 1000
  private static let mostDepth = 8

  init(_ text: some StringProtocol) { self.text = Array(String(text)) }

  mutating func html() -> String { html(0..<text.count, depth: 0, inLink: false) }

  private mutating func html(_ range: Range<Int>, depth: Int, inLink: Bool) -> String {
    var (html, place) = ("", range.lowerBound)
    while place < range.upperBound {
      let found = piece(at: place, in: range, depth: depth, inLink: inLink)
      html += found?.html ?? Self.escaped(String(text[place]))
      place = found?.end ?? place + 1
    }
    return html
  }

  /// What begins at a place and is more than a letter.
  private mutating func piece(
    at place: Int, in range: Range<Int>, depth: Int, inLink: Bool
  ) -> (html: String, end: Int)? {
    guard depth < Self.mostDepth else { return nil }
    switch text[place] {
    case "\\"
    where place + 1 < range.upperBound && "\\`*_{}[]()#+-.!|>~<".contains(text[place + 1]):
      return (Self.escaped(String(text[place + 1])), place + 2)
    case "\n":
      let isBreak = place >= 2 && text[place - 1] == " " && text[place - 2] == " "
      return (isBreak ? "<br>\n" : "\n", place + 1)
    case "`": return code(at: place, in: range)
    case "*", "_", "~": return emphasis(at: place, in: range, depth, inLink)
    case "!" where place + 1 < range.upperBound && text[place + 1] == "[":
      return picture(at: place, in: range)
    case "[" where !inLink: return link(at: place, in: range, depth)
    case "<" where !inLink: return address(at: place, in: range)
    default: return nil
    }
  }

  private func code(at place: Int, in range: Range<Int>) -> (String, Int)? {
    let count = run(of: "`", at: place, in: range)
    var end = place + count
    while end < min(range.upperBound, place + Self.reach) {
      guard text[end] == "`" else {
        end += 1
        continue
      }
      let closing = run(of: "`", at: end, in: range)
      if closing == count {
        let words = String(text[place + count..<end]).replacing("\n", with: " ")
        return ("<code>\(Self.escaped(words))</code>", end + count)
      }
      end += closing
    }
    // Marks without an end are letters.
    return (String(repeating: "`", count: count), place + count)
  }

  private mutating func emphasis(
    at place: Int, in range: Range<Int>, _ depth: Int, _ inLink: Bool
  ) -> (String, Int)? {
    let mark = text[place]
    let marks = run(of: mark, at: place, in: range)
    let plain = (String(repeating: mark, count: marks), place + marks)
    let count = mark == "~" ? 2 : min(marks, 2)
    guard marks <= 3, marks >= count, place + marks < range.upperBound,
      !text[place + marks].isWhitespace,
      mark != "_" || place == 0 || !Self.isLetter(text[place - 1])
    else { return plain }
    var end = place + marks
    while end < min(range.upperBound, place + Self.reach) {
      guard text[end] == mark else {
        end += text[end] == "\\" ? 2 : 1
        continue
      }
      let closing = run(of: mark, at: end, in: range)
      let isEnd =
        closing == marks && !text[end - 1].isWhitespace
        && (mark != "_" || end + closing >= range.upperBound || !Self.isLetter(text[end + closing]))
      guard isEnd else {
        end += closing
        continue
      }
      let inner = html(place + marks..<end, depth: depth + 1, inLink: inLink)
      let elements =
        mark == "~" ? ["del"] : marks == 3 ? ["strong", "em"] : count == 2 ? ["strong"] : ["em"]
      return (
        elements.map { "<\($0)>" }.joined() + inner
          + elements.reversed().map { "</\($0)>" }.joined(), end + closing
      )
    }
    return plain
  }

  /// `[text](address "title")`
  private mutating func link(
    at place: Int, in range: Range<Int>, _ depth: Int
  ) -> (html: String, end: Int)? {
    guard let (words, target, end) = parts(at: place, in: range) else { return nil }
    let inner = html(words, depth: depth + 1, inLink: true)
    return (Self.link(to: target, inner), end)
  }

  private mutating func picture(at place: Int, in range: Range<Int>) -> (html: String, end: Int)? {
    guard let (words, _, end) = parts(at: place + 1, in: range) else { return nil }
    pictures += 1
    return ("<span class=\"left-out\">\(Self.escaped(String(text[words])))</span>", end)
  }

  /// The words and the address of a link that begins at a place.
  private func parts(
    at place: Int, in range: Range<Int>
  ) -> (words: Range<Int>, target: String, end: Int)? {
    let most = min(range.upperBound, place + Self.reach)
    var (level, end) = (0, place)
    while end < most {
      if text[end] == "[" { level += 1 }
      if text[end] == "]" { level -= 1 }
      if level == 0 { break }
      end += text[end] == "\\" ? 2 : 1
    }
    guard end + 1 < most, text[end + 1] == "(" else { return nil }
    var close = end + 2
    level = 0
    while close < most, level > 0 || text[close] != ")" {
      if text[close] == "(" { level += 1 }
      if text[close] == ")" { level -= 1 }
      close += 1
    }
    guard close < most else { return nil }
    let target = String(text[end + 2..<close]).split(separator: " ").first.map(String.init) ?? ""
    return (place + 1..<end, target.filter { $0 != "<" && $0 != ">" }, close + 1)
  }

  /// `<https://example.org>`
  private func address(at place: Int, in range: Range<Int>) -> (html: String, end: Int)? {
    let most = min(range.upperBound, place + Self.reach)
    guard let end = text[place..<most].firstIndex(of: ">") else { return nil }
    let target = String(text[place + 1..<end])
    guard Self.leadsOut(target), !target.contains(where: \.isWhitespace) else { return nil }
    return (Self.link(to: target, Self.escaped(target)), end + 1)
  }

  // MARK: Helpers

  private func run(of mark: Character, at place: Int, in range: Range<Int>) -> Int {
    text[place..<range.upperBound].prefix { $0 == mark }.count
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func leadsOut(_ target: String) -> Bool {
    let lower = target.prefix(8).lowercased()
    return ["http://", "https://", "mailto:"].contains { lower.hasPrefix($0) }
  }

  /// A link; for an address that leads nowhere from here, its words alone.
  private static func link(to target: String, _ inner: String) -> String {
    guard leadsOut(target), target.unicodeScalars.allSatisfy({ $0.value > 0x20 }) else {
      return "<span class=\"inert\">\(inner)</span>"
    }
    return "<a href=\"\(escaped(target))\" rel=\"noopener noreferrer nofollow\">\(inner)</a>"
  }

  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
