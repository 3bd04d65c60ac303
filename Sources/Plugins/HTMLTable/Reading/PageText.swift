import CharacterEncodings
import ConverterCore

/// The text of a page as UTF-8, whatever its encoding is.
struct PageText {
  let charset: Charset
  /// How sure that is, 0…1.
  let confidence: Double

  private static let pieceSize = 1 << 14
  /// How much of a page is looked at for what it says of its encoding.
  private static let headSize = 4096

  /// The encoding that the user says, that a byte order mark says, that the page says, or that it looks like.
  ///
  /// - Throws: `usage` for an encoding that is not known; `readFailed`.
  init(of input: InputFile, said: String?) throws(ConversionError) {
    if let said {
      guard let named = Charset(named: said) else {
        throw ConversionError(
          .usage, "the encoding \"\(said.printable)\" is not known; `iconv -l` lists those that are"
        )
      }
      (charset, confidence) = (named, 1)
      return
    }
    let guess = try TextEncodingGuess(of: input)
    let head = try input.read(at: 0, count: Self.headSize)
    if !guess.hasMark, let label = Self.label(in: head), let declared = Self.charset(label) {
      (charset, confidence) = (declared, 1)
    } else {
      (charset, confidence) = (guess.charset, guess.confidence)
    }
  }

  /// The encoding that a page names, as `<meta charset=…>`, in a `content` attribute, or as XML does.
  static func label(in head: [UInt8]) -> String? {
    let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    for (tag, word) in [("<meta", "charset"), ("<?xml", "encoding")] {
      for piece in text.components(after: tag) {
        let inside = piece.prefix { $0 != ">" }
        guard let found = inside.components(after: word).first else { continue }
        let value = found.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
        guard value.first == "=" else { continue }
        let label = value.dropFirst().drop { " \n\t\"'".contains($0) }
          .prefix { $0.isLetter || $0.isNumber || "-_.:+".contains($0) }
        if !label.isEmpty { return String(label) }
      }
    }
    return nil
  }

  /// What browsers take a label for (WHATWG Encoding): names of small sets mean the larger one in use.
  private static func charset(_ label: String) -> Charset? {
    switch label {
    case "iso-8859-1", "iso8859-1", "latin1", "ascii", "us-ascii", "cp1252", "windows-1252":
      Charset(.windows1252)
    case "shift_jis", "sjis", "x-sjis", "shift-jis": Charset(.shiftJIS)
    case "euc-kr", "ks_c_5601-1987": Charset(.eucKR)
    case "iso-8859-9": Charset(named: "WINDOWS-1254")
    // A page whose label could be read is not in units of 16 bits.
    case "utf-16", "utf-16le", "utf-16be": .init(.utf8)
    default: Charset(named: label)
    }
  }

  /// Gives the whole text to `body` in pieces, none of which cuts a character.
  ///
  /// Bytes that are no text become U+FFFD, as do characters that no page may have.
  func forEachPiece(
    of input: InputFile, in context: ConversionContext,
    _ body: (Span<UInt8>, _ byteCount: Int) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let decoder = try TextDecoder(charset)
    let text = ByteBuffer(capacity: 4 * Self.pieceSize)
    var offset = 0
    var isLast = false
    var replaced = false
    while !isLast {
      try context.checkpoint(input.byteCount > 0 ? Double(offset) / Double(input.byteCount) : nil)
      let piece = try input.read(at: offset, count: Self.pieceSize)
      offset += piece.count
      isLast = piece.isEmpty || offset >= input.byteCount
      decoder.decode(piece.span, isLast: isLast, into: text)
      let whole = isLast ? text.count : Self.wholeCharacters(of: text.span)
      var mended = false
      let clean = Self.mend(text.span[..<whole], isMended: &mended)
      replaced = replaced || mended
      text.removeFirst(whole)
      try body(clean.span, offset)
    }
    if replaced || decoder.replacements > 0 {
      context.warn(
        "bytes that are no text in \(charset.name) became U+FFFD (--encoding names another encoding)"
      )
    }
  }

  /// How many of the bytes are not the beginning of a character that is cut.
  private static func wholeCharacters(of text: Span<UInt8>) -> Int {
    for back in 1...3 where back <= text.count {
      let byte = text[text.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? text.count - back : text.count
    }
    return text.count
  }

  private static func mend(_ text: Span<UInt8>, isMended: inout Bool) -> [UInt8] {
    var bytes = text.array
    if !UTF8Validity.isValid(text) {
      bytes = Array(String(decoding: text).utf8)
      isMended = true
    }
    guard bytes.contains(where: Self.isForbidden) else { return bytes }
    isMended = true
    return bytes.flatMap { Self.isForbidden($0) ? [0xEF, 0xBF, 0xBD] : [$0] }
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0C && byte != 0x0D
  }
}

private enum UTF8Validity {
  static func isValid(_ bytes: Span<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes) != nil
  }
}

extension StringProtocol {
  /// What stands behind each place where `word` is.
  fileprivate func components(after word: String) -> [SubSequence] {
    var found: [SubSequence] = []
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0 == word.first ?? " " }) {
      rest = rest[start...]
      if rest.hasPrefix(word) { found.append(rest.dropFirst(word.count)) }
      rest = rest.dropFirst()
    }
    return found
  }
}
