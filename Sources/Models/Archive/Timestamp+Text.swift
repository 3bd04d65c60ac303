import ConverterCore

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
  package func append(iso8601To bytes: inout [UInt8]) -> Bool {
    guard let time = CalendarTime(seconds: seconds) else { return false }
    time.append(to: &bytes, between: UInt8(ascii: "T"), withSeconds: true)
    if !isWallClock { bytes.append(UInt8(ascii: "Z")) }
    return true
  }

  /// Appends the date and time of day where the user is: `2024-01-02 03:04`; nothing beyond the years 0 to 9999.
  ///
  /// - Parameter zone: kept between calls, so that most of them need not ask the system.
  package func append(localTextTo bytes: inout [UInt8], in zone: inout LocalZone) -> Bool {
    let clock = isWallClock ? seconds : seconds &+ zone.offset(at: seconds)
    guard let time = CalendarTime(seconds: clock) else { return false }
    time.append(to: &bytes, between: UInt8(ascii: " "), withSeconds: false)
    return true
  }
}

/// A date and a time of day.
private struct CalendarTime {
  let date: CivilDate
  let secondOfDay: Int

  /// - Parameter seconds: since 1970-01-01 00:00.
  init?(seconds: Int) {
    secondOfDay = (seconds % 86400 + 86400) % 86400
    // Rounded down, before 1970 too.
    let day = seconds / 86400 - (seconds % 86400 < 0 ? 1 : 0)
    guard let date = CivilDate(daysSince1970: day) else { return nil }
    self.date = date
  }

  /// `2024-01-02 03:04`, or with seconds.
  func append(to bytes: inout [UInt8], between: UInt8, withSeconds: Bool) {
    var text = InlineArray<19, UInt8>(repeating: 0)
    func put(_ value: Int, _ offset: Int, _ mark: UInt8? = nil) {
      text[offset] = UInt8(truncatingIfNeeded: 0x30 + value / 10)
      text[offset + 1] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
      if let mark { text[offset + 2] = mark }
    }
    put(date.year / 100, 0)
    put(date.year % 100, 2, UInt8(ascii: "-"))
    put(date.month, 5, UInt8(ascii: "-"))
    put(date.day, 8, between)
    put(secondOfDay / 3600, 11, UInt8(ascii: ":"))
    put(secondOfDay / 60 % 60, 14, UInt8(ascii: ":"))
    put(secondOfDay % 60, 17)
    bytes.append(text.span.extracting(..<(withSeconds ? 19 : 16)))
  }
}
