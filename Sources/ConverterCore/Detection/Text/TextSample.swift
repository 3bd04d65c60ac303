/// The beginning of a text, in bytes that have ASCII in its usual place.
package struct TextSample {
  let encoding: TextEncoding
  /// UTF-8, or the bytes of a legacy encoding; without a byte order mark.
  package let bytes: [UInt8]
  /// Whether the text ends with the sample.
  package let isWhole: Bool
  /// Where the first character is that is not white space.
  package let start: Int
  /// Whether the file is lines of JSON so long that the sample has not even one.
  private(set) var endsWithLineOfJSON = false

  /// `nil` when the head of the file is no text.
  init?(_ sample: FileSample, isExpected: Bool) {
    let head = sample.head
    guard
      let encoding = EBCDICText.isMarkup(head)
        ? .ebcdic
        : TextEncoding.guess(head, isWhole: sample.headIsWhole, isExpected: isExpected)
    else { return nil }
    self.encoding = encoding
    isWhole = sample.headIsWhole
    switch encoding {
    case .ascii: bytes = EscapedCharacters.blanked(head)
    case .legacy, .utf8(hasMark: false): bytes = head
    case .ebcdic: bytes = EBCDICText.ascii(head)
    case .utf8(hasMark: true):
      bytes = Array(head.dropFirst(3))
    case .utf16(let bigEndian, let hasMark):
      bytes = Self.transcode(head.dropFirst(hasMark ? 2 : 0), bigEndian: bigEndian, width: 2)
    case .utf32(let bigEndian):
      bytes = Self.transcode(head.dropFirst(4), bigEndian: bigEndian, width: 4)
    }
    start = bytes.firstIndex { !Self.isBlank($0) } ?? bytes.count
    endsWithLineOfJSON = !isWhole && Self.endsWithLineOfJSON(sample)
  }

  /// Looks for a line end between two values, where the head of the file has none.
  private static func endsWithLineOfJSON(_ sample: FileSample) -> Bool {
    guard let first = sample.head.first, "{[".utf8.contains(first),
      !sample.head.contains(0x0A), let tail = try? sample.tail(1 << 20)
    else { return false }
    return tail.indices.dropFirst().dropLast().contains { index in
      tail[index] == 0x0A && "{[".utf8.contains(tail[index + 1])
        && ("}]".utf8.contains(tail[index - 1]) || tail[index - 1] == 0x0D)
    }
  }

  /// The text that a file without an encoding begins with, up to its first control character.
  init(beginningOf sample: FileSample) {
    bytes = Array(sample.head.prefix { TextEncoding.isTextual($0) })
    encoding = .legacy
    isWhole = false
    start = bytes.firstIndex { !Self.isBlank($0) } ?? bytes.count
  }

  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func transcode(_ source: ArraySlice<UInt8>, bigEndian: Bool, width: Int)
    -> [UInt8]
  {
    let bytes = Array(source)
    let starts = stride(from: 0, to: bytes.count - width + 1, by: width)
    if width == 2 {
      let units = starts.map { start -> UInt16 in
        let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
        return bigEndian ? first << 8 | second : second << 8 | first
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    let values = starts.map { start in
      bigEndian
        ? bytes.number(at: start, width: 4, .big) : bytes.number(at: start, width: 4, .little)
    }
    let scalars = values.map { $0.flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init) }
    return Array(String(String.UnicodeScalarView(scalars.map { $0 ?? "\u{FFFD}" })).utf8)
  }

  /// Whether `word`, in any case, stands at `offset`. `word` is given in lower case.
  func has(_ word: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - word.utf8CodeUnitCount else { return false }
    let letters = word.span
    return letters.indices.allSatisfy { Self.lowercased(bytes[offset + $0]) == letters[$0] }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The ranges of up to `limit` lines from `offset`, line ends of all three kinds left out.
  ///
  /// A last line that the sample cuts is left out too.
  package func lines(from offset: Int = 0, limit: Int = .max) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var lineStart = offset
    var next = offset
    while next < bytes.count, lines.count < limit {
      if bytes[next] == 0x0A || bytes[next] == 0x0D {
        lines.append(lineStart..<next)
        if bytes[next] == 0x0D, next + 1 < bytes.count, bytes[next + 1] == 0x0A { next += 1 }
        lineStart = next + 1
      }
      next += 1
    }
    if isWhole, lineStart < bytes.count, lines.count < limit {
      lines.append(lineStart..<bytes.count)
    }
    return lines
  }

  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

/// Looks for one family of text formats.
package protocol TextProbe: SendableMetatype {
  /// Types that a text without their mark cannot be, whatever its name says.
  static var obligatory: [ContentType.ID] { get }

  static func examine(_ text: TextSample) -> [TypeFinding]
}
