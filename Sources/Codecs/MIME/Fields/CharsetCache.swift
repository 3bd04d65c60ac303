package import CharacterEncodings
import ConverterCore

/// The encodings that the mail of a run names, opened once each, and scratch room to decode with.
///
/// A header says the encoding of each word by name, and to open one costs thousands of times what the word
/// costs. The cache belongs to one thread at a time: each thread of work has its own.
package final class CharsetCache {
  /// Beyond so many names a file is made to waste memory.
  private static let mostNames = 256
  /// A guess takes a fraction of a millisecond, and mail of one kind has the same words again and again.
  private static let mostGuesses = 256
  private static let longestGuessed = 512

  private var named: [[UInt8]: Charset?] = [:]
  private var decoders: [String: TextDecoder] = [:]
  private var guesses: [[UInt8]: Charset] = [:]
  private var lastNamed: (name: [UInt8], charset: Charset?)?
  private let scratch = ByteBuffer(capacity: 1 << 10)

  package init() {}

  /// The encoding that a `charset` parameter or an encoded word names.
  ///
  /// Capitals, quotes and blanks around it do not matter, and names that only mail has are known.
  /// - `iso-8859-1` is taken for windows-1252, as browsers do: where the two differ, the first has control
  ///   characters that nobody writes.
  /// - `us-ascii` gives UTF-8, of which it is a part.
  ///
  /// - Returns: `nil` for one that mail does not have, or the C library does not know.
  package func charset(named name: Span<UInt8>) -> Charset? {
    let key = CharsetName.key(name)
    if let lastNamed, lastNamed.name == key { return lastNamed.charset }
    let charset: Charset?
    if let known = named[key] {
      charset = known
    } else {
      charset = CharsetName.charset(key)
      if named.count >= Self.mostNames { named.removeAll() }
      named.updateValue(charset, forKey: key)
    }
    lastNamed = (key, charset)
    return charset
  }

  package func charset(named name: String) -> Charset? {
    charset(named: name.utf8Span.span)
  }

  /// The text in UTF-8; U+FFFD stands for bytes without a character.
  func decoded(_ raw: [UInt8], in charset: Charset) -> [UInt8] { decode(raw, charset).text }

  /// - Returns: the text, and whether each byte has a character.
  private func decode(_ raw: [UInt8], _ charset: Charset) -> (text: [UInt8], fits: Bool) {
    guard !charset.isUTF8, let decoder = decoder(charset) else { return (raw, true) }
    let replacements = decoder.replacements
    scratch.removeAll()
    decoder.decode(raw.span, isLast: true, into: scratch)
    return (scratch.withSpan { $0.array }, decoder.replacements == replacements)
  }

  /// The text of bytes of which nobody said what they are: UTF-8 where they are that, perhaps with damage, else in
  /// `charset` where they can be that, else in what they look like.
  func decodedUnlabelled(_ raw: [UInt8], in charset: Charset?) -> [UInt8] {
    if raw.contains(0x1B) {
      if let charset, !charset.isStateless { return decoded(raw, in: charset) }
      if raw.hasKanjiEscape, let japanese = self.charset(named: "iso-2022-jp") {
        return decoded(raw, in: japanese)
      }
    }
    guard !raw.isUTF8 else { return raw }
    if let charset, !charset.isUTF8 {
      let (text, fits) = decode(raw, charset)
      if fits { return text }
    }
    // UTF-8 that lost a byte, or was cut. Of other encodings more bytes are none of UTF-8.
    let count = UTF8Count(raw)
    if count.characters >= count.invalid, charset != nil || count.invalid == 1 { return raw }
    return decoded(raw, in: guess(raw))
  }

  private func guess(_ raw: [UInt8]) -> Charset {
    // One byte more tells those that end there from those that go on.
    let key = Array(raw.prefix(Self.longestGuessed + 1))
    if let known = guesses[key] { return known }
    let charset = TextEncodingGuess(
      head: Array(key.prefix(Self.longestGuessed)), isWhole: key.count <= Self.longestGuessed
    ).charset
    if guesses.count >= Self.mostGuesses { guesses.removeAll(keepingCapacity: true) }
    guesses[key] = charset
    return charset
  }

  private func decoder(_ charset: Charset) -> TextDecoder? {
    switch charset.conversion {
    // Its mark at the beginning of each word says the order of bytes; nothing is opened for it.
    case .utf16, .utf32: return try? TextDecoder(charset)
    default: break
    }
    if let known = decoders[charset.name] { return known }
    if decoders.count >= Self.mostNames { decoders.removeAll() }
    let decoder = try? TextDecoder(charset, isAtStart: false)
    decoders[charset.name] = decoder
    return decoder
  }
}

extension [UInt8] {
  /// Whether all of it is well-formed UTF-8.
  var isUTF8: Bool { span.isUTF8 }

  /// Whether an escape of ISO-2022-JP to its two-byte characters is among the bytes (RFC 1468).
  fileprivate var hasKanjiEscape: Bool {
    indices.dropLast(2).contains { index in
      self[index] == 0x1B && self[index + 1] == UInt8(ascii: "$")
        && (self[index + 2] == UInt8(ascii: "B") || self[index + 2] == UInt8(ascii: "@"))
    }
  }
}
