import CharacterEncodings
internal import ConverterCore

/// Makes names and addresses of tokens.
struct AddressWords: ~Escapable {
  let line: Span<UInt8>
  let charset: Charset?
  let cache: CharsetCache

  @_lifetime(copy line)
  init(line: Span<UInt8>, charset: Charset?, cache: CharsetCache) {
    (self.charset, self.cache) = (charset, cache)
    self.line = line
  }

  /// A name, with quotes where it needs them.
  static func display(_ name: String) -> String {
    name.utf8.contains(where: FieldSyntax.isSpecial) ? FieldSyntax.quoted(name) : name
  }

  /// A display name: quotes, backslashes and comments are gone, encoded words decoded, and blanks outside
  /// of quotes are one.
  func phrase(_ tokens: ArraySlice<FieldToken>) -> String {
    if let plain = plainRange(tokens) {
      return ReadableText.string(line[plain])
    }
    var text: [UInt8] = []
    for token in tokens {
      switch token.kind {
      case .blank, .comment: appendBlank(to: &text)
      case .quoted:
        var content: [UInt8] = []
        FieldSyntax.appendContent(of: token.range, in: line, to: &content)
        text += content.lazy.map { $0 == 0x09 ? 0x20 : $0 }
      default: text.append(line[token.range])
      }
    }
    return decoded(text)
  }

  /// Where the phrase is in the line as it is, with a blank between its words.
  private func plainRange(_ tokens: ArraySlice<FieldToken>) -> Range<Int>? {
    var range: Range<Int>?
    for token in tokens {
      switch token.kind {
      case .blank where token.range.count == 1 && line[token.start] == 0x20: continue
      case .text:
        // Blanks are what may be between two words.
        guard range.map({ token.start - $0.upperBound <= 1 }) ?? true else { return nil }
        range = (range?.lowerBound ?? token.start)..<token.end
      default: return nil
      }
    }
    return range
  }

  /// What the last comment says; in old mail it is the name (RFC 822, A.1.4).
  func comment(in tokens: [FieldToken]) -> String? {
    guard let comment = tokens.last(where: { $0.kind == .comment }) else { return nil }
    var text: [UInt8] = []
    FieldSyntax.appendContent(of: comment.range, in: line, to: &text)
    let name = decoded(text)
    return name.isEmpty ? nil : name
  }

  private func decoded(_ text: [UInt8]) -> String {
    HeaderText.text(of: UnfoldedField.trimmed(text.span), in: charset, using: cache)
  }

  private func appendBlank(to text: inout [UInt8]) {
    if let last = text.last, last != 0x20 { text.append(0x20) }
  }

  /// The bytes between the brackets, of which the second may be missing.
  @_lifetime(copy self)
  func content(of angle: FieldToken) -> Span<UInt8> {
    let isClosed = angle.end - angle.start > 1 && line[angle.end - 1] == UInt8(ascii: ">")
    return line[(angle.start + 1)..<(isClosed ? angle.end - 1 : angle.end)]
  }

  /// The runs of tokens that blanks and comments part; around points and `@` they part nothing.
  func parts(of tokens: [FieldToken]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var previous: FieldToken?
    var isApart = true
    for (index, token) in tokens.enumerated() {
      guard token.kind != .blank, token.kind != .comment else {
        isApart = true
        continue
      }
      let joined = !isApart || joins(token, atEnd: false) || joins(previous, atEnd: true)
      if joined, let last = parts.popLast() {
        parts.append(last.lowerBound..<index + 1)
      } else {
        parts.append(index..<index + 1)
      }
      previous = token
      isApart = false
    }
    return parts
  }

  private func joins(_ token: FieldToken?, atEnd: Bool) -> Bool {
    guard let token, !token.range.isEmpty else { return false }
    return switch token.kind {
    case .at: true
    case .text: line[atEnd ? token.end - 1 : token.start] == UInt8(ascii: ".")
    default: false
    }
  }
}
