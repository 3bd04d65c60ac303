/// Text of ISO 2022, where two bytes of ASCII stand for a character between `ESC $ …` and `ESC ( …`.
enum EscapedCharacters {
  /// The same bytes with letters in place of such characters, so that no delimiter is seen in them.
  static func blanked(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x1B) else { return bytes }
    var blanked = bytes
    var isInside = false
    for index in bytes.indices {
      if bytes[index] == 0x1B, index + 1 < bytes.count {
        if bytes[index + 1] == UInt8(ascii: "$") { isInside = true }
        if bytes[index + 1] == UInt8(ascii: "(") { isInside = false }
      }
      if isInside, bytes[index] > 0x20 { blanked[index] = UInt8(ascii: "x") }
    }
    return blanked
  }
}
