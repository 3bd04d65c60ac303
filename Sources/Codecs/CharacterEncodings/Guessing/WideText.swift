/// UTF-16 and UTF-32 without a byte order mark.
enum WideText {
  /// Which of them `head` is; `nil` for none.
  static func guess(_ head: [UInt8]) -> (Charset.Known, Double)? {
    let head = head.prefix(8192)
    guard head.count >= 4, head.contains(0) else { return nil }
    if let wide = utf32(head) { return wide }
    // By the place in a pair: zeros beside a letter of ASCII.
    var (little, big, pairs) = (0, 0, 0)
    var index = head.startIndex
    while index + 1 < head.endIndex {
      let (first, second) = (head[index], head[index + 1])
      if second == 0, isText(first) { little += 1 }
      if first == 0, isText(second) { big += 1 }
      pairs += 1
      index += 2
    }
    let (more, fewer) = (max(little, big), min(little, big))
    let known: Charset.Known = little >= big ? .utf16LE : .utf16BE
    guard more >= 2, fewer * 10 <= more else { return nil }
    if more * 10 >= pairs * 6 { return (known, more * 10 >= pairs * 9 ? 0.97 : 0.9) }
    // Another script: only delimiters, digits and line ends are ASCII.
    let isBigEndian = known == .utf16BE
    guard more * 40 >= pairs, isPaired(head, bigEndian: isBigEndian) else { return nil }
    if UTF8Count(Array(head), isCutBehind: true).invalid > 0 { return (known, 0.8) }
    // Bytes below 0x80 alone, which may be ASCII with NULs in it.
    if hasScript(head, bigEndian: isBigEndian) { return (known, 0.9) }
    return fewer == 0 && isJapanese(head, bigEndian: isBigEndian) ? (known, 0.7) : nil
  }

  /// Whether the upper bytes of units are below 0x20, as those of scripts from Greek to Cherokee are: no text of
  /// one byte a character has control characters at every other place.
  private static func hasScript(_ head: ArraySlice<UInt8>, bigEndian: Bool) -> Bool {
    let upper = stride(from: bigEndian ? 0 : 1, to: head.count, by: 2)
    let units = head.count / 2
    let printable = upper.count { head[head.startIndex + $0] >= 0x20 }
    // Dashes, quotation marks and signs of currencies are above.
    return printable * 8 <= units
  }

  /// Whether nearly all units that are not ASCII are Han characters and kana, with enough of these: pairs of
  /// letters of ASCII look like the former.
  private static func isJapanese(_ head: ArraySlice<UInt8>, bigEndian: Bool) -> Bool {
    var (kana, others, units) = (0, 0, 0)
    for index in stride(from: head.startIndex, to: head.endIndex - 1, by: 2) {
      let (first, second) = (UInt16(head[index]), UInt16(head[index + 1]))
      switch bigEndian ? first << 8 | second : second << 8 | first {
      case 0..<0x80: continue
      case 0x3041...0x30FF: kana += 1
      case 0x3000...0x3040, 0x4E00...0x9FFF, 0xFF00...0xFFEF: break
      default: others += 1
      }
      units += 1
    }
    return kana * 8 >= units && others * 20 <= units
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func utf32(_ head: ArraySlice<UInt8>) -> (Charset.Known, Double)? {
    guard head.count >= 8 else { return nil }
    var (little, big, quads) = (0, 0, 0)
    var index = head.startIndex
    while index + 3 < head.endIndex {
      if head[index + 3] == 0, head[index + 2] < 0x11, head[index] != 0 || head[index + 1] != 0 {
        little += 1
      }
      if head[index] == 0, head[index + 1] < 0x11, head[index + 2] != 0 || head[index + 3] != 0 {
        big += 1
      }
      quads += 1
      index += 4
    }
    // UTF-16 has a letter in the place of one of the zeros.
    let zeros = head.count { $0 == 0 }
    guard zeros * 2 >= head.count, little == quads || big == quads, little != big else {
      return nil
    }
    let isLittle = little == quads
    var second = 0
    for index in stride(from: head.startIndex, to: head.endIndex - 3, by: 4) {
      if head[index + (isLittle ? 2 : 1)] == 0 { second += 1 }
    }
    guard second * 10 >= quads * 9 else { return nil }
    return (isLittle ? .utf32LE : .utf32BE, 0.95)
  }

  /// Whether surrogates stand in pairs, and few units are controls.
  private static func isPaired(_ head: ArraySlice<UInt8>, bigEndian: Bool) -> Bool {
    var isAfterHigh = false
    var (controls, units) = (0, 0)
    var index = head.startIndex
    while index + 1 < head.endIndex {
      let unit =
        bigEndian
        ? UInt16(head[index]) << 8 | UInt16(head[index + 1])
        : UInt16(head[index + 1]) << 8 | UInt16(head[index])
      if (unit & 0xFC00 == 0xDC00) != isAfterHigh { return false }
      isAfterHigh = unit & 0xFC00 == 0xD800
      if unit < 0x20, !isText(UInt8(unit)) { controls += 1 }
      units += 1
      index += 2
    }
    return controls * 50 <= units
  }
}
