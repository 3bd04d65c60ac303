import CharacterEncodings
internal import ConverterCore

/// The body of a field as one line of UTF-8, which fields with a structure are read from.
///
/// Bytes of other encodings become UTF-8 before anything is looked for: the second byte of a character of
/// Shift-JIS may be a backslash, and one of ISO-2022-JP a quote. Those in an encoded word are not among them: they
/// are in the encoding that the word names.
enum UnfoldedField {
  /// Hands on the line, without blanks around it, and in place where it is plain ASCII.
  ///
  /// - Parameter charset: what bytes are in that are not UTF-8; guessed without.
  static func with<Result>(
    _ raw: Span<UInt8>, in charset: Charset?, using cache: CharsetCache,
    _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let raw = trimmed(raw)
    var (all, isFolded, hasEscape): (UInt8, Bool, Bool) = (0, false, false)
    for index in raw.indices {
      let byte = raw[index]
      all |= byte
      isFolded = isFolded || byte == 0x0A || byte == 0x0D
      hasEscape = hasEscape || byte == 0x1B
    }
    guard isFolded || hasEscape || all >= 0x80 else { return body(raw) }
    let line = unfolded(raw)
    guard hasEscape || all >= 0x80 else { return body(line.span) }
    let outside = EncodedWord.withBytesEscaped(line)
    return body(cache.decodedUnlabelled(outside, in: charset).span)
  }

  /// The bytes without line breaks; the blanks that follow them stay (RFC 5322, 2.2.3).
  static func unfolded(_ raw: Span<UInt8>) -> [UInt8] {
    trimmed(raw).array.filter { $0 != 0x0A && $0 != 0x0D }
  }

  /// Without blanks and line breaks at both ends.
  @_lifetime(copy raw)
  static func trimmed(_ raw: Span<UInt8>) -> Span<UInt8> { raw.trimmed(where: isOuter) }

  private static func isOuter(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == 0x0A || byte == 0x0D
  }
}
