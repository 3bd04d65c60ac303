internal import ConverterCore

/// A word of a date: what stands between blanks and commas.
struct DateWord: ~Escapable {
  let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
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
    var value = 0
    for index in digits.indices { value = value * 10 + Int(digits[index] - 0x30) }
    return (value, digits.count)
  }

  func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  func equals(_ name: StaticString) -> Bool {
    bytes.count == name.utf8CodeUnitCount && bytes.hasLetters(name)
  }

  /// 1 for `Jan`, `January`, `jan.`; more than three letters must be those of the name.
  var month: Int? {
    guard bytes.count >= 3 else { return nil }
    let letters = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
    let index = Self.months.firstIndex { month in
      letters.count >= 3 && letters.begins(month)
    }
    return index.map { $0 + 1 } ?? (equals("sept") ? 9 : nil)
  }

  var isWeekday: Bool {
    guard bytes.count >= 3 else { return false }
    return Self.weekdays.contains { DateWord(bytes.prefix(3)).equals($0) }
  }

  /// What is before the first such byte, or all.
  @_lifetime(copy self)
  func before(_ byte: UInt8) -> DateWord { DateWord(bytes.prefix { $0 != byte }) }

  /// What follows the first such letter, in small or capital.
  @_lifetime(copy self)
  func rest(behind letter: UInt8) -> DateWord? {
    guard let place = bytes.firstOffset(where: { $0.lowercasedASCII == letter }) else { return nil }
    return DateWord(bytes[(place + 1)...])
  }

  /// What follows so many bytes.
  @_lifetime(copy self)
  func rest(behind count: Int) -> DateWord { DateWord(bytes[count...]) }

  /// The letters that it begins with.
  var letters: DateWord {
    @_lifetime(copy self) get {
      DateWord(bytes.prefix { (0x61...0x7A).contains($0.lowercasedASCII) })
    }
  }

  var count: Int { bytes.count }

  /// The numbers of a time, at most three, without fractions, and how many bytes they take; a number of more than
  /// two digits ends them.
  var clock: (numbers: [Int], length: Int) {
    var numbers: [Int] = []
    var index = 0
    while numbers.count < 3, let number = DateWord(bytes[index...]).number, number.digits <= 2 {
      numbers.append(number.value)
      index += number.digits
      guard index < bytes.count, Self.isSeparator(bytes[index]), numbers.count < 3 else { break }
      index += 1
    }
    if index < bytes.count, numbers.count == 3, Self.isSeparator(bytes[index]) {
      index = bytes.firstOffset(from: index + 1) { !Self.isDigit($0) } ?? bytes.count
    }
    return (numbers, index)
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

extension Span<UInt8> {
  /// Whether a name in small letters begins with it, in whatever capitals.
  fileprivate func begins(_ name: StaticString) -> Bool {
    guard count <= name.utf8CodeUnitCount else { return false }
    let letters = name.span
    for place in indices where self[place].lowercasedASCII != letters[place] { return false }
    return true
  }
}
