import ArchiveModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A local time, to two seconds, from 1980 to 2107 (APPNOTE 4.4.6).
struct DOSTime: Equatable {
  let date: UInt16
  let time: UInt16

  static let earliest = DOSTime(date: 1 << 5 | 1, time: 0)
  static let latest = DOSTime(date: 127 << 9 | 12 << 5 | 31, time: 23 << 11 | 59 << 5 | 29)

  init(date: UInt16, time: UInt16) {
    self.date = date
    self.time = time
  }

  /// In the zone of this machine, unless the timestamp is a local time already; the nearest moment
  /// that can be expressed.
  init(_ timestamp: Timestamp) {
    var seconds = time_t(timestamp.seconds)
    var parts = tm()
    let isKnown =
      (timestamp.isWallClock ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil
    guard isKnown, (80...80 + 127).contains(parts.tm_year) else {
      // 1980-01-01 is 315,532,800; years further off than a clock goes are unknown.
      self = timestamp.seconds > 400_000_000 ? .latest : .earliest
      return
    }
    date = UInt16(parts.tm_year - 80) << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
    // A leap second is the one before.
    time =
      UInt16(parts.tm_hour) << 11 | UInt16(parts.tm_min) << 5 | UInt16(min(parts.tm_sec, 59) / 2)
  }
}
