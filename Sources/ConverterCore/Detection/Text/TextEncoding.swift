/// How characters are written as bytes.
enum TextEncoding: Sendable, Equatable {
  case ascii
  case utf8(hasMark: Bool)
  case utf16(bigEndian: Bool, hasMark: Bool)
  case utf32(bigEndian: Bool)
  /// One of the many encodings before Unicode.
  case legacy
  /// Of mainframes; looked for in markup alone.
  case ebcdic

  var name: String {
    switch self {
    case .ascii: "ASCII text"
    case .utf8(let hasMark): hasMark ? "UTF-8 text with a byte order mark" : "UTF-8 text"
    case .utf16(let bigEndian, _):
      bigEndian ? "UTF-16 text, big-endian" : "UTF-16 text, little-endian"
    case .utf32(let bigEndian): bigEndian ? "UTF-32 text, big-endian" : "UTF-32 text, little-endian"
    case .ebcdic: "EBCDIC text"
    case .legacy: "text in an 8-bit or multi-byte encoding"
    }
  }

  /// Whether there is nothing but printable ASCII, tabs and line ends.
  static func isPlainASCII(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x7F && isTextual($0) }
  }

  /// Control characters that text has: the bell, those that move the cursor, and escape (ISO-2022, colours).
  static func isTextual(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7F : (0x07...0x0D).contains(byte) || byte == 0x1B
  }
}

