import ConverterCore

/// A date, a time, or both (RFC 3339, with the zone optional), checked to be one that there is.
struct TOMLDate {
  /// Whether a word without quotes can be nothing else.
  static func mayBe(_ word: Span<UInt8>) -> Bool {
    word.count > 4 && word.prefix(4).allSatisfy(isDigit) && word[4] == UInt8(ascii: "-")
      || word.count > 2 && word.prefix(2).allSatisfy(isDigit) && word[2] == UInt8(ascii: ":")
  }

  static func isDate(_ word: Span<UInt8>) -> Bool {
    var rest = ByteCursor(word)
    return date(&rest) && rest.isAtEnd
  }

  init?(_ word: Span<UInt8>) {
    var rest = ByteCursor(word)
    if word.count > 2, word[2] == UInt8(ascii: ":") {
      guard Self.time(&rest), rest.isAtEnd else { return nil }
      return
    }
    guard Self.date(&rest) else { return nil }
    guard let separator = rest.next() else { return }
    guard separator == 0x20 || separator | 0x20 == UInt8(ascii: "t"), Self.time(&rest) else {
      return nil
    }
    guard let zone = rest.next() else { return }
    if zone | 0x20 == UInt8(ascii: "z") {
      guard rest.isAtEnd else { return nil }
      return
    }
    guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"),
      let hours = Self.number(2, &rest), hours < 24, rest.take(UInt8(ascii: ":")),
      let minutes = Self.number(2, &rest), minutes < 60, rest.isAtEnd
    else { return nil }
  }

  private static func date(_ rest: inout ByteCursor) -> Bool {
    guard let year = number(4, &rest), rest.take(UInt8(ascii: "-")),
      let month = number(2, &rest), rest.take(UInt8(ascii: "-")), let day = number(2, &rest)
    else { return false }
    return CivilDate(year: year, month: month, day: day) != nil
  }

  private static func time(_ rest: inout ByteCursor) -> Bool {
    guard let hour = number(2, &rest), hour < 24, rest.take(UInt8(ascii: ":")),
      let minute = number(2, &rest), minute < 60, rest.take(UInt8(ascii: ":")),
      // RFC 3339 has leap seconds.
      let second = number(2, &rest), second <= 60
    else { return false }
    guard rest.take(UInt8(ascii: ".")) else { return true }
    return !rest.take(while: isDigit).isEmpty
  }

  private static func number(_ count: Int, _ rest: inout ByteCursor) -> Int? {
    guard let digits = try? rest.slice(count), digits.allSatisfy(isDigit) else { return nil }
    var value = 0
    for index in digits.indices { value = value * 10 + Int(digits[index] &- 48) }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
