import CharacterEncodings

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
    _ raw: UnsafeRawBufferPointer, in charset: Charset?, using cache: CharsetCache,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let raw = trimmed(raw)
    var (all, isFolded, hasEscape): (UInt8, Bool, Bool) = (0, false, false)
    for byte in raw {
      all |= byte
      isFolded = isFolded || byte == 0x0A || byte == 0x0D
      hasEscape = hasEscape || byte == 0x1B
    }
    guard isFolded || hasEscape || all >= 0x80 else { return body(raw) }
    let line = unfolded(raw)
    guard hasEscape || all >= 0x80 else { return line.withUnsafeBytes(body) }
    let outside = EncodedWord.withBytesEscaped(line)
    return cache.decodedUnlabelled(outside, in: charset).withUnsafeBytes(body)
  }

  /// The bytes without line breaks; the blanks that follow them stay (RFC 5322, 2.2.3).
  static func unfolded(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
    trimmed(raw).filter { $0 != 0x0A && $0 != 0x0D }
  }

  /// Without blanks and line breaks at both ends.
  static func trimmed(_ raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, raw.count)
    while start < end, isOuter(raw[start]) { start += 1 }
    while end > start, isOuter(raw[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: raw[start..<end])
  }

  private static func isOuter(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == 0x0A || byte == 0x0D
  }
}
