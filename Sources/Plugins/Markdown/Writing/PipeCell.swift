internal import ConverterCore
internal import TableModel

/// The text of a cell as a pipe table can hold it: it is shown as it is, and is read back the same.
enum PipeCell {
  /// Whether a byte would be taken for something else, and gets a backslash: a pipe would end the cell, a
  /// backslash could take its meaning from what follows, and the others begin markup.
  @inline(__always)
  private static func needsEscape(_ index: Int, in text: Span<UInt8>) -> Bool {
    switch text[index] {
    case UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "`"),
      UInt8(ascii: "["), UInt8(ascii: "~"):
      true
    case UInt8(ascii: "_"): !isWithinWord(index, of: text)
    case UInt8(ascii: "<"): index + 1 < text.count && beginsTag(text[index + 1])
    case UInt8(ascii: "&"): beginsEntity(index + 1, in: text)
    default: false
    }
  }

  /// An underscore in a word is one (GFM 6.4), which spares names like `snake_case`.
  private static func isWithinWord(_ index: Int, of text: Span<UInt8>) -> Bool {
    index > 0 && index + 1 < text.count && isAlphanumeric(text[index - 1])
      && isAlphanumeric(text[index + 1])
  }

  private static func beginsTag(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
      || byte == UInt8(ascii: "?")
  }

  /// `amp;`, `#65;`, `#x41;`
  private static func beginsEntity(_ start: Int, in text: Span<UInt8>) -> Bool {
    for index in start..<min(text.count, start + 40) {
      if text[index] == UInt8(ascii: ";") { return index > start }
      guard isAlphanumeric(text[index]) || text[index] == UInt8(ascii: "#") else { return false }
    }
    return false
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  @inline(__always)
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Letters, digits and bytes beyond ASCII are none of what is looked for.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x80 || isAlphanumeric(byte) }

  static func appearance(_ text: Span<UInt8>) -> TableSurvey.Appearance {
    var width = TextWidth.columns(of: text)
    var changes: TableSurvey.Changes = []
    var previous: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      if isPlain(byte) {
      } else if needsEscape(index, in: text) {
        width += 1
      } else if isLineEnd(byte) {
        // Counted as one by itself; the second half of CRLF adds nothing.
        width += previous == 0x0D && byte == 0x0A ? -1 : 3
        changes.insert(.lineBreaks)
      }
      previous = byte
    }
    if let first = text.first, let last = text.last, isBlank(first) || isBlank(last) {
      changes.insert(.blanks)
    }
    return TableSurvey.Appearance(width: width, changes: changes)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func append(_ text: Span<UInt8>, to buffer: ByteBuffer) {
    guard !text.allSatisfy(isPlain) else { return buffer.append(text) }
    var previous: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      if isPlain(byte) {
        buffer.append(byte)
      } else if needsEscape(index, in: text) {
        buffer.append(UInt8(ascii: "\\"))
        buffer.append(byte)
      } else if !isLineEnd(byte) {
        buffer.append(byte)
      } else if previous != 0x0D || byte != 0x0A {
        buffer.append("<br>")
      }
      previous = byte
    }
  }
}
