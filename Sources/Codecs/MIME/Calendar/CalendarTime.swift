internal import ConverterCore

/// A day or a time of a calendar, as it is written (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime {
  let date: CivilDate
  /// Hours, minutes, seconds; `nil` for a whole day.
  let time: (hour: Int, minute: Int, second: Int)?
  /// The name of its zone as written, or `UTC`; `nil` where there is none.
  let zone: String?

  /// `nil` for what is none.
  init?(_ property: CalendarProperty) {
    self.init(property.value, zone: property["TZID"].map(CalendarWords.line))
  }

  init?(_ value: String, zone: String?) {
    let bytes = Array(value.utf8.drop { $0 == 0x20 }.prefix(17))
    guard let year = Self.number(bytes, 0, 4), let month = Self.number(bytes, 4, 2),
      let day = Self.number(bytes, 6, 2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
    guard bytes.count >= 13, bytes[8] == 0x54 else {
      (time, self.zone) = (nil, nil)
      return
    }
    guard let hour = Self.number(bytes, 9, 2), let minute = Self.number(bytes, 11, 2), hour < 24,
      minute < 60
    else { return nil }
    let second = Self.number(bytes, 13, 2) ?? 0
    time = (hour, minute, second)
    let isUTC = bytes.contains(0x5A)
    self.zone = isUTC ? "UTC" : zone.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    let digits = bytes[start..<(start + count)]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `Monday 27 May 2024`
  var day: String { Self.words(date) }

  /// `14:00`, with seconds where there are some.
  var clock: String? {
    guard let time else { return nil }
    let short = "\(Self.twoDigits(time.hour)):\(Self.twoDigits(time.minute))"
    return time.second == 0 ? short : "\(short):\(Self.twoDigits(time.second))"
  }

  /// `Monday 27 May 2024 14:00 (Europe/Berlin)`
  var words: String {
    [day, clock, zone.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
  }

  static func words(_ date: CivilDate) -> String {
    let weekday = (date.daysSince1970 % 7 + 10) % 7
    return "\(CalendarWords.weekdays[weekday]) \(date.day) "
      + "\(CalendarWords.months[date.month - 1]) \(date.year)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// From when to when, in words.
  ///
  /// - Parameters:
  ///   - end: the first moment that is no longer in it; of whole days, the day after the last.
  ///   - length: takes the place of an end.
  static func words(from start: CalendarTime, to end: CalendarTime?, length: String?) -> String {
    guard start.time != nil else { return wholeDays(from: start, to: end, length: length) }
    let zone = start.zone ?? "no time zone"
    guard let end, let clock = end.clock else {
      return "\(start.day) \(start.clock ?? "")" + (length.map { ", \($0)" } ?? "") + " (\(zone))"
    }
    let first = "\(start.day) \(start.clock ?? "")"
    guard end.zone == start.zone else {
      return "\(first) (\(zone)) – \(end.day) \(clock) (\(end.zone ?? "no time zone"))"
    }
    guard end.date == start.date else { return "\(first) – \(end.day) \(clock) (\(zone))" }
    return clock == start.clock ? "\(first) (\(zone))" : "\(first)–\(clock) (\(zone))"
  }

  private static func wholeDays(
    from start: CalendarTime, to end: CalendarTime?, length: String?
  ) -> String {
    guard let end, let last = CivilDate(daysSince1970: end.date.daysSince1970 - 1),
      last.daysSince1970 > start.date.daysSince1970
    else { return start.day + (length.map { ", \($0)" } ?? "") + " (all day)" }
    return "\(start.day) – \(words(last)) (all day)"
  }
}
