#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A moment as people say it: a day where they are, a time of it, or so long ago.
package struct Moment: Sendable {
  /// Since 1970.
  package let seconds: Int

  /// Understands `2024-01-31`, `2024-01-31T08:00[:59][Z|+02:00]`, `7d`.
  ///
  /// - Throws: `usage`.
  package init(parsing text: String) throws(ConversionError) {
    if let ago = Self.ago(text) {
      seconds = time(nil) - ago
      return
    }
    guard let known = Self.date(text) else {
      throw ConversionError(
        .usage,
        "\"\(text.printable)\" is no time: use 2024-01-31, 2024-01-31T08:00, or 7d for seven days ago "
          + "(h, d, w, y)")
    }
    seconds = known
  }

  private static func ago(_ text: String) -> Int? {
    let units: [Character: Int] = ["h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (0...100_000).contains(count), text.first != "+"
    else { return nil }
    return count * unit
  }

  private static func date(_ text: String) -> Int? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "T" || $0 == "t" || $0 == " "
    }
    let day = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard day.count == 3, let year = day[0], let month = day[1], let date = day[2],
      let civil = CivilDate(year: year, month: month, day: date)
    else { return nil }
    guard parts.count == 2 else { return LocalTime.moment(civil, 0, 0, 0) }
    var clock = parts[1]
    var offset: Int?
    if clock.last == "Z" || clock.last == "z" {
      offset = 0
      clock.removeLast()
    } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let zone = clock[clock.index(after: sign)...].split(separator: ":").map(number)
      guard zone.count == 2, let hours = zone[0], let minutes = zone[1], hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (clock[sign] == "-" ? -1 : 1)
      clock = clock[..<sign]
    }
    let times = clock.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard (2...3).contains(times.count), let hour = times[0], let minute = times[1], hour < 24,
      minute < 60, let second = times.count == 3 ? times[2] : 0, second < 60
    else { return nil }
    guard let offset else { return LocalTime.moment(civil, hour, minute, second) }
    return civil.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}
