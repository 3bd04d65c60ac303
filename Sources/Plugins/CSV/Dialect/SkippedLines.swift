import ConverterCore
import TableModel

/// The lines that the user says to skip, and the line in which Excel is told the delimiter.
struct SkippedLines {
  /// How many lines that is.
  let count: Int
  /// How many of those the text has.
  let found: Int
  /// Where what follows begins.
  let end: Int
  /// The delimiter of a line such as `sep=;`.
  let separator: UInt8?

  init(_ text: [UInt8], from start: Int, said: TableDialect) {
    if let lines = said.skippedLines {
      (count, separator) = (lines, nil)
      var (at, found) = (start, 0)
      while found < lines, at < text.count {
        at = Self.lineEnd(text, at)
        found += 1
      }
      (end, self.found) = (at, found)
      return
    }
    separator = Self.separator(text, start)
    count = separator == nil ? 0 : 1
    found = count
    end = separator == nil ? start : Self.lineEnd(text, start)
  }

  static func lines(in text: [UInt8], from start: Int) -> Int {
    var (at, lines) = (start, 0)
    while at < text.count {
      at = lineEnd(text, at)
      lines += 1
    }
    return lines
  }

  private static func lineEnd(_ text: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < text.count {
      defer { at += 1 }
      if text[at] == 0x0A { return at + 1 }
      if text[at] == 0x0D {
        return at + 1 < text.count && text[at + 1] == 0x0A ? at + 2 : at + 1
      }
    }
    return text.count
  }

  private static func separator(_ text: [UInt8], _ start: Int) -> UInt8? {
    var line = text[start..<lineEnd(text, start)]
    while let last = line.last, last == 0x0A || last == 0x0D { line = line.dropLast() }
    let quote = UInt8(ascii: "\"")
    if line.count == 7, line.first == quote, line.last == quote {
      line = line.dropFirst().dropLast()
    }
    guard line.count == 5,
      line.prefix(4).elementsEqual("sep=".utf8) || line.prefix(4).elementsEqual("SEP=".utf8),
      let delimiter = line.last, TableDialect.canDivide(delimiter)
    else { return nil }
    return delimiter
  }
}
