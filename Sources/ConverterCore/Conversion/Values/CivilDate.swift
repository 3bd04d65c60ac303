/// A day of the Gregorian calendar in the years 0 to 9999, which ISO 8601 writes with four digits.
///
/// The calendar is carried on before its beginning in 1582.
@frozen public struct CivilDate: Equatable, Sendable {
  public let year, month, day: Int

  /// Days from 0000-03-01 to 1970-01-01.
  ///
  /// Counted from a first of March, years end with their leap days (Howard Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms").
  @inlinable static var daysTo1970: Int { 719_468 }

  /// The days from 1970-01-01 to those of the years 0 to 9999.
  @inlinable static var range: Range<Int> { -719_528..<2_932_897 }

  /// `nil` for what the calendar does not have.
  @inlinable public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(of: month, in: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that comes so many days after 1970-01-01; `nil` beyond the years 0 to 9999.
  @inlinable public init?(daysSince1970 days: Int) {
    guard Self.range.contains(days) else { return nil }
    let shifted = days + Self.daysTo1970
    // The first two months of the year 0 belong to the era before.
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  @inlinable public var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.daysTo1970
  }

  /// `2024-01-02`, made without allocation, since every cell of a column may be a date.
  public var iso8601: String {
    String(upTo: 10) { text in
      func put(_ value: Int, _ text: inout OutputSpan<UInt8>) {
        text.append(UInt8(truncatingIfNeeded: 0x30 + value / 10))
        text.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
      }
      put(year / 100, &text)
      put(year % 100, &text)
      text.append(UInt8(ascii: "-"))
      put(month, &text)
      text.append(UInt8(ascii: "-"))
      put(day, &text)
    }
  }

  @inlinable static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
