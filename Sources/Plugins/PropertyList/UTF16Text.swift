import ConverterCore
import TreeModel

/// Texts in UTF-16, which may hold halves of surrogate pairs, as JSON may.
enum UTF16Text {
  /// Appends big-endian UTF-16 as tokens have it.
  static func encode(_ text: Span<UInt8>, into buffer: ByteBuffer) {
    let character = ByteBuffer(capacity: 64)
    var index = 0
    while index + 1 < text.count {
      let unit = UInt32(text[index]) << 8 | UInt32(text[index + 1])
      index += 2
      var scalar = Unicode.Scalar(unit)
      if unit & 0xFC00 == 0xD800, index + 1 < text.count {
        let low = UInt32(text[index]) << 8 | UInt32(text[index + 1])
        if low & 0xFC00 == 0xDC00 {
          scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
          index += 2
        }
      }
      if let scalar {
        character.removeAll()
        character.append(scalar: scalar)
        TreeText.encode(character.span, into: buffer)
      } else {
        buffer.append("\\u")
        buffer.append(Array(String(unit, radix: 16).utf8))
      }
    }
  }

  /// The units of a text as tokens have it.
  static func units(of text: Span<UInt8>) -> [UInt16] {
    var units: [UInt16] = []
    let plain = ByteBuffer(capacity: 64)
    var rest = text
    while !rest.isEmpty {
      let escape = rest.firstOffset(of: UInt8(ascii: "\\")) ?? rest.count
      if escape > 0 {
        units += Array(String(decoding: rest.extracting(..<escape)).utf16)
        rest = rest.extracting(escape...)
        continue
      }
      let length = min(rest.count, rest.count > 1 && rest[1] == UInt8(ascii: "u") ? 6 : 2)
      let piece = rest.extracting(..<length)
      if length == 6 {
        units.append(
          piece.array[2...].reduce(0) { $0 << 4 | UInt16($1.hexadecimalValue ?? 0) })
      } else {
        plain.removeAll()
        TreeText.decode(piece, into: plain)
        units += plain.span.array.map { UInt16($0) }
      }
      rest = rest.extracting(length...)
    }
    return units
  }
}
