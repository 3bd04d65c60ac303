import CharacterEncodings
import ConverterCore

extension InputFile {
  /// The text in UTF-8, which is the only encoding of JSON: of another one, as its mark or the user says, it is
  /// transcoded in memory.
  ///
  /// - Throws: `usage` for an encoding that is not known, `limitExceeded` where memory is too small.
  func inUTF8(_ context: ConversionContext) throws(ConversionError) -> InputFile {
    guard let charset = try charset(said: context.reading.encoding), !charset.isUTF8 else {
      return self
    }
    let decoder = try TextDecoder(charset)
    let text = ByteBuffer()
    var position = 0
    while position < byteCount {
      try context.checkpoint()
      let piece = try read(at: position, count: 1 << 18)
      guard !piece.isEmpty else { break }
      position += piece.count
      let isLast = position >= byteCount
      piece.withUnsafeBytes { decoder.decode($0, isLast: isLast, into: text) }
      // It is held twice for a moment.
      guard text.count <= context.limits.memory / 2 else {
        throw ConversionError(
          .limitExceeded,
          "JSON in \(charset.name.printable) is held in memory, and this needs more than "
            + "\(context.limits.memory / 2) bytes; raise it with --limit memory=\(byteCount * 4)")
      }
    }
    let name = charset.name.printable
    context.note("encoding", .changed, why: "the text was in \(name), and JSON is in UTF-8")
    if let first = decoder.firstReplacement {
      let count = decoder.replacements
      let what =
        "\(count) \(count == 1 ? "byte has" : "bytes have") no character in \(name), the first at offset "
        + "\(first)"
      guard !context.reading.isStrict else { throw ConversionError(.damagedInput, what) }
      context.warn("\(what); U+FFFD stands for each (--encoding names another encoding)")
    }
    let bytes = Array(text.bytes)
    let mark = try markLength(charset)
    return InputFile(transcoded: bytes, of: self) { offset in
      charset.byteCount(ofUTF8: bytes.prefix(offset)).map { $0 + mark }
    }
  }

  /// - Returns: `nil` where nothing says that it is not UTF-8.
  private func charset(said: String?) throws(ConversionError) -> Charset? {
    let head = try read(at: 0, count: 4)
    guard let said else {
      return TextEncodingGuess.mark(of: head).flatMap { Charset($0.0) }
    }
    guard let named = Charset(named: said) else {
      throw ConversionError(
        .usage, "the encoding \"\(said.printable)\" is not known; iconv -l lists them")
    }
    return named.following(markOf: head)
  }

  /// The bytes of a mark that tells the encoding.
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
  /// The bytes that a text had before it was transcoded; `nil` where its characters do not tell.
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
