internal import ConverterCore

/// The addresses that styles name in `url(…)` and `@import`.
struct StyleAddresses {
  private(set) var found: [String] = []

  private static let most = 1000
  private static let longest = 2048

  /// - Parameter style: a style sheet or the value of a `style` attribute.
  mutating func add(_ style: Span<UInt8>) {
    var place = 0
    while place < style.count, found.count < Self.most {
      if style.hasLetters("url(", at: place) {
        place += 4
      } else if style.hasLetters("@import", at: place) {
        place += 7
      } else {
        place += 1
        continue
      }
      while place < style.count, style[place].isBlank { place += 1 }
      // What follows is found by itself.
      guard !style.hasLetters("url(", at: place) else { continue }
      let start = place
      while place < style.count, place - start < Self.longest,
        !Self.ends(style[place], place > start)
      {
        place += 1
      }
      let address = style[start..<place].array.filter { $0 != 0x22 && $0 != 0x27 }
      if !address.isEmpty { found.append(String(decoding: address, as: UTF8.self)) }
    }
  }

  private static func ends(_ byte: UInt8, _ isInside: Bool) -> Bool {
    byte.isBlank || byte == 0x29 || byte == 0x3B || isInside && (byte == 0x22 || byte == 0x27)
  }
}
