internal import ConverterCore

/// Cuts a field into what stands before its parameters, and these.
struct ParameterScanner: ~Escapable {
  private let line: Span<UInt8>
  private var index = 0
  /// More are of no use to anybody but who wants to waste time.
  private var left = 256
  /// No comment that is opened later is closed either: to look for each would take quadratic time.
  private var commentsAreOver = false

  @_lifetime(copy line)
  init(_ line: Span<UInt8>) {
    self.line = line
  }

  /// What the field begins with, in small letters and without blanks: `text/html`. Empty where parameters come at
  /// once.
  ///
  /// It may have a slash, beside which blanks and comments mean nothing.
  mutating func head() -> String {
    var head: [UInt8] = []
    while true {
      index = behindBlanks(index)
      let start = index
      while index < line.count, Self.isToken(line[index]) { index += 1 }
      if head.isEmpty, index < line.count, line[index] == UInt8(ascii: "=") {
        index = start
        return ""
      }
      head += line[start..<index].array.map(\.lowercasedASCII)
      let behind = behindBlanks(index)
      guard behind < line.count, line[behind] == UInt8(ascii: "/"), !head.contains(0x2F) else {
        index = behind
        return ReadableText.string(head.span)
      }
      head.append(0x2F)
      index = behind + 1
    }
  }

  /// The next parameter, in small letters its name, without quotes its value.
  mutating func next() -> (name: [UInt8], value: [UInt8])? {
    while index < line.count, left > 0 {
      index = behindBlanks(index)
      let start = index
      while index < line.count, line[index] != UInt8(ascii: ";"), line[index] != UInt8(ascii: "=") {
        index += 1
      }
      guard index < line.count else { return nil }
      let name = nameAtEnd(of: start..<index)
      let hasValue = line[index] == UInt8(ascii: "=")
      index += 1
      left -= 1
      guard hasValue, !name.isEmpty else { continue }
      return (name, value())
    }
    return nil
  }

  /// The last word: what is before it belongs to no parameter.
  private func nameAtEnd(of range: Range<Int>) -> [UInt8] {
    var end = range.upperBound
    while end > range.lowerBound, line[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > range.lowerBound, line[start - 1] > 0x20, line[start - 1] != UInt8(ascii: ")") {
      start -= 1
    }
    return line[start..<end].array.map(\.lowercasedASCII)
  }

  private mutating func value() -> [UInt8] {
    index = behindBlanks(index)
    guard index < line.count, line[index] == UInt8(ascii: "\"") else { return bareValue() }
    let start = index
    var value: [UInt8] = []
    if let end = FieldSyntax.endOfQuote(at: start, in: line) {
      index = end
      FieldSyntax.appendContent(of: start..<end, in: line, to: &value)
    } else {
      index = line.count
      FieldSyntax.appendContent(of: start..<line.count + 1, in: line, to: &value)
    }
    return value
  }

  /// A value without quotes: up to a semicolon, or where a blank and the next parameter follow, without a comment
  /// at its end.
  private mutating func bareValue() -> [UInt8] {
    let start = index
    while index < line.count, line[index] != UInt8(ascii: ";") {
      guard line[index].isBlank else {
        index += 1
        continue
      }
      let word = behindBlanksAlone(index)
      var end = word
      while end < line.count, Self.isToken(line[end]) { end += 1 }
      if end > word, end < line.count, line[end] == UInt8(ascii: "=") { break }
      index = max(end, word)
    }
    return line[start..<endWithoutComment(start..<index)].array
  }

  /// A bracket in the middle is part of the value: `name=letter (1).pdf`.
  private func endWithoutComment(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, line[end - 1] <= 0x20 { end -= 1 }
    guard end > range.lowerBound, line[end - 1] == UInt8(ascii: ")") else { return end }
    let value = line[range.lowerBound..<end]
    var index = 1
    while index < value.count {
      guard value[index] == UInt8(ascii: "("), value[index - 1].isBlank else {
        index += 1
        continue
      }
      guard let behind = FieldSyntax.endOfComment(at: index, in: value) else { break }
      if behind == value.count {
        while index > 0, value[index - 1].isBlank { index -= 1 }
        return range.lowerBound + index
      }
      index = behind
    }
    return end
  }

  private func behindBlanksAlone(_ start: Int) -> Int {
    var index = start
    while index < line.count, line[index] <= 0x20 { index += 1 }
    return index
  }

  private mutating func behindBlanks(_ start: Int) -> Int {
    var index = behindBlanksAlone(start)
    while index < line.count, line[index] == UInt8(ascii: "("), !commentsAreOver {
      guard let end = FieldSyntax.endOfComment(at: index, in: line) else {
        commentsAreOver = true
        return index
      }
      index = behindBlanksAlone(end)
    }
    return index
  }

  /// `token` (RFC 2045, 5.1).
  private static func isToken(_ byte: UInt8) -> Bool {
    guard byte > 0x20, byte < 0x7F else { return false }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "="): return false
    case UInt8(ascii: "."): return true
    default: return !FieldSyntax.isSpecial(byte)
    }
  }
}
