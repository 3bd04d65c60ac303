#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock of the user.
package enum LocalTime {
  /// The moment, in seconds since 1970-01-01 00:00 UTC.
  package static var seconds: Int { time(nil) }

  /// How many seconds it is ahead of UTC at a moment; `nil` where the system does not say.
  ///
  /// `localtime_r`, unlike `mktime`, does not look each time whether the zone's file has changed.
  package static func offset(at seconds: Int) -> Int? {
    var (time, parts) = unsafe (time_t(seconds), tm())
    return unsafe localtime_r(&time, &parts) == nil ? nil : Int(parts.tm_gmtoff)
  }

  /// What a clock shows.
  package struct Clock {
    package let year: Int, month: Int, day: Int
    package let hour: Int, minute: Int, second: Int
  }

  /// What it shows at a moment, or what a clock for UTC does; `nil` where the system does not say.
  package static func clock(at seconds: Int, isUTC: Bool) -> Clock? {
    var (time, parts) = unsafe (time_t(seconds), tm())
    let isKnown = unsafe (isUTC ? gmtime_r(&time, &parts) : localtime_r(&time, &parts)) != nil
    guard isKnown else { return nil }
    return unsafe Clock(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// The moment, in seconds since 1970-01-01 00:00 UTC, at which it shows this.
  package static func moment(_ day: CivilDate, _ hour: Int, _ minute: Int, _ second: Int) -> Int {
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon) = (Int32(day.year - 1900), Int32(day.month - 1))
    unsafe time.tm_mday = Int32(day.day)
    unsafe (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    unsafe time.tm_isdst = -1
    return unsafe mktime(&time)
  }

  /// What it shows now.
  ///
  /// - Parameter pattern: as `strftime` has it, for at most 63 bytes.
  package static func now(_ pattern: String) -> String {
    var (now, parts) = unsafe (time(nil), tm())
    unsafe localtime_r(&now, &parts)
    var name = [CChar](repeating: 0, count: 64)
    unsafe strftime(&name, name.count, pattern, &parts)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
