@_spi(_Unicode) internal import Swift

extension [UInt8] {
  /// The same UTF-8 text in Unicode's normal form C (UAX 15), where an ä is one character; bytes that are not UTF-8
  /// stay as they are.
  public var inNormalFormC: [UInt8] {
    guard !Self.isNormal(span),
      let text = String(validating: self, as: UTF8.self)
    else { return self }
    var normal = ""
    normal.unicodeScalars.append(contentsOf: text._nfc)
    return Array(normal.utf8)
  }

  /// Whether all characters are of those that normalisation never touches, whatever stands beside them.
  ///
  /// That is so below U+0300, where the combining marks begin, and for most of what is written:
  /// it saves nearly all texts the search in tables. Of the first 0x300 none is changed by NFC.
  private static func isNormal(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0xCC {
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : 3
      guard byte < 0xF0, index + length <= bytes.count else { return false }
      var scalar = UInt32(byte) & (length == 2 ? 0x1F : 0x0F)
      for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
      switch scalar {
      // Cyrillic, punctuation, kana, Han, Hangul syllables, wide forms.
      case 0x400..<0x483, 0x2010..<0x2028, 0x3001..<0x302A, 0x3041..<0x3097, 0x309D..<0x3100,
        0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFFF0:
        index += length
      default: return false
      }
    }
    return true
  }
}
