#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock of the user.
package enum LocalTime {
  /// How many seconds it is ahead of UTC at a moment; `nil` where the system does not say.
  ///
  /// `localtime_r`, unlike `mktime`, does not look each time whether the zone's file has changed.
  package static func offset(at seconds: Int) -> Int? {
    var (time, parts) = unsafe (time_t(seconds), tm())
    return unsafe localtime_r(&time, &parts) == nil ? nil : Int(parts.tm_gmtoff)
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
