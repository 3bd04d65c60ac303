import ConverterCore

/// A date, a time, or both (RFC 3339, with the zone optional), checked to be one that there is.
struct TOMLDate {
  /// Whether a word without quotes can be nothing else.
  static func mayBe(_ word: UnsafeRawBufferPointer) -> Bool {
    word.count > 4 && isDigits(word[..<4]) && word[4] == UInt8(ascii: "-")
      || word.count > 2 && isDigits(word[..<2]) && word[2] == UInt8(ascii: ":")
  }

  static func isDate(_ word: UnsafeRawBufferPointer) -> Bool {
    var rest = word[...]
    return date(&rest) && rest.isEmpty
  }

  init?(_ word: UnsafeRawBufferPointer) {
    var rest = word[...]
    if word.count > 2, word[2] == UInt8(ascii: ":") {
      guard Self.time(&rest), rest.isEmpty else { return nil }
      return
    }
    guard Self.date(&rest) else { return nil }
    guard let separator = rest.popFirst() else { return }
    guard separator == 0x20 || separator | 0x20 == UInt8(ascii: "t"), Self.time(&rest) else {
      return nil
    }
    guard let zone = rest.popFirst() else { return }
    if zone | 0x20 == UInt8(ascii: "z") {
      guard rest.isEmpty else { return nil }
      return
    }
    guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"),
      let hours = Self.number(2, &rest), hours < 24, rest.popFirst() == UInt8(ascii: ":"),
      let minutes = Self.number(2, &rest), minutes < 60, rest.isEmpty
    else { return nil }
  }

  private static func date(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let year = number(4, &rest), rest.popFirst() == UInt8(ascii: "-"),
      let month = number(2, &rest), rest.popFirst() == UInt8(ascii: "-"),
      let day = number(2, &rest)
    else { return false }
    return CivilDate(year: year, month: month, day: day) != nil
  }

  private static func time(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let hour = number(2, &rest), hour < 24, rest.popFirst() == UInt8(ascii: ":"),
      let minute = number(2, &rest), minute < 60, rest.popFirst() == UInt8(ascii: ":"),
      // RFC 3339 has leap seconds.
      let second = number(2, &rest), second <= 60
    else { return false }
    guard rest.first == UInt8(ascii: ".") else { return true }
    rest.removeFirst()
    let fraction = rest.prefix { $0 &- 48 < 10 }
    rest = rest[fraction.endIndex...]
    return !fraction.isEmpty
  }

  private static func number(_ count: Int, _ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, isDigits(digits) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 &- 48) }
  }

  private static func isDigits(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.allSatisfy { $0 &- 48 < 10 }
  }
}