extension TextEncoding {
  /// The encoding that `head` is text in; `nil` when it is no text.
  ///
  /// - Parameters:
  ///   - isWhole: whether nothing follows; otherwise the last character may be cut.
  ///   - isExpected: whether the name says text, so that stray control characters are forgiven.
  static func guess(_ head: [UInt8], isWhole: Bool, isExpected: Bool) -> TextEncoding? {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      return isUTF8(head.dropFirst(3), isWhole: isWhole) ? .utf8(hasMark: true) : .legacy
    }
    if head.starts(with: [0xFF, 0xFE, 0, 0]), head.count >= 8, head.count % 4 == 0 {
      return .utf32(bigEndian: false)
    }
    if head.starts(with: [0, 0, 0xFE, 0xFF]), head.count >= 8 { return .utf32(bigEndian: true) }
    for (mark, bigEndian) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] {
      if head.starts(with: mark), isUTF16(head.dropFirst(2), bigEndian: bigEndian) {
        return .utf16(bigEndian: bigEndian, hasMark: true)
      }
    }
    if isFreeOfControls(head, isExpected: isExpected) {
      if head.allSatisfy({ $0 < 0x80 }) { return .ascii }
      if isUTF8(head[...], isWhole: isWhole) { return .utf8(hasMark: false) }
      return isLegacy(head, isExpected: isExpected) ? .legacy : nil
    }
    for bigEndian in [false, true] {
      let share = shareOfLatin(head, bigEndian: bigEndian)
      // Of another script, delimiters, digits and line ends are Latin still.
      let isOther =
        isExpected && share > 0.025 && shareOfLatin(head, bigEndian: !bigEndian) * 10 < share
        && isUTF16(head[...], bigEndian: bigEndian)
      if share >= 0.9 || isOther { return .utf16(bigEndian: bigEndian, hasMark: false) }
    }
    return isExpected ? damaged(head, isWhole: isWhole) : nil
  }

  /// Whether no control characters stand among the characters, or few where text is expected.
  private static func isFreeOfControls(_ head: [UInt8], isExpected: Bool) -> Bool {
    guard isExpected else { return head.allSatisfy(isTextual) }
    // Tables have separators for fields and records among the control characters.
    let controls = head.count { !isTextual($0) && !(0x1C...0x1F).contains($0) }
    return controls <= head.count / 10
  }

  /// What is called text and is, but for one or two control characters, or zeros that stand behind it.
  private static func damaged(_ head: [UInt8], isWhole: Bool) -> TextEncoding? {
    let text = head.prefix((head.lastIndex { $0 != 0 } ?? -1) + 1)
    let controls = text.count { !isTextual($0) }
    guard controls <= 2, text.count > 4 + controls, isUTF8(text, isWhole: isWhole) else {
      return nil
    }
    return text.allSatisfy { $0 < 0x80 } ? .ascii : .utf8(hasMark: false)
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var rest = bytes
    if !isWhole {
      // The end of the head may cut a character of up to four bytes.
      let start = rest.indices.suffix(4).last { rest[$0] & 0xC0 != 0x80 }
      if let start, rest[start] >= 0xC0 { rest = rest[..<start] }
    }
    return Unicode.UTF8.isValid(rest)
  }

  /// Code units that mostly are letters of one script: text has few rows of Unicode.
  private static func isUTF16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> Bool {
    var controls = 0
    var units = 0
    var next = bytes.startIndex
    while next + 1 < bytes.endIndex, units < 2048 {
      let unit =
        bigEndian
        ? UInt16(bytes[next]) << 8 | UInt16(bytes[next + 1])
        : UInt16(bytes[next + 1]) << 8 | UInt16(bytes[next])
      if unit < 0x20, !isTextual(UInt8(unit)) { controls += 1 }
      if unit == 0xFFFE || unit == 0xFFFF { return false }
      units += 1
      next += 2
    }
    return controls * 20 <= units
  }

  /// How many of the code units are Latin letters and the like, every other byte of which is zero.
  private static func shareOfLatin(_ bytes: [UInt8], bigEndian: Bool) -> Double {
    guard bytes.count >= 8 else { return 0 }
    let pairs = min(bytes.count / 2, 512)
    var latin = 0
    for pair in 0..<pairs {
      let (high, low) = bigEndian ? (2 * pair, 2 * pair + 1) : (2 * pair + 1, 2 * pair)
      if bytes[high] == 0, isTextual(bytes[low]) { latin += 1 }
    }
    return Double(latin) / Double(pairs)
  }

  /// Whether bytes beyond ASCII are as unequally frequent as letters are.
  ///
  /// Random bytes have control characters among the first few hundred, and other data may have none; but in both, most
  /// values are about equally frequent, or a single one dominates.
  private static func isLegacy(_ head: [UInt8], isExpected: Bool) -> Bool {
    if isExpected { return true }
    let high = head.filter { $0 >= 0x80 }
    // Mostly ASCII, and of that mostly letters.
    let letters = head.count { isLetterOrBlank($0) }
    if high.count * 10 <= head.count * 3, letters * 2 >= head.count - high.count { return true }
    guard high.count >= 8 else { return false }
    var counts = [Int](repeating: 0, count: 256)
    for byte in high { counts[Int(byte)] += 1 }
    let pairs = counts.reduce(0) { $0 + $1 * ($1 - 1) }
    let coincidence = Double(pairs) / Double(high.count * (high.count - 1))
    let isVaried = counts.count { $0 > 0 } * 4 >= min(high.count, 24)
    return isVaried && (coincidence >= 0.016 || isDoubleByte(head))
  }

  private static func isLetterOrBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x2E, 0x3B: true
    default: false
    }
  }

  /// Whether every byte beyond ASCII belongs to a pair of the East Asian sets (EUC, GB 2312, Big5).
  private static func isDoubleByte(_ head: [UInt8]) -> Bool {
    var next = 0
    while next < head.count {
      guard head[next] >= 0x80 else {
        next += 1
        continue
      }
      guard (0xA1...0xF9).contains(head[next]) else { return false }
      guard next + 1 < head.count else { return true }
      guard (0x40...0x7E).contains(head[next + 1]) || (0xA1...0xFE).contains(head[next + 1]) else {
        return false
      }
      next += 2
    }
    return true
  }
}

extension Unicode.UTF8 {
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
