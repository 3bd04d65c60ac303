import ConverterCore

/// The place of a cell in a sheet: `B7`.
struct CellReference {
  static let mostRows = 1_048_576
  static let mostColumns = 16_384

  /// From 0.
  let column: Int
  /// From 1; `nil` where the reference does not say it.
  let row: Int?

  /// - Returns: `nil` for what is no reference, or one outside of any sheet.
  init?(_ text: Span<UInt8>) {
    var column = 0
    var letters = 0
    for index in text.indices {
      let byte = text[index]
      let letter = byte & 0xDF
      guard (0x41...0x5A).contains(letter), byte >= 0x41 else { break }
      letters += 1
      guard letters <= 3 else { return nil }
      column = column * 26 + Int(letter - 0x40)
    }
    guard letters > 0, column <= Self.mostColumns else { return nil }
    self.column = column - 1
    let digits = text[letters...]
    if digits.isEmpty {
      row = nil
      return
    }
    guard let row = Int(digits: digits), (1...Self.mostRows).contains(row) else { return nil }
    self.row = row
  }

  /// The letters of a column, from 0.
  static func letters(of column: Int) -> [UInt8] {
    var rest = column
    var letters: [UInt8] = []
    repeat {
      letters.insert(UInt8(0x41 + rest % 26), at: 0)
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }
}
