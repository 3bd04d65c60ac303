import ConverterCore
import TreeModel

/// How a text is written so that every reader takes it for that text.
enum YAMLStyle: Equatable {
  /// As it is.
  case plain
  case single
  case double
  /// As a block of lines.
  case literal

  init(of text: Span<UInt8>) {
    let scan = Scan(text)
    if !scan.isPrintable {
      self = .double
    } else if scan.lineFeeds > 0 {
      self = scan.isGoodBlock(text) ? .literal : .double
    } else if scan.mayBePlain(text), !Self.isSpecial(text) {
      self = .plain
    } else {
      self = scan.hasEscaped && !scan.hasTab ? .single : .double
    }
  }

  /// What a text is made of.
  private struct Scan {
    var isPrintable = true
    var lineFeeds = 0
    var hasTab = false
    /// Whether there are quotes or backslashes, which would be escaped in double quotes.
    var hasEscaped = false
    /// Whether a colon before a blank or a hash behind one would end it.
    var hasIndicator = false

    init(_ text: Span<UInt8>) {
      var index = 0
      var previous: UInt8 = 0x20
      while index < text.count {
        let byte = text[index]
        switch byte {
        case 0x0A: lineFeeds += 1
        case 0x09: hasTab = true
        case 0..<0x20, 0x7F: isPrintable = false
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): hasEscaped = true
        case UInt8(ascii: "#"): if previous <= 0x20 { hasIndicator = true }
        case UInt8(ascii: ":"):
          if index + 1 == text.count || text[index + 1] <= 0x20 { hasIndicator = true }
        case 0x80...0xFF:
          let length = UTF8Sequence.length(in: text, at: index)
          if length == 0 || YAMLStyle.mustEscape(text, at: index) { isPrintable = false }
          index += max(0, length - 1)
        default: break
        }
        previous = byte
        index += 1
      }
    }

    /// Whether a block of lines says exactly this text: no line of blanks alone, none before the first.
    func isGoodBlock(_ text: Span<UInt8>) -> Bool {
      guard let first = text.first, first > 0x20 else { return false }
      var previous: UInt8 = 0
      var isBlank = false
      for index in text.indices {
        let byte = text[index]
        if byte == 0x0A {
          if isBlank { return false }
        } else if previous == 0x0A || previous == 0 {
          isBlank = byte == 0x20 || byte == 0x09
        } else if byte != 0x20, byte != 0x09 {
          isBlank = false
        }
        if byte == 0x0A { isBlank = false }
        previous = byte
      }
      return !isBlank
    }

    /// Whether nothing in it means something to YAML.
    func mayBePlain(_ text: Span<UInt8>) -> Bool {
      guard !hasIndicator, !hasTab, let first = text.first, text.last != 0x20 else { return false }
      switch first {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "$"), UInt8(ascii: "^"),
        UInt8(ascii: ";"), UInt8(ascii: "\\"), 0x80...0xFF:
        return true
      default: return false
      }
    }
  }

  /// Whether some version of YAML takes a plain text for something else: a number, a boolean, a date.
  private static func isSpecial(_ text: Span<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    if text.count <= 5 {
      let lower = text.array.map { $0 | 0x20 }
      if words.contains(where: { lower.span.equals($0) }) { return true }
    }
    guard YAMLScalar.isDigit(first) || first == UInt8(ascii: ".") else { return false }
    // Numbers in any base, with `_` and `:` between digits; dates and times; `...`.
    return text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: " "),
        UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"),
        UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "z"), UInt8(ascii: "Z"):
        true
      default: false
      }
    }
  }

  /// In lower case; compared without regard to it.
  private static let words: [StaticString] = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan",
  ]

  /// Whether a character beyond ASCII is one that YAML does not print (section 5.1), or takes for the end of
  /// a line.
  fileprivate static func mustEscape(_ text: Span<UInt8>, at index: Int) -> Bool {
    let second = index + 1 < text.count ? text[index + 1] : 0
    let third = index + 2 < text.count ? text[index + 2] : 0
    switch text[index] {
    case 0xC2: return second < 0xA0
    case 0xE2: return second == 0x80 && (third == 0xA8 || third == 0xA9)
    case 0xEF: return second == 0xBB && third == 0xBF || second == 0xBF && third >= 0xBE
    default: return false
    }
  }

  static func appendSingle(_ text: Span<UInt8>, to out: ByteBuffer) {
    out.append(UInt8(ascii: "'"))
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "'") { out.append(byte) }
      out.append(byte)
    }
    out.append(UInt8(ascii: "'"))
  }

  /// In double quotes, in one line, with the escapes that YAML and JSON share.
  static func appendQuoted(_ text: Span<UInt8>, to out: ByteBuffer) {
    out.append(UInt8(ascii: "\""))
    var index = 0
    while index < text.count {
      let byte = text[index]
      let length = max(1, UTF8Sequence.length(in: text, at: index))
      let piece = text[index..<index + length]
      if byte == 0x7F {
        out.append("\\u007f")
      } else if byte < 0x80 {
        TreeText.encode(piece, into: out)
      } else if mustEscape(text, at: index) {
        appendEscape(piece, to: out)
      } else {
        out.append(piece)
      }
      index += length
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ character: Span<UInt8>, to out: ByteBuffer) {
    for scalar in String(decoding: character).unicodeScalars {
      let digits = String(scalar.value, radix: 16)
      out.append("\\u")
      out.append(Array(String(repeating: "0", count: max(0, 4 - digits.count)).utf8))
      out.append(Array(digits.utf8))
    }
  }
}
