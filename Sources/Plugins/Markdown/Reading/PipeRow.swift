internal import ConverterCore

/// A line of a pipe table: cells between pipes, of which the first and the last may be missing.
enum PipeRow {
  /// Calls `body` with the place of each cell, blanks at its ends left out, and whether it has a backslash.
  @inline(__always)
  static func forEachCell(
    of line: Span<UInt8>, _ body: (_ cell: Range<Int>, _ hasEscape: Bool) -> Void
  ) {
    let whole = trimmed(line, 0..<line.count)
    var start = whole.lowerBound
    if start < whole.upperBound, line[start] == UInt8(ascii: "|") { start += 1 }
    var index = start
    var hasEscape = false
    while index < whole.upperBound {
      let byte = line[index]
      if byte == UInt8(ascii: "\\") {
        hasEscape = true
        index += 2
        continue
      }
      if byte == UInt8(ascii: "|") {
        body(trimmed(line, start..<index), hasEscape)
        start = index + 1
        hasEscape = false
      }
      index += 1
    }
    // Behind a pipe at the end there is no further cell.
    if start < whole.upperBound { body(trimmed(line, start..<whole.upperBound), hasEscape) }
  }

  static func cellCount(of line: Span<UInt8>) -> Int {
    var count = 0
    forEachCell(of: line) { _, _ in count += 1 }
    return count
  }

  /// The texts of a header's cells.
  static func texts(of line: Span<UInt8>) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    forEachCell(of: line) { cell, hasEscape in
      texts.append(hasEscape ? unescaped(line[cell]) : line[cell].array)
    }
    return texts
  }

  /// The text of a cell: a backslash before punctuation is taken away (CommonMark 2.4), in code only before a
  /// pipe.
  static func unescaped(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    var codeEnd = 0
    // Lengths of runs of backticks that no code ends with: what is longer than these is taken for text, so
    // that a cell is gone over a few times at most.
    var unmatched: Set<Int> = []
    while index < text.count {
      if text[index] == backtick, index >= codeEnd {
        let run = runLength(at: index, in: text)
        if run <= Self.longestFence, !unmatched.contains(run),
          let end = codeEnding(run, from: index + run, in: text)
        {
          codeEnd = end
        } else {
          unmatched.insert(run)
        }
        bytes.append(contentsOf: repeatElement(backtick, count: run))
        index += run
        continue
      }
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        index < codeEnd ? text[index + 1] == UInt8(ascii: "|") : isPunctuation(text[index + 1])
      {
        index += 1
      }
      bytes.append(text[index])
      index += 1
    }
    return bytes
  }

  private static let backtick = UInt8(ascii: "`")
  private static let longestFence = 32

  private static func runLength(at start: Int, in text: Span<UInt8>) -> Int {
    var end = start
    while end < text.count, text[end] == backtick { end += 1 }
    return end - start
  }

  /// Behind the run of backticks that ends code which began with one of the same length.
  private static func codeEnding(
    _ run: Int, from start: Int, in text: Span<UInt8>
  ) -> Int? {
    var index = start
    while index < text.count {
      guard text[index] == backtick else {
        index += 1
        continue
      }
      let found = runLength(at: index, in: text)
      if found == run { return index + found }
      index += found
    }
    return nil
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }

  /// The cells of the line below a header: dashes, with a colon at the ends that are aligned.
  ///
  /// - Returns: `nil` for any other line.
  static func delimiterCount(of line: Span<UInt8>) -> Int? {
    guard line.contains(UInt8(ascii: "|")) else { return nil }
    var count = 0
    var isRuled = true
    forEachCell(of: line) { cell, _ in
      count += 1
      var dashes = cell
      if dashes.count > 0, line[dashes.lowerBound] == UInt8(ascii: ":") {
        dashes = dashes.dropFirst()
      }
      if dashes.count > 0, line[dashes.upperBound - 1] == UInt8(ascii: ":") {
        dashes = dashes.dropLast()
      }
      if dashes.isEmpty || !dashes.allSatisfy({ line[$0] == UInt8(ascii: "-") }) { isRuled = false }
    }
    return isRuled && count > 0 ? count : nil
  }

  private static func trimmed(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var range = range
    while range.count > 0, isBlank(line[range.lowerBound]) { range.removeFirst() }
    while range.count > 0, isBlank(line[range.upperBound - 1]) { range.removeLast() }
    return range
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}
