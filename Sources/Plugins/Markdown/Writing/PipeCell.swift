internal import ConverterCore
internal import TableModel

/// The text of a cell as a pipe table can hold it.
enum PipeCell {
  /// A pipe would end the cell, a backslash could take its meaning from what follows.
  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\\")
  }

  @inline(__always)
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  static func appearance(_ text: UnsafeRawBufferPointer) -> TableSurvey.Appearance {
    var width = TextWidth.columns(of: text)
    var isChanged = false
    var previous: UInt8 = 0
    for byte in text {
      if needsEscape(byte) {
        width += 1
      } else if isLineEnd(byte) {
        // Counted as one by itself; the second half of CRLF adds nothing.
        width += previous == 0x0D && byte == 0x0A ? -1 : 3
        isChanged = true
      }
      previous = byte
    }
    if let first = text.first, let last = text.last {
      isChanged = isChanged || isBlank(first) || isBlank(last)
    }
    return TableSurvey.Appearance(width: width, isChanged: isChanged)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func append(_ text: UnsafeRawBufferPointer, to buffer: ByteBuffer) {
    guard text.contains(where: { needsEscape($0) || isLineEnd($0) }) else {
      return buffer.append(text)
    }
    var previous: UInt8 = 0
    for byte in text {
      if needsEscape(byte) {
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
