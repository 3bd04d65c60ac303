/// Sheets of a feeder as PGM: A4 with 75 pixels an inch.
enum SheetPicture {
  private static let width = 620
  private static let height = 877

  /// A page with lines on it, the more the higher its number.
  static func page(_ number: Int) -> [UInt8] {
    pgm { x, y in
      (80..<540).contains(x) && (100..<100 + 30 * number).contains(y) && y % 30 < 10 && x % 13 < 8
    }
  }

  /// Nothing is on it.
  static var blank: [UInt8] { pgm { _, _ in false } }

  /// A Patch-T sheet.
  static var patch: [UInt8] {
    // Narrow, wide, narrow, wide, from the upper edge.
    let bars = [40..<46, 52..<67, 73..<79, 85..<100]
    return pgm { x, y in (220..<400).contains(x) && bars.contains { $0.contains(y) } }
  }

  /// A sheet with a text as Code 39, two pixels a narrow bar.
  static func barcode(_ text: String) -> [UInt8] {
    var bars: [Bool] = []
    for letter in "*\(text)*" {
      for (index, width) in (code39[letter] ?? "").enumerated() {
        bars += [Bool](repeating: index % 2 == 0, count: width == "w" ? 6 : 2)
      }
      bars += [false, false]
    }
    return pgm { x, y in
      (300..<400).contains(y) && bars.indices.contains(x - 100) && bars[x - 100]
    }
  }

  private static let code39: [Character: String] = [
    "*": "nwnnwnwnn", "P": "nnwnwnnwn", "A": "wnnnnwnnw", "T": "nnnnwnwwn", "C": "wnwnnwnnn",
    "H": "wnnnnwwnn",
  ]

  private static func pgm(_ isInk: (Int, Int) -> Bool) -> [UInt8] {
    var bytes = Array("P5 \(width) \(height) 255\n".utf8)
    for y in 0..<height { for x in 0..<width { bytes.append(isInk(x, y) ? 20 : 250) } }
    return bytes
  }
}
