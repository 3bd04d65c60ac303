import ArchiveModel
import ConverterCore

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
    let clock = LocalTime.clock(at: timestamp.seconds, isUTC: timestamp.isWallClock)
    guard let clock, (80...80 + 127).contains(clock.year - 1900) else {
      // 1980-01-01 is 315,532,800; years further off than a clock goes are unknown.
      self = timestamp.seconds > 400_000_000 ? .latest : .earliest
      return
    }
    date = UInt16(clock.year - 1980) << 9 | UInt16(clock.month) << 5 | UInt16(clock.day)
    // A leap second is the one before.
    time =
      UInt16(clock.hour) << 11 | UInt16(clock.minute) << 5 | UInt16(min(clock.second, 59) / 2)
  }
}
