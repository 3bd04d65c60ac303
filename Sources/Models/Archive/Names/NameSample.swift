/// Some of an archive's names, from which their encoding is guessed.
struct NameSample {
  /// Enough for any guess; what is over it costs time only.
  private static let mostBytes = 16_384

  /// Parts of names that are neither ASCII nor clearly UTF-8, each once: a folder's name is no more
  /// evidence when it stands before each of its files.
  private(set) var names: [[UInt8]] = []
  private var seen: Set<[UInt8]> = []
  private var byteCount = 0
  /// Characters of names that are UTF-8.
  private var utf8Characters = 0

  mutating func add(_ raw: [UInt8]) {
    guard byteCount < Self.mostBytes, !raw.isASCII else { return }
    if Self.isClearlyUTF8(raw) {
      utf8Characters &+= raw.count { $0 >= 0xC0 }
      return
    }
    // A slash is never a second byte of a character in the encodings that are guessed.
    for part in raw.split(separator: 0x2F) where byteCount < Self.mostBytes {
      let part = Array(part.prefix(1024))
      guard !part.isASCII, seen.insert(part).inserted else { continue }
      names.append(part)
      byteCount += part.count
    }
  }

  /// Whether the bytes are UTF-8 and would hardly be so by chance.
  ///
  /// A single character of two bytes may as well be one of EUC-KR or GBK.
  static func isClearlyUTF8(_ raw: [UInt8]) -> Bool {
    guard let characters = raw.utf8Characters else { return false }
    return characters.long > 0 || characters.all > 1
  }

  /// The encoding of all names that are not ASCII; `nil` where there are none.
  func guess() -> (charset: Charset, confidence: Double)? {
    let isUTF8 = names.allSatisfy { $0.utf8Characters != nil }
    guard !isUTF8 else {
      guard utf8Characters > 0 || !names.isEmpty, let charset = Charset(.utf8) else { return nil }
      return (charset, utf8Characters > 2 ? 0.99 : utf8Characters > 0 ? 0.95 : 0.8)
    }
    return EncodingContest(names).winner()
  }
}

extension [UInt8] {
  /// How many characters that are not ASCII are in the text, and how many of them have more than two
  /// bytes; `nil` if it is not UTF-8.
  fileprivate var utf8Characters: (all: Int, long: Int)? {
    withUnsafeBufferPointer { bytes in
      var (all, long, index) = (0, 0, 0)
      while index < bytes.count {
        let first = bytes[index]
        index += 1
        if first < 0x80 { continue }
        let length = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0
        guard length > 0, index + length <= bytes.count else { return nil }
        // What the second byte may be keeps out surrogates, numbers too high, and forms too long.
        let second = bytes[index]
        let isAllowed =
          switch first {
          case 0xE0: second >= 0xA0
          case 0xED: second < 0xA0
          case 0xF0: second >= 0x90
          case 0xF4: second < 0x90
          default: true
          }
        guard isAllowed else { return nil }
        for offset in 0..<length where bytes[index + offset] & 0xC0 != 0x80 { return nil }
        index += length
        all += 1
        if length > 1 { long += 1 }
      }
      return (all, long)
    }
  }
}
