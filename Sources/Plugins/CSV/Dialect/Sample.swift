import CharacterEncodings
import ConverterCore

/// The beginning of a text, and its end where that is further on, as UTF-8.
struct Sample {
  let text: [UInt8]
  /// Whether nothing follows.
  let isWhole: Bool
  /// Where the text begins behind a byte order mark.
  let start: Int

  /// Enough for any table of usual rows.
  static let usualBytes = 1 << 17
  /// What a single row may need.
  static let mostBytes = 1 << 23
  private static let tailBytes = 1 << 16

  /// - Parameter count: bytes of the file.
  init(_ input: InputFile, _ charset: Charset, bytes count: Int) throws(ConversionError) {
    let head = try input.read(at: 0, count: count)
    isWhole = head.count >= input.byteCount
    if charset.isUTF8 {
      start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      text = head
    } else {
      start = 0
      text = try Self.decode(head, charset, isAtStart: true, isLast: isWhole)
    }
  }

  private init(text: [UInt8], start: Int) {
    self.text = text
    self.start = start
    isWhole = true
  }

  /// The last lines of a file; `nil` where its encoding can be read from the beginning only.
  static func tail(of input: InputFile, _ charset: Charset) throws(ConversionError) -> Sample? {
    guard charset.isStateless else { return nil }
    // Units begin at even places, and lines at the beginning of a character.
    let first = max(0, input.byteCount - tailBytes) & ~3
    let bytes = try input.read(at: first, count: input.byteCount - first)
    let text =
      charset.isUTF8
      ? bytes : try decode(bytes, charset, isAtStart: first == 0, isLast: true)
    guard let lineEnd = text.firstIndex(of: 0x0A) ?? text.firstIndex(of: 0x0D) else { return nil }
    return Sample(text: text, start: lineEnd + 1)
  }

  private static func decode(
    _ bytes: [UInt8], _ charset: Charset, isAtStart: Bool, isLast: Bool
  ) throws(ConversionError) -> [UInt8] {
    let decoder = try TextDecoder(charset, isAtStart: isAtStart)
    let text = ByteBuffer(capacity: bytes.count * 2)
    decoder.decode(bytes.span, isLast: isLast, into: text)
    return text.array
  }

  /// What line ends the text has, for people: `LF`, `CRLF`, `CR`, or `mixed`; `nil` without any.
  var lineEnds: String? {
    var (lf, crlf, cr) = (0, 0, 0)
    for (index, byte) in text.enumerated() {
      if byte == 0x0A {
        if index > 0, text[index - 1] == 0x0D { crlf += 1 } else { lf += 1 }
      } else if byte == 0x0D, index + 1 < text.count, text[index + 1] != 0x0A {
        cr += 1
      } else if byte == 0x0D, index + 1 == text.count, isWhole {
        cr += 1
      }
    }
    switch (lf > 0, crlf > 0, cr > 0) {
    case (false, false, false): return nil
    case (true, false, false): return "LF"
    case (false, true, false): return "CRLF"
    case (false, false, true): return "CR"
    default: return "mixed"
    }
  }
}
