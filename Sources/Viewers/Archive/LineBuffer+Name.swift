import ArchiveModel
internal import ConverterCore

extension LineBuffer {
  /// A name as a terminal may show it, in at most `width` columns: escaped, and shortened in the middle.
  mutating func add(name: ArraySlice<UInt8>, width: Int?) {
    if let width {
      if name.count <= width, name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        bytes.append(contentsOf: name)
      } else {
        add(text: TextWidth.shortened(Self.printable(name), to: width))
      }
    } else if Self.isPlain(name) {
      bytes.append(contentsOf: name)
    } else {
      add(text: Self.printable(name))
    }
  }

  /// The text of the name with escapes for what has power over a terminal; a byte that is no text is
  /// shown as `\xE9`, so that names that differ look different.
  static func printable(_ name: ArraySlice<UInt8>) -> String {
    if isPlain(name) { return String(decoding: name, as: UTF8.self) }
    if let text = String(validating: name, as: UTF8.self) { return text.printable }
    var text = ""
    var rest = name
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let character = String(validating: rest.prefix(length), as: UTF8.self) {
        text += character.printable
        rest = rest.dropFirst(length)
      } else {
        text += "\\x" + String(0x100 + UInt16(first), radix: 16, uppercase: true).dropFirst()
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Whether the name is UTF-8 of characters that all are letters, digits and the like, by their ranges
  /// alone: no control, nothing that is not seen.
  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    let bytes = name.span
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      if first < 0x80 {
        guard first >= 0x20, first != 0x7F else { return false }
        index += 1
        continue
      }
      let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 0
      guard length > 0, index + length <= bytes.count else { return false }
      var scalar = UInt32(first) & (length == 2 ? 0x1F : 0x0F)
      for offset in 1..<length {
        guard bytes[index + offset] & 0xC0 == 0x80 else { return false }
        scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
      }
      // Three bytes for what fits into two are not UTF-8.
      guard length == 2 || scalar >= 0x800 else { return false }
      switch scalar {
      case 0xA1..<0xAD, 0xAE..<0x370, 0x386..<0x530, 0x3001..<0x302A, 0x3041..<0x3097,
        0x3099..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFFBF:
        index += length
      default: return false
      }
    }
    return true
  }
}
