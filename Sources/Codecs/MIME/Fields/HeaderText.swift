package import CharacterEncodings
internal import ConverterCore

/// Fields without a structure, such as `Subject`.
package enum HeaderText {
  /// The text of the body of a field.
  ///
  /// It is unfolded, without blanks around it, and its encoded words are decoded (RFC 2047): also those with a
  /// language (RFC 2231, 5), without blanks around them, with blanks in them, or without padding. Words of one
  /// encoding that follow each other are decoded together, so that a character may be cut by their ends. What
  /// says no encoding, or one that is not known, is UTF-8 if it is well-formed (RFC 6532), else in `charset`,
  /// else in what it looks like. So are words whose bytes cannot be in the encoding that they name. Bytes beyond ASCII
  /// in a word are in the encoding of the word.
  ///
  /// Control characters other than tabs never come out: a line break that a word hides is a space, any other is
  /// U+FFFD. Python's `email` lets them pass, leaves a word with a question mark in its text as it is, and
  /// makes U+FFFD of bytes that are not UTF-8.
  ///
  /// - Parameters:
  ///   - raw: everything behind the colon, folds included.
  ///   - charset: of bytes that say nothing; perhaps that of the message's text.
  package static func decoded(
    _ raw: Span<UInt8>, in charset: Charset? = nil, using cache: CharsetCache
  ) -> String {
    UnfoldedField.with(raw, in: charset, using: cache) { line in
      text(of: line, in: charset, using: cache)
    }
  }

  /// The text of a line of UTF-8 that may have encoded words.
  static func text(
    of line: Span<UInt8>, in charset: Charset?, using cache: CharsetCache
  ) -> String {
    guard let first = firstWord(in: line) else { return ReadableText.string(line) }
    var words = WordRun(line, charset, cache)
    var index = first
    var done = 0
    var isOver = false
    while index + 1 < line.count, !isOver {
      guard line[index] == UInt8(ascii: "="),
        let word = EncodedWord(at: index, in: line, isOver: &isOver)
      else {
        index += 1
        continue
      }
      words.append(word, behind: done..<index)
      index = word.end
      done = index
    }
    return words.string(before: done..<line.count)
  }

  private static func firstWord(in line: Span<UInt8>) -> Int? {
    guard line.count >= 8 else { return nil }
    return (0..<(line.count - 1)).first {
      line[$0] == UInt8(ascii: "=") && line[$0 + 1] == UInt8(ascii: "?")
    }
  }
}

/// Encoded words that follow each other, and the text so far.
private struct WordRun: ~Escapable {
  private let line: Span<UInt8>
  private let unlabelled: Charset?
  private let cache: CharsetCache
  private var text: [UInt8] = []
  /// The bytes of words of one encoding, of which the last ones may be half a character.
  private var bytes: [UInt8] = []
  private var name: [UInt8]?

  @_lifetime(copy line)
  init(_ line: Span<UInt8>, _ charset: Charset?, _ cache: CharsetCache) {
    self.line = line
    (unlabelled, self.cache) = (charset, cache)
  }

  /// - Parameter gap: what is between the word and the one before; blanks say nothing there (RFC 2047, 6.2).
  mutating func append(_ word: EncodedWord, behind gap: Range<Int>) {
    let isAdjacent = name != nil && line[gap].allSatisfy(\.isBlank)
    let next = CharsetName.key(line[word.charset])
    if !isAdjacent || next != name { flush() }
    if !isAdjacent { text.append(line[gap]) }
    name = next
    word.appendBytes(of: line, to: &bytes)
  }

  mutating func string(before rest: Range<Int>) -> String {
    flush()
    text.append(line[rest])
    return ReadableText.string(text.span)
  }

  /// Whether the bytes are in the encoding that the word names; some programs write the name of another.
  private func isRight(_ charset: Charset, _ name: String) -> Bool {
    guard bytes.isUTF8 else { return !charset.isUTF8 }
    return !WrongLabel.hides(bytes.span, as: name, charset)
  }

  private mutating func flush() {
    guard let name else { return }
    let word = String(decoding: name, as: UTF8.self)
    if HZText.isName(word), let chinese = Charset(.gbk) {
      let raw = HZText.withUpperBits(bytes.span).withSpan { $0.array }
      text += cache.decoded(raw, in: chinese)
      bytes.removeAll(keepingCapacity: true)
      self.name = nil
      return
    }
    let charset = cache.charset(named: name.span)
    if let charset, isRight(charset, word) {
      text += cache.decoded(bytes, in: charset)
    } else {
      text += cache.decodedUnlabelled(bytes, in: unlabelled)
    }
    bytes.removeAll(keepingCapacity: true)
    self.name = nil
  }
}
