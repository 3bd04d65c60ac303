/// Text of seven bits that says by escapes which characters its bytes are: ISO-2022-JP (RFC 1468).
enum EscapedSets {
  private static let escape: UInt8 = 0x1B

  /// The encoding of pieces that are ASCII otherwise; `nil` where they have no such escapes.
  static func guess(_ pieces: [[UInt8]]) -> Charset? {
    pieces.contains(where: hasKanji) ? Charset(.iso2022JP) : nil
  }

  /// Whether an escape to the characters of JIS X 0208 is followed by pairs of bytes, and an escape back.
  private static func hasKanji(_ text: [UInt8]) -> Bool {
    var index = 0
    while let start = text[index...].firstIndex(of: escape) {
      index = start + 1
      let isShift =
        text[index...].starts(with: "$B".utf8) || text[index...].starts(with: "$@".utf8)
      guard isShift else { continue }
      let first = index + 2
      let end = text[first...].firstIndex { !(0x21...0x7E).contains($0) } ?? text.count
      if end > first, (end - first) % 2 == 0, endsKanji(text[end...]) { return true }
    }
    return false
  }

  /// Whether an escape to ASCII, or to the Latin letters of JIS X 0201, comes next.
  private static func endsKanji(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: [escape] + "(B".utf8) || rest.starts(with: [escape] + "(J".utf8)
  }
}
