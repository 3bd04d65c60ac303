extension Timestamp {
  /// ISO 8601, in whole seconds: `2024-01-02T03:04:05Z`; without the `Z` where the place of the clock is
  /// not known. `nil` beyond the years 0 to 9999.
  public var iso8601: String? {
    var bytes: [UInt8] = []
    return append(iso8601To: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Appends ``iso8601``.
  ///
  /// - Returns: whether the year can be written.
  func append(iso8601To bytes: inout [UInt8]) -> Bool {
    guard let date = CalendarDate(seconds: seconds) else { return false }
    date.append(to: &bytes, between: UInt8(ascii: "T"), withSeconds: true)
    if !isWallClock { bytes.append(UInt8(ascii: "Z")) }
    return true
  }

  /// The date and time of day where the user is: `2024-01-02 03:04`; `nil` beyond the years 0 to 9999.
  ///
  /// - Parameter zone: kept between calls, so that most of them need not ask the system.
  public func localText(in zone: inout LocalZone) -> String? {
    var bytes: [UInt8] = []
    return append(localTextTo: &bytes, in: &zone) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Appends ``localText(in:)``.
  func append(localTextTo bytes: inout [UInt8], in zone: inout LocalZone) -> Bool {
    let clock = isWallClock ? seconds : seconds &+ zone.offset(at: seconds)
    guard let date = CalendarDate(seconds: clock) else { return false }
    date.append(to: &bytes, between: UInt8(ascii: " "), withSeconds: false)
    return true
  }
}

/// A date of the Gregorian calendar and a time of day.
private struct CalendarDate {
  let year, month, day, secondOfDay: Int

  /// - Parameter seconds: since 1970-01-01 00:00.
  init?(seconds: Int) {
    // 0000-01-01 to 9999-12-31.
    guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: the years begin
    // in March, so that the leap day is the last.
    let days = (seconds - (seconds % 86400 + 86400) % 86400) / 86400 + 719_468
    secondOfDay = (seconds % 86400 + 86400) % 86400
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2024-01-02 03:04`, or with seconds.
  func append(to bytes: inout [UInt8], between: UInt8, withSeconds: Bool) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 19) { text in
      func put(_ value: Int, _ offset: Int, _ mark: UInt8? = nil) {
        text[offset] = UInt8(truncatingIfNeeded: 0x30 + value / 10)
        text[offset + 1] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
        if let mark { text[offset + 2] = mark }
      }
      put(year / 100, 0)
      put(year % 100, 2, UInt8(ascii: "-"))
      put(month, 5, UInt8(ascii: "-"))
      put(day, 8, between)
      put(secondOfDay / 3600, 11, UInt8(ascii: ":"))
      put(secondOfDay / 60 % 60, 14, UInt8(ascii: ":"))
      put(secondOfDay % 60, 17)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<(withSeconds ? 19 : 16)]))
    }
  }
}
