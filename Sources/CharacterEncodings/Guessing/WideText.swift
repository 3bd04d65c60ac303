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
    // Another script: only delimiters, digits and line ends are ASCII, and the rest is no UTF-8.
    let isUTF8 = UTF8Count(Array(head), isCutBehind: true).invalid == 0
    guard !isUTF8, more * 40 >= pairs, isPaired(head, bigEndian: known == .utf16BE) else {
      return nil
    }
    return (known, 0.8)
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
