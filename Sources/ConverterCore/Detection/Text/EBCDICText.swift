/// Markup as mainframes write it: code pages 037 and 500, in the characters that markup is made of.
enum EBCDICText {
  /// Whether the bytes begin with a tag and are characters throughout.
  static func isMarkup(_ head: [UInt8]) -> Bool {
    guard let start = head.firstIndex(where: { ![0x40, 0x25, 0x15, 0x0D, 0x05].contains($0) }),
      start + 4 < head.count, head[start] == 0x4C
    else { return false }
    let next = character(head[start + 1])
    guard let next, next.isLetter || next == "?" || next == "!" else { return false }
    let known = head.count { character($0) != nil }
    return known * 20 >= head.count * 19
  }

  static func ascii(_ head: [UInt8]) -> [UInt8] {
    head.map { character($0)?.asciiValue ?? UInt8(ascii: "?") }
  }

  private static func character(_ byte: UInt8) -> Character? {
    func letter(_ first: UInt8, _ name: Unicode.Scalar) -> Character {
      Character(Unicode.Scalar(UInt8(name.value) + (byte - first)))
    }
    switch byte {
    case 0x81...0x89: return letter(0x81, "a")
    case 0x91...0x99: return letter(0x91, "j")
    case 0xA2...0xA9: return letter(0xA2, "s")
    case 0xC1...0xC9: return letter(0xC1, "A")
    case 0xD1...0xD9: return letter(0xD1, "J")
    case 0xE2...0xE9: return letter(0xE2, "S")
    case 0xF0...0xF9: return letter(0xF0, "0")
    default: return signs[byte]
    }
  }

  private static let signs: [UInt8: Character] = [
    0x05: "\t", 0x0D: "\r", 0x15: "\n", 0x25: "\n", 0x40: " ", 0x4B: ".", 0x4C: "<", 0x4D: "(",
    0x4E: "+", 0x4F: "!", 0x50: "&", 0x5A: "!", 0x5B: "$", 0x5C: "*", 0x5D: ")", 0x5E: ";",
    0x60: "-",
    0x61: "/", 0x6B: ",", 0x6C: "%", 0x6D: "_", 0x6E: ">", 0x6F: "?", 0x7A: ":", 0x7B: "#",
    0x7C: "@",
    0x7D: "'", 0x7E: "=", 0x7F: "\"",
  ]
}
