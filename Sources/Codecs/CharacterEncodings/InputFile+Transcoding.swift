package import ConverterCore

extension InputFile {
  /// The text in UTF-8, transcoded in memory; a warning says what has no character.
  ///
  /// - Parameter format: as people call it, for messages: "JSON".
  /// - Throws: `limitExceeded` where memory is too small, `damagedInput` where nothing may be odd.
  package func transcoded(
    from charset: Charset, as format: String, in context: ConversionContext
  ) throws(ConversionError) -> InputFile {
    guard !charset.isUTF8 else { return self }
    let decoder = try TextDecoder(charset)
    let text = ByteBuffer()
    let name = charset.name.printable
    var position = 0
    while position < byteCount {
      try context.checkpoint()
      let piece = try read(at: position, count: 1 << 18)
      guard !piece.isEmpty else { break }
      position += piece.count
      let isLast = position >= byteCount
      decoder.decode(piece.span, isLast: isLast, into: text)
      // It is held twice for a moment.
      guard text.count <= context.limits.memory / 2 else {
        throw ConversionError.exceeding(
          .init(.memory, needed: 2 * text.count, of: context.limits),
          "\(format) in \(name) is held in memory, and this needs more than "
            + "\(context.limits.memory / 2) bytes; raise it with --limit memory=\(byteCount * 4)")
      }
    }
    if let first = decoder.firstReplacement {
      let count = decoder.replacements
      let what =
        "\(count) \(count == 1 ? "byte has" : "bytes have") no character in \(name), the first at offset "
        + "\(first)"
      guard !context.reading.isStrict else { throw ConversionError(.damagedInput, what) }
      context.warn("\(what); U+FFFD stands for each (--encoding names another encoding)")
    }
    let bytes = text.array
    let mark = try markLength(charset)
    return InputFile(transcoded: bytes, of: self) { offset in
      charset.byteCount(ofUTF8: bytes.prefix(offset)).map { $0 + mark }
    }
  }

  /// The encoding that the user says; where a byte order mark says its order of bytes, in that.
  ///
  /// - Throws: `usage` for one that is not known.
  package func charset(said name: String) throws(ConversionError) -> Charset {
    guard let named = Charset(named: name) else {
      throw ConversionError(
        .usage, "the encoding \"\(name.printable)\" is not known; iconv -l lists them")
    }
    return named.following(markOf: try read(at: 0, count: 4))
  }

  /// The bytes of a mark that names the encoding.
  private func markLength(_ charset: Charset) throws(ConversionError) -> Int {
    let head = try read(at: 0, count: 4)
    switch charset.conversion {
    case .utf16: return head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) ? 2 : 0
    case .utf32: return head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] ? 4 : 0
    default: return 0
    }
  }
}

extension Charset {
  /// The bytes that a text had before it was transcoded; `nil` where its characters do not say.
  fileprivate func byteCount(ofUTF8 text: some Sequence<UInt8>) -> Int? {
    switch conversion {
    // Only what is beyond 16 bits has four bytes in UTF-8.
    case .utf16: text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 4 : 2) }
    case .utf32: text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 4) }
    case .table: text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    case .utf8, .library: nil
    }
  }
}
