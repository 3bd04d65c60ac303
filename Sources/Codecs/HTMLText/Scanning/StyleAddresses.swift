/// The addresses that styles name in `url(…)` and `@import`.
struct StyleAddresses {
  private(set) var found: [String] = []

  private static let most = 1000
  private static let longest = 2048

  /// - Parameter style: a style sheet or the value of a `style` attribute.
  mutating func add(_ style: UnsafeRawBufferPointer) {
    var place = 0
    while place < style.count, found.count < Self.most {
      if Self.stands("url(", in: style, at: place) {
        place += 4
      } else if Self.stands("@import", in: style, at: place) {
        place += 7
      } else {
        place += 1
        continue
      }
      while place < style.count, style[place].isBlank { place += 1 }
      // What follows is found by itself.
      guard !Self.stands("url(", in: style, at: place) else { continue }
      let start = place
      while place < style.count, place - start < Self.longest,
        !Self.ends(style[place], place > start)
      {
        place += 1
      }
      let address = style[start..<place].filter { $0 != 0x22 && $0 != 0x27 }
      if !address.isEmpty { found.append(String(decoding: address, as: UTF8.self)) }
    }
  }

  private static func ends(_ byte: UInt8, _ isInside: Bool) -> Bool {
    byte.isBlank || byte == 0x29 || byte == 0x3B || isInside && (byte == 0x22 || byte == 0x27)
  }

  private static func stands(
    _ word: StaticString, in style: UnsafeRawBufferPointer, at place: Int
  ) -> Bool {
    guard style.count - place >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount
    where style[place + index].lowercased != word.utf8Start[index] { return false }
    return true
  }
}
