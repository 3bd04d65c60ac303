/// What a date says of its zone.
struct MailZone {
  /// `nil` where it says that it is not known, or says a name that nothing is known of.
  let offsetMinutes: Int?

  /// `+0530`, `+05:30`, `-8`, or `0530`; `-0000` says that the zone is not known (RFC 5322, 3.3).
  init?(offset word: DateWord) {
    let digits = word.offsetDigits
    guard (1...4).contains(digits.count) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + $1 }
    let (hours, minutes) = digits.count <= 2 ? (value, 0) : (value / 100, value % 100)
    let isKnown = hours < 24 && minutes < 60 && !(word.isNegative && value == 0)
    offsetMinutes = isKnown ? (hours * 60 + minutes) * (word.isNegative ? -1 : 1) : nil
  }

  /// A name, perhaps with an offset behind it: `GMT+0200`.
  init(named word: DateWord) {
    let name = word.letters
    let rest = word.rest(behind: name.count)
    if rest.isSigned, let zone = MailZone(offset: rest) {
      self = zone
    } else {
      offsetMinutes =
        rest.count == 0 ? Self.hours.first { name.equals($0.name) }.map { $0.hours * 60 } : nil
    }
  }

  /// Those of RFC 5322, 4.3, and the Atlantic zones, which Python knows, too.
  private static let hours: [(name: StaticString, hours: Int)] = [
    ("gmt", 0), ("utc", 0), ("ut", 0), ("z", 0), ("est", -5), ("edt", -4), ("cst", -6),
    ("cdt", -5), ("mst", -7), ("mdt", -6), ("pst", -8), ("pdt", -7), ("ast", -4), ("adt", -3),
  ]
}

extension DateWord {
  /// The digits of an offset, without its sign and colon, up to anything else.
  fileprivate var offsetDigits: [Int] {
    var digits: [Int] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x30, byte <= 0x39 {
        digits.append(Int(byte) - 0x30)
      } else if index > 0, byte != UInt8(ascii: ":") || digits.count > 2 {
        break
      }
    }
    return digits
  }
}
