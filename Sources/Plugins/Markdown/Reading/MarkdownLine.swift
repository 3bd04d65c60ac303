internal import ConverterCore

/// What a line of Markdown begins, as far as it decides where tables are (CommonMark 0.31, section 4).
enum MarkdownLine {
  case blank
  /// More than three blanks before its text.
  case indented
  /// Backticks or tildes, and how many; `isBare` where nothing follows them.
  case fence(UInt8, count: Int, isBare: Bool)
  case heading([UInt8])
  /// A line of `=` or `-` below a heading's text.
  case underline
  /// A quote, an item of a list, a rule, HTML: what ends a table, too.
  case block
  case text

  init(_ line: Span<UInt8>) {
    var start = 0
    while start < line.count, line[start] == 0x20 { start += 1 }
    guard start < line.count, line[start...].contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
      self = .blank
      return
    }
    guard start < 4, line[start] != 0x09 else {
      self = .indented
      return
    }
    self = Self.kind(of: line[start...])
  }

  private static func kind(of line: Span<UInt8>) -> MarkdownLine {
    let first = line[0]
    let run = line.prefix { $0 == first }.count
    let rest = line.dropFirst(run)
    let isBlankBehind = rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    switch first {
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      // An info string of backticks has none itself; otherwise it is a code span.
      guard run >= 3, first == UInt8(ascii: "~") || !rest.contains(first) else { return .text }
      return .fence(first, count: run, isBare: rest.allSatisfy { $0 == 0x20 || $0 == 0x09 })
    case UInt8(ascii: "#"):
      return run <= 6 && isBlankBehind ? .heading(title(in: rest)) : .text
    case UInt8(ascii: ">"), UInt8(ascii: "<"): return .block
    case UInt8(ascii: "="):
      return rest.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? .underline : .text
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
      if first == UInt8(ascii: "-"), rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        return .underline
      }
      if run == 1, isBlankBehind, first != UInt8(ascii: "_") { return .block }
      let marks = line.count { $0 == first }
      let isRule = line.allSatisfy { $0 == first || $0 == 0x20 || $0 == 0x09 }
      return marks >= 3 && isRule ? .block : .text
    default: return .text
    }
  }

  private static func title(in text: Span<UInt8>) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let title = text.trimmed(where: isBlank)
    // Marks that close the heading stand apart from it.
    var before = title
    while before.last == UInt8(ascii: "#") { before = before.dropLast() }
    guard before.last.map(isBlank) ?? true else { return title.array }
    return before.trimmed(where: isBlank).array
  }
}
