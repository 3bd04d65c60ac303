/// Bytes to be found at one place of a file, written the way specifications write them.
///
/// `"89 'PNG' 0D 0A"` is a byte in hexadecimal, three ASCII letters, two bytes; `??` is any byte and
/// `[12]` any twelve. The text itself is walked when matching, so a table of hundreds of patterns
/// costs nothing before it is used.
public struct BytePattern: ExpressibleByStringLiteral, Sendable {
  let text: StaticString

  public init(stringLiteral value: StaticString) {
    text = value
  }

  enum Element: Equatable {
    case byte(UInt8)
    case any(Int)
    /// The pattern breaks its own grammar here.
    case malformed
  }

  /// Calls `body` for each element, until it returns `false`.
  func forEachElement(_ body: (Element) -> Bool) {
    let letters = text.span
    var next = 0
    while next < letters.count {
      switch letters[next] {
      case UInt8(ascii: " "):
        next += 1
      case UInt8(ascii: "'"):
        next += 1
        while next < letters.count, letters[next] != UInt8(ascii: "'") {
          guard body(.byte(letters[next])) else { return }
          next += 1
        }
        next += 1
      case UInt8(ascii: "["):
        var count = 0
        next += 1
        while next < letters.count, let digit = Self.digit(letters[next]) {
          count = count * 10 + Int(digit)
          next += 1
        }
        next += 1
        guard body(.any(count)) else { return }
      case UInt8(ascii: "?"):
        next += 2
        guard body(.any(1)) else { return }
      default:
        guard next + 1 < letters.count, let high = Self.digit(letters[next]),
          let low = Self.digit(letters[next + 1])
        else {
          _ = body(.malformed)
          return
        }
        next += 2
        guard body(.byte(high << 4 | low)) else { return }
      }
    }
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// How many bytes agree, if all that the pattern fixes do; `nil` if one differs or is missing.
  func match(_ bytes: [UInt8], at offset: Int) -> Int? {
    var position = offset
    var fixed: Int? = 0
    forEachElement { element in
      switch element {
      case .byte(let byte) where position < bytes.count && bytes[position] == byte:
        position += 1
        fixed = fixed.map { $0 + 1 }
        return true
      case .any(let count):
        position += count
        return true
      case .byte, .malformed:
        fixed = nil
        return false
      }
    }
    return fixed
  }

  /// Whether all fixed bytes are printable ASCII, as a text might begin with them.
  var isPrintable: Bool {
    var printable = true
    forEachElement { element in
      if case .byte(let byte) = element { printable = (0x20...0x7E).contains(byte) }
      return printable
    }
    return printable
  }
}
