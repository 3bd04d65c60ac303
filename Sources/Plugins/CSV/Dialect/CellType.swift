import ConverterCore

/// What a cell's text looks like: for guessing only, its value stays text.
enum CellType: Int {
  /// Nothing, blanks, or a word for nothing, such as `NA`.
  case empty
  /// A number in any country's manner, with a currency or not.
  case number
  /// A date, a time, or what is built alike: telephone numbers, addresses of computers.
  case moment
  /// Letters and digits in one word.
  case code
  case text

  /// Whether such a cell is hardly ever the name of a column.
  var isData: Bool { self == .number || self == .moment }
}

extension CellType {
  private struct Census {
    var digits = 0
    var letters = 0
    var blanks = 0
    var points = 0
    var dashes = 0
    var colons = 0
    var slashes = 0
    /// Signs of numbers: `+ % ( ) $`.
    var signs = 0
    var others = 0
    var nonASCII = 0

    mutating func add(_ byte: UInt8) {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x5A, 0x61...0x7A: letters += 1
      case 0x20, 0x09: blanks += 1
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"): points += 1
      case UInt8(ascii: "-"): dashes += 1
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: "/"): slashes += 1
      case UInt8(ascii: "+"), UInt8(ascii: "%"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "$"):
        signs += 1
      case 0x80...: nonASCII += 1
      default: others += 1
      }
    }
  }

  /// - Parameter text: without quotes around it.
  init(_ text: Span<UInt8>) {
    let text = text.trimmed { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.first else {
      self = .empty
      return
    }
    // Long cells are prose, whatever the rest is.
    guard text.count <= 64 else {
      self = .text
      return
    }
    var census = Census()
    for index in text.indices { census.add(text[index]) }
    self = CellType.judge(census, text, first)
  }

  private static func judge(
    _ census: Census, _ text: Span<UInt8>, _ first: UInt8
  ) -> CellType {
    if census.digits == 0 {
      if census.letters == 0, census.nonASCII == 0, text.count == 1 {
        // A lone dash, dot or question mark says that there is nothing.
        return census.dashes + census.points == 1 || first == UInt8(ascii: "?") ? .empty : .text
      }
      return isWordForNothing(text) ? .empty : .text
    }
    let isNumeric = census.letters == 0 && census.others == 0 && census.nonASCII <= 3
    if isNumeric, census.colons == 0, census.slashes == 0,
      census.dashes == 0 || census.dashes == 1 && (first == UInt8(ascii: "-") || census.signs > 0)
    {
      return .number
    }
    if isNumeric, census.nonASCII == 0 { return .moment }
    if census.others == 0, census.nonASCII == 0 {
      if isExponent(text) { return .number }
      if isMoment(text, census) { return .moment }
    }
    let isWord = census.blanks == 0 && census.digits * 5 >= text.count
    return isWord ? .code : .text
  }

  private static func isWordForNothing(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 4 else { return false }
    switch String(decoding: text).lowercased() {
    case "na", "n/a", "nan", "null", "none", "nil", "\\n", "--", "-": return true
    default: return false
    }
  }

  /// `5.6564e-002`.
  private static func isExponent(_ text: Span<UInt8>) -> Bool {
    var letters = 0
    for index in text.indices {
      let lower = text[index] | 0x20
      guard lower >= 0x61, lower <= 0x7A else { continue }
      letters += 1
      guard lower == UInt8(ascii: "e"), index > 0, index + 1 < text.count else { return false }
    }
    return letters == 1
  }

  private static let months: Set<[UInt8]> = Set(
    [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon",
      "tue", "wed", "thu", "fri", "sat", "sun",
    ].map { Array($0.utf8) })

  /// Digits, marks, and letters such as those of `2022-01-19T11:42Z`, `23-Sep-11`, `5:30 pm`.
  private static func isMoment(
    _ text: Span<UInt8>, _ census: Census
  ) -> Bool {
    guard census.letters <= 12, census.dashes + census.colons + census.slashes + census.blanks > 0
    else { return false }
    var word: [UInt8] = []
    var isAllowed = true
    func close() {
      defer { word = [] }
      switch word.count {
      case 0: break
      case 1: isAllowed = isAllowed && (word[0] == 0x74 || word[0] == 0x7A)
      case 2: isAllowed = isAllowed && word[1] == 0x6D && (word[0] == 0x61 || word[0] == 0x70)
      default:
        isAllowed =
          isAllowed && (months.contains(Array(word.prefix(3))) || word == [0x75, 0x74, 0x63])
      }
    }
    for index in text.indices {
      let lower = text[index] | 0x20
      if lower >= 0x61, lower <= 0x7A { word.append(lower) } else { close() }
    }
    close()
    return isAllowed
  }
}
