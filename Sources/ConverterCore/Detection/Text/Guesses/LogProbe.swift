/// Logs: lines that begin with a time. They are plain text, but commas in them make no table.
enum LogProbe {
  static func examine(_ text: TextLines) -> TypeFinding? {
    let lines = text.lines.filter { !$0.isEmpty && text.indentation($0) == 0 }
    guard lines.count > 1 else { return nil }
    let timed = lines.count { isTimed(text, $0) }
    guard timed * 10 >= lines.count * 6 else { return nil }
    return TypeFinding(
      .structure, .plainText, 0.76, "\(timed) of \(lines.count) lines begin with a time")
  }

  /// `2024-01-02 10:00:00,123 INFO`, `[10:00:00] x`, `Jan  2 10:00:00 host`: words behind the time.
  private static func isTimed(_ text: TextLines, _ line: Range<Int>) -> Bool {
    var next = line.lowerBound
    var colons = 0
    var digits = 0
    // As far as it may be a part of a date or time.
    while next < line.upperBound, next - line.lowerBound < 48 {
      let byte = text.bytes[next]
      if (0x30...0x39).contains(byte) {
        digits += 1
      } else if byte == UInt8(ascii: ":") {
        colons += 1
      } else if !isPartOfTime(byte) {
        break
      }
      next += 1
      if colons == 2, digits >= 6, byte == 0x20 { break }
      if byte == UInt8(ascii: "]"), colons > 0 { break }
    }
    guard colons >= 1, digits >= 4, next < line.upperBound, next > line.lowerBound else {
      return false
    }
    let last = text.bytes[next - 1]
    return last == 0x20 || last == UInt8(ascii: "]")
  }

  private static func isPartOfTime(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A: true
    default: "[]-/.,+ ".utf8.contains(byte)
    }
  }
}
