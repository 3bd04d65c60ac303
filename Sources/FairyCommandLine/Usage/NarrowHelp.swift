/// Help for terminals that have no room for options and their explanations beside each other: the latter stand below.
struct NarrowHelp {
  /// Narrower terminals get this form.
  static let enough = 80
  /// Where explanations begin in what the parser makes.
  private static let column = 26

  private let width: Int
  private var lines: [String] = []
  private var listsOptions = false

  /// - Parameter help: as the parser makes it where lines may have any length.
  init(_ help: String, width: Int) {
    self.width = max(width, 20)
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) { add(line) }
  }

  var text: String { lines.joined(separator: "\n") }

  private mutating func add(_ line: Substring) {
    let indent = line.prefix { $0 == " " }.count
    if line.hasPrefix("USAGE:") { listsOptions = true }
    guard indent > 0 else { return wrap(line, indent: 0, further: listsOptions ? 2 : 0) }
    guard indent < Self.column else { return wrap(line, indent: 6) }
    guard let gap = gap(in: line, after: indent) else {
      return wrap(line, indent: indent, further: indent + 4)
    }
    wrap(line[..<gap], indent: indent, further: indent + 4)
    wrap(line[gap...], indent: 6)
  }

  /// Where an explanation stands behind what it explains.
  private func gap(in line: Substring, after indent: Int) -> Substring.Index? {
    if let spaces = line.dropFirst(indent).firstRange(of: "  ") { return spaces.lowerBound }
    // What is explained may end just before the column.
    guard listsOptions, line.count > Self.column else { return nil }
    let last = line.index(line.startIndex, offsetBy: Self.column - 1)
    return line[last] == " " ? last : nil
  }

  /// - Parameter further: the indent of the lines after the first; that of the first where it is `nil`.
  private mutating func wrap(_ text: Substring, indent: Int, further: Int? = nil) {
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: further ?? indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    lines.append(isEmpty ? "" : line)
  }
}
