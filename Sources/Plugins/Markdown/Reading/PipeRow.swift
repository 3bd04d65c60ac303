internal import ConverterCore

/// A line of a pipe table: cells between pipes, of which the first and the last may be missing.
enum PipeRow {
  /// Calls `body` with the place of each cell, blanks at its ends left out, and whether it has a backslash.
  @inline(__always)
  static func forEachCell(
    of line: UnsafeRawBufferPointer, _ body: (_ cell: Range<Int>, _ hasEscape: Bool) -> Void
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

  static func cellCount(of line: UnsafeRawBufferPointer) -> Int {
    var count = 0
    forEachCell(of: line) { _, _ in count += 1 }
    return count
  }

  /// The texts of a header's cells.
  static func texts(of line: UnsafeRawBufferPointer) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    forEachCell(of: line) { cell, hasEscape in
      let text = UnsafeRawBufferPointer(rebasing: line[cell])
      texts.append(hasEscape ? unescaped(text) : Array(text))
    }
    return texts
  }

  /// The text of a cell: a backslash before a pipe, or before another backslash, is taken away.
  static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "|") || text[index + 1] == UInt8(ascii: "\\")
      {
        index += 1
      }
      bytes.append(text[index])
      index += 1
    }
    return bytes
  }

  /// The cells of the line below a header: dashes, with a colon at the ends that are aligned.
  ///
  /// - Returns: `nil` for any other line.
  static func delimiterCount(of line: UnsafeRawBufferPointer) -> Int? {
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

  private static func trimmed(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
    var range = range
    while range.count > 0, isBlank(line[range.lowerBound]) { range.removeFirst() }
    while range.count > 0, isBlank(line[range.upperBound - 1]) { range.removeLast() }
    return range
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}
