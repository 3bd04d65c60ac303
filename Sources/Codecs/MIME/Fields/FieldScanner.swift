/// A piece of an address field.
struct FieldToken {
  enum Kind: UInt8 {
    case blank
    case comment
    case quoted
    /// An encoded word: what is in it has no other meaning, though it should not have brackets and commas.
    case word
    /// A domain in square brackets.
    case literal
    /// An address in angle brackets, which the parser puts together.
    case angle
    case text
    case at, comma, semicolon, colon, less, greater
  }

  let kind: Kind
  let start, end: Int

  var range: Range<Int> { start..<end }
}

/// Cuts an address field into tokens (RFC 5322, 3.2); what is not closed is text.
struct FieldScanner: ~Escapable {
  let bytes: Span<UInt8>
  var index = 0

  /// None that is opened later is closed either, or it is not looked for: that would take quadratic time.
  private var quotesAreOver = false
  private var commentsAreOver = false
  private var wordsAreOver = false

  /// A domain is not longer.
  private static let longestLiteral = 256

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> FieldToken? {
    guard index < bytes.count else { return nil }
    let start = index
    let (kind, end) = token(at: start)
    index = min(end, bytes.count)
    return FieldToken(kind: kind, start: start, end: index)
  }

  private mutating func token(at start: Int) -> (FieldToken.Kind, Int) {
    switch bytes[start] {
    case 0x20, 0x09:
      var end = start + 1
      while end < bytes.count, bytes[end].isBlank { end += 1 }
      return (.blank, end)
    case UInt8(ascii: "("):
      if !commentsAreOver {
        if let end = FieldSyntax.endOfComment(at: start, in: bytes) { return (.comment, end) }
        commentsAreOver = true
      }
    case UInt8(ascii: "\""):
      if !quotesAreOver {
        if let end = FieldSyntax.endOfQuote(at: start, in: bytes) { return (.quoted, end) }
        quotesAreOver = true
      }
    case UInt8(ascii: "["):
      if let end = endOfLiteral(at: start) { return (.literal, end) }
    case UInt8(ascii: "="):
      if let word = EncodedWord(at: start, in: bytes, isOver: &wordsAreOver) {
        return (.word, word.end)
      }
    case UInt8(ascii: "@"): return (.at, start + 1)
    case UInt8(ascii: ","): return (.comma, start + 1)
    case UInt8(ascii: ";"): return (.semicolon, start + 1)
    case UInt8(ascii: ":"): return (.colon, start + 1)
    case UInt8(ascii: "<"): return (.less, start + 1)
    case UInt8(ascii: ">"): return (.greater, start + 1)
    case UInt8(ascii: "\\"): return (.text, start + 2)
    default: break
    }
    return (.text, endOfText(from: start + 1))
  }

  private func endOfText(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "["),
        UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
        return index
      case UInt8(ascii: "="):
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "?") { return index }
      default: break
      }
      index += 1
    }
    return index
  }

  private func endOfLiteral(at start: Int) -> Int? {
    for index in (start + 1)..<max(start + 1, min(bytes.count, start + Self.longestLiteral)) {
      switch bytes[index] {
      case UInt8(ascii: "]"): return index + 1
      case UInt8(ascii: ","), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["): return nil
      default: break
      }
    }
    return nil
  }
}
