internal import CharacterEncodings
internal import ConverterCore
internal import MIME

/// The encoding that a page names itself: `<meta charset="koi8-r">`, or in the `content` of one with `http-equiv`.
enum PageCharset {
  /// Programs write it at the beginning (HTML 4.01, 5.2.2).
  private static let mostLooked = 1 << 12

  /// - Parameter page: its first bytes are enough.
  /// - Returns: `nil` where the page names none, or one that is not known, or one in which its words would not be
  ///   what they are.
  static func name(in page: Span<UInt8>, _ charsets: CharsetCache) -> String? {
    let head = page.prefix(mostLooked).array.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    var rest = head[...]
    while let start = rest.end(of: "<meta") {
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      if let name = name(inTag: rest[start..<end]) {
        switch charsets.charset(named: name)?.conversion {
        case nil, .utf16, .utf32: return nil
        default: return name
        }
      }
      rest = rest[end...]
    }
    return nil
  }

  private static func name(inTag tag: ArraySlice<UInt8>) -> String? {
    guard let place = tag.end(of: "charset") else { return nil }
    let sign = tag[place...].drop(while: isBlank)
    guard sign.first == UInt8(ascii: "=") else { return nil }
    let value = sign.dropFirst().drop { isBlank($0) || isQuote($0) }
    let name = value.prefix { !isBlank($0) && !isQuote($0) && $0 != 0x3B && $0 != 0x2F }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
  private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }
}

extension ArraySlice<UInt8> {
  /// The place behind the first of some letters.
  fileprivate func end(of word: String) -> Int? {
    let word = Array(word.utf8)
    guard count >= word.count else { return nil }
    return (startIndex...endIndex - word.count).first { self[$0...].starts(with: word) }.map {
      $0 + word.count
    }
  }
}
