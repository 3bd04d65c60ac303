/// A word of a date: what stands between blanks and commas.
struct DateWord {
  let bytes: Slice<UnsafeRawBufferPointer>

  init(_ bytes: Slice<UnsafeRawBufferPointer>) {
    self.bytes = bytes
  }

  var startsWithDigit: Bool { bytes.first.map(Self.isDigit) ?? false }

  /// Whether it is `+` or `-` and a digit.
  var isSigned: Bool {
    guard let first = bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else {
      return false
    }
    return bytes.dropFirst().first.map(Self.isDigit) ?? false
  }

  var isNegative: Bool { bytes.first == UInt8(ascii: "-") }

  /// Whether it begins as a date of ISO 8601: `2004-`.
  var isYearFirst: Bool {
    number?.digits == 4 && bytes.dropFirst(4).first == UInt8(ascii: "-")
  }

  /// The number that it begins with, and of how many digits that is; `nil` for more than nine.
  var number: (value: Int, digits: Int)? {
    let digits = bytes.prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }

  func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  func equals(_ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    return zip(bytes, 0...).allSatisfy { $0.lowercasedASCII == name.utf8Start[$1] }
  }

  /// 1 for `Jan`, `January`, `jan.`; more than three letters must be those of the name.
  var month: Int? {
    guard bytes.count >= 3 else { return nil }
    let letters = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
    let index = Self.months.firstIndex { month in
      letters.count >= 3 && letters.count <= month.utf8CodeUnitCount
        && zip(letters, 0...).allSatisfy { $0.lowercasedASCII == month.utf8Start[$1] }
    }
    return index.map { $0 + 1 } ?? (equals("sept") ? 9 : nil)
  }

  var isWeekday: Bool {
    guard bytes.count >= 3 else { return false }
    return Self.weekdays.contains { DateWord(bytes.prefix(3)).equals($0) }
  }

  /// The words between separators, the last of which may have more of them.
  func parts(at separator: UInt8, atMost count: Int) -> [DateWord] {
    bytes.split(separator: separator, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map(DateWord.init)
  }

  /// What follows the first such letter, in small or capital.
  func rest(behind letter: UInt8) -> DateWord? {
    bytes.firstIndex { $0.lowercasedASCII == letter }.map { DateWord(bytes[($0 + 1)...]) }
  }

  /// The letters that it begins with, and what is behind them.
  var split: (name: DateWord, rest: DateWord) {
    let end = bytes.firstIndex { !(0x61...0x7A).contains($0.lowercasedASCII) } ?? bytes.endIndex
    return (DateWord(bytes[..<end]), DateWord(bytes[end...]))
  }

  var count: Int { bytes.count }

  /// The numbers of a time, at most three, without fractions; what is behind them; a number of more than two
  /// digits ends them.
  var clock: (numbers: [Int], rest: DateWord?) {
    var numbers: [Int] = []
    var index = bytes.startIndex
    while numbers.count < 3, let number = DateWord(bytes[index...]).number, number.digits <= 2 {
      numbers.append(number.value)
      index += number.digits
      guard index < bytes.endIndex, Self.isSeparator(bytes[index]), numbers.count < 3 else { break }
      index += 1
    }
    if index < bytes.endIndex, numbers.count == 3, Self.isSeparator(bytes[index]) {
      index = bytes[(index + 1)...].firstIndex { !Self.isDigit($0) } ?? bytes.endIndex
    }
    return (numbers, index < bytes.endIndex ? DateWord(bytes[index...]) : nil)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static let months: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static let weekdays: [StaticString] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
