internal import ConverterCore

/// A regular expression that is looked for in cells.
///
/// It is the system's (POSIX extended), which goes over a cell once whatever the pattern is: the `Regex` of
/// Swift tries all ways, so that `^(a+)+$` takes 49 s for twenty letters, and is 3 to 15 times slower for
/// patterns of good will. A plain text, with `^` and `$` at its ends, needs neither.
final class RowPattern: Sendable {
  private let text: String
  /// The plain text that it is, if it is one.
  private let literal: Literal?
  private let idle = Pool<RowExpressionHandle>()

  private struct Literal {
    let bytes: [UInt8]
    let isAtStart, isAtEnd: Bool
  }

  /// - Throws: `usage` for what is no regular expression.
  init(_ pattern: String) throws(ConversionError) {
    text = pattern
    literal = Self.literal(pattern)
    if literal == nil {
      idle.put(try RowExpressionHandle(pattern))
    }
  }

  /// Does `body` with what matches; an expression serves one thread at a time.
  func withMatcher(
    _ body: ((Span<UInt8>) -> Bool) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    if let literal { return try body { Self.matches(literal, $0) } }
    try idle.withItem { () throws(ConversionError) in
      try RowExpressionHandle(text)
    } _: { expression throws(ConversionError) in
      try expression.whileEntered { () throws(ConversionError) in
        try body { expression.matches($0) }
      }
    }
  }

  private static func literal(_ pattern: String) -> Literal? {
    var bytes = Array(pattern.utf8)
    let isAtStart = bytes.first == UInt8(ascii: "^")
    if isAtStart { bytes.removeFirst() }
    let isAtEnd = bytes.last == UInt8(ascii: "$")
    if isAtEnd { bytes.removeLast() }
    let special = Array("\\^$.|?*+()[]{}".utf8)
    guard !bytes.contains(where: special.contains) else { return nil }
    return Literal(bytes: bytes, isAtStart: isAtStart, isAtEnd: isAtEnd)
  }

  private static func matches(_ literal: Literal, _ cell: Span<UInt8>) -> Bool {
    let wanted = literal.bytes.span
    guard cell.count >= wanted.count else { return false }
    if literal.isAtStart, literal.isAtEnd, cell.count != wanted.count { return false }
    if literal.isAtStart { return cell.prefix(wanted.count).order(to: wanted) == 0 }
    if literal.isAtEnd { return cell.extracting(last: wanted.count).order(to: wanted) == 0 }
    return cell.firstOffset(of: wanted) != nil
  }
}
