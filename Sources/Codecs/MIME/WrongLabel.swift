package import CharacterEncodings
internal import ConverterCore

/// Tells UTF-8 under the name of an encoding in which each of its bytes is a character, too.
package enum WrongLabel {
  /// Whether a text of well-formed UTF-8 with characters beyond ASCII is not in the encoding that it names.
  ///
  /// Of encodings with Latin letters it is one of a byte a character that decides: nobody writes four pairs such as
  /// "Ã¤", or two runs of which one is as long as "â€™", and nothing else beyond ASCII.
  package static func hides(
    _ text: Span<UInt8>, as name: String, _ charset: Charset
  ) -> Bool {
    if charset.isUTF8 { return CharsetCache.isASCII(name) }
    guard charset.isLatin else { return false }
    let start = text.firstOffset { $0 >= 0x80 } ?? text.count
    let head = text[start...].prefix(mostLooked).array
    let count = UTF8Count(head, isCutBehind: true)
    return count.characters >= 4 || count.isLong && count.characters >= 2
  }

  private static let mostLooked = 1 << 16
}

extension Charset {
  /// Whether it is one of a byte a character for languages that are written with Latin letters.
  fileprivate var isLatin: Bool {
    guard case .table = conversion else { return false }
    let key = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return key.hasPrefix("latin") || Self.latin.contains(key)
  }

  private static let latin: Set<String> = [
    "windows1250", "windows1252", "windows1254", "windows1257", "iso88591", "iso88592", "iso88593",
    "iso88594", "iso88599", "iso885910", "iso885913", "iso885914", "iso885915", "iso885916",
    "macroman",
  ]
}
