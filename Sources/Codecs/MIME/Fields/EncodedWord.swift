internal import ConverterCore

/// A word that says the encoding of its text: `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` (RFC 2047, 2).
struct EncodedWord {
  /// Where its name of the encoding is, without a language (RFC 2231, 5).
  let charset: Range<Int>
  let isBase64: Bool
  let text: Range<Int>
  /// Behind the word.
  let end: Int

  /// Names are not longer.
  private static let longestName = 80

  /// Reads the word that begins at `start`.
  ///
  /// Its text may have blanks and question marks, which it should not, but not the beginning of another word.
  ///
  /// - Parameter isOver: whether no word ends any more, which keeps the time for hostile bytes linear.
  init?(at start: Int, in bytes: Span<UInt8>, isOver: inout Bool) {
    guard !isOver, bytes.count - start >= 8, bytes[start] == UInt8(ascii: "="),
      bytes[start + 1] == UInt8(ascii: "?")
    else { return nil }
    var index = start + 2
    var language: Int?
    let last = min(bytes.count, index + Self.longestName)
    while index < last, bytes[index] != UInt8(ascii: "?") {
      guard bytes[index] > 0x20, bytes[index] < 0x7F else { return nil }
      if bytes[index] == UInt8(ascii: "*"), language == nil { language = index }
      index += 1
    }
    guard index < last, index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "?") else {
      return nil
    }
    charset = (start + 2)..<(language ?? index)
    switch bytes[index + 1] {
    case UInt8(ascii: "B"), UInt8(ascii: "b"): isBase64 = true
    case UInt8(ascii: "Q"), UInt8(ascii: "q"): isBase64 = false
    default: return nil
    }
    let first = index + 3
    index = first
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "?"), bytes[index + 1] == UInt8(ascii: "=") {
        text = first..<index
        end = index + 2
        return
      }
      if bytes[index] == UInt8(ascii: "="), bytes[index + 1] == UInt8(ascii: "?"),
        // The text of Q may begin with an escape of a question mark's.
        index + 2 < bytes.count, bytes[index + 2] != UInt8(ascii: "=")
      {
        return nil
      }
      index += 1
    }
    isOver = true
    return nil
  }

  /// The line with ASCII alone in its words, which stands for the same bytes: Q has escapes for those that should
  /// not be there, B passes over them.
  static func withBytesEscaped(_ line: [UInt8]) -> [UInt8] {
    var escaped: [UInt8] = []
    var (index, done) = (0, 0)
    var isOver = false
    while index + 1 < line.count, !isOver {
      guard line[index] == UInt8(ascii: "="),
        let word = EncodedWord(at: index, in: line.span, isOver: &isOver)
      else {
        index += 1
        continue
      }
      escaped += line[done..<word.text.lowerBound]
      for byte in line[word.text] {
        if (0x20..<0x7F).contains(byte) || byte == 0x09 {
          escaped.append(byte)
        } else if !word.isBase64 {
          escaped += [UInt8(ascii: "="), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        }
      }
      (index, done) = (word.end, word.text.upperBound)
    }
    return escaped + line[done...]
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Appends the bytes that the text stands for.
  func appendBytes(of bytes: Span<UInt8>, to result: inout [UInt8]) {
    let text = bytes[text]
    isBase64 ? Self.appendBase64(text, to: &result) : Self.appendQ(text, to: &result)
  }

  private static func appendQ(_ text: Span<UInt8>, to result: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "="), index + 2 < text.count,
        let high = text[index + 1].hexDigit, let low = text[index + 2].hexDigit
      {
        result.append(high << 4 | low)
        index += 3
        continue
      }
      result.append(byte == UInt8(ascii: "_") ? 0x20 : byte)
      index += 1
    }
  }

  /// What is not of the alphabet is passed over; padding may be missing, or stand in between.
  private static func appendBase64(_ text: Span<UInt8>, to result: inout [UInt8]) {
    var (bits, count): (UInt32, Int) = (0, 0)
    for index in text.indices {
      let byte = text[index]
      guard let digit = byte.base64Digit else {
        if byte == UInt8(ascii: "=") { (bits, count) = (0, 0) }
        continue
      }
      bits = bits << 6 | UInt32(digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
}

extension UInt8 {
  fileprivate var base64Digit: UInt8? {
    switch self {
    case 0x41...0x5A: self - 0x41
    case 0x61...0x7A: self - 0x47
    case 0x30...0x39: self + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
