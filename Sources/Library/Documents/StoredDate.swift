import ConverterCore

/// A moment as files of the library have it: to the second, in UTC, in the years 0 to 9999.
public struct StoredDate: Hashable, Sendable, Comparable {
  /// Since 1970-01-01 00:00 UTC.
  public let seconds: Int

  private static let secondsOfDay = 86_400

  /// - Returns: `nil` beyond the years 0 to 9999.
  public init?(seconds: Int) {
    guard CivilDate(daysSince1970: Self.day(of: seconds)) != nil else { return nil }
    self.seconds = seconds
  }

  private init(known seconds: Int) { self.seconds = seconds }

  /// Now.
  public static var now: StoredDate {
    StoredDate(seconds: LocalTime.seconds) ?? StoredDate(known: 0)
  }

  private static func day(of seconds: Int) -> Int {
    (seconds >= 0 ? seconds : seconds - secondsOfDay + 1) / secondsOfDay
  }

  public static func < (one: StoredDate, other: StoredDate) -> Bool { one.seconds < other.seconds }
}

extension StoredDate: CustomStringConvertible {
  /// `2026-11-22T21:16:36Z`
  public var description: String {
    let day = Self.day(of: seconds)
    let rest = seconds - day * Self.secondsOfDay
    let date = CivilDate(daysSince1970: day)?.iso8601 ?? ""
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(date)T\(time.joined(separator: ":"))Z"
  }

  /// Reads ``description``.
  ///
  /// - Returns: `nil` for anything else.
  public init?(_ text: String) {
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    guard shape == Array("0000-00-00T00:00:00Z".utf8) else { return nil }
    let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    guard numbers.count == 6,
      let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]),
      numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
    else { return nil }
    seconds =
      date.daysSince1970 * Self.secondsOfDay + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
  }
}
