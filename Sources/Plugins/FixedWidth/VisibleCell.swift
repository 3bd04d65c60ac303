internal import ConverterCore
internal import TableModel

/// A cell as a line of text can hold it: line breaks, tabs and other control characters are written as escapes.
enum VisibleCell {
  static func appearance(_ text: Span<UInt8>) -> TableSurvey.Appearance {
    var width = TextWidth.columns(of: text)
    var changes: TableSurvey.Changes = []
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == 0x7F else { continue }
      // The character itself was counted as one.
      width += (shortForm(byte) == nil ? 4 : 2) - 1
      changes.insert(byte == 0x0A || byte == 0x0D ? .lineBreaks : .controls)
    }
    return TableSurvey.Appearance(width: width, changes: changes)
  }

  static func append(_ text: Span<UInt8>, to buffer: ByteBuffer) {
    guard text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return buffer.append(text) }
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == 0x7F else {
        buffer.append(byte)
        continue
      }
      buffer.append(UInt8(ascii: "\\"))
      if let letter = shortForm(byte) {
        buffer.append(letter)
      } else {
        buffer.append(UInt8(ascii: "x"))
        for digit in [byte >> 4, byte & 15] { buffer.append(digit + (digit < 10 ? 0x30 : 0x37)) }
      }
    }
  }

  private static func shortForm(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }
}
