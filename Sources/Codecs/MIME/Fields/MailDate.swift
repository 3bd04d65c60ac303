import ConverterCore

/// When a message was written, and by the clock of which zone.
public struct MailDate: Equatable, Sendable {
  /// Without leap seconds; that of a date whose zone is not known as if it was that of UTC.
  public let secondsSince1970: Int
  /// East of Greenwich, less than a day; `nil` where the zone is not known, which mail writes as `-0000`
  /// (RFC 5322, 3.3).
  public let offsetMinutes: Int?

  /// `nil` for an offset of a day or more, or a date that is not in the years 0 to 9999 there.
  public init?(secondsSince1970: Int, offsetMinutes: Int?) {
    let offset = offsetMinutes ?? 0
    guard (-1439...1439).contains(offset), abs(secondsSince1970 / 86_400) < 4_000_000,
      CivilDate(daysSince1970: Self.day(secondsSince1970 + offset * 60)) != nil
    else { return nil }
    (self.secondsSince1970, self.offsetMinutes) = (secondsSince1970, offsetMinutes)
  }

  /// The date of a field such as `Date`, of the obsolete forms too (RFC 5322, 3.3 and 4.3), and of those that
  /// programs write instead: that of C's `ctime`, that of ISO 8601, words in another order, points in the time.
  ///
  /// The weekday is not looked at. Years of two digits are 1950 to 2049, of three after 1900 (RFC 5322, 4.3;
  /// Python's `email` begins at 1969). A leap second is the first second of the next minute. Letters of military
  /// zones and names that the standard does not have say nothing of the zone.
  ///
  /// `nil` where the day, the month, the year or the time is missing or is none.
  public init?(parsing raw: Span<UInt8>) {
    var parser = MailDateParser(raw)
    parser.parse()
    guard let date = parser.date else { return nil }
    self = date
  }

  /// The date of the line that a message of an mbox begins with: `From a@b Thu Jan  1 00:00:10 2004`.
  ///
  /// - Parameter line: from the `F` on; its end may be part of it.
  public init?(ofFromLine line: Span<UInt8>) {
    var index = min(5, line.count)
    while index < line.count, line[index] == 0x20 { index += 1 }
    if index < line.count, line[index] == UInt8(ascii: "\"") {
      index = FieldSyntax.endOfQuote(at: index, in: line) ?? index
    }
    while index < line.count, line[index] != 0x20 { index += 1 }
    self.init(parsing: line[index...])
  }

  /// `2005-05-10T11:26:39-06:00`; `+00:00` for UTC, `-00:00` where the zone is not known (RFC 9557, 2.2).
  public var iso8601: String {
    let offset = offsetMinutes ?? 0
    let local = secondsSince1970 + offset * 60
    let day = Self.day(local)
    let time = local - day * 86_400
    guard let date = CivilDate(daysSince1970: day) else { return "" }
    var text: [UInt8] = []
    text.reserveCapacity(25)
    func put(_ value: Int, before separator: Unicode.Scalar? = nil) {
      text.append(UInt8(truncatingIfNeeded: 0x30 + value / 10))
      text.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
      if let separator { text.append(UInt8(ascii: separator)) }
    }
    put(date.year / 100)
    put(date.year % 100, before: "-")
    put(date.month, before: "-")
    put(date.day, before: "T")
    put(time / 3600, before: ":")
    put(time / 60 % 60, before: ":")
    put(time % 60, before: offsetMinutes == nil || offset < 0 ? "-" : "+")
    put(abs(offset) / 60, before: ":")
    put(abs(offset) % 60)
    return String(decoding: text, as: UTF8.self)
  }

  /// `Thu Jan  1 00:00:10 2004` in UTC, as lines that divide the messages of an mbox have it (RFC 4155).
  public static func asctime(_ seconds: Int) -> String {
    let day = day(seconds)
    let time = seconds - day * 86_400
    guard let date = CivilDate(daysSince1970: day) else { return "Thu Jan  1 00:00:00 1970" }
    // The first of January 1970 was a Thursday.
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((day % 7) + 7) % 7]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][date.month - 1]
    let clock = [time / 3600, time / 60 % 60, time % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "\(weekday) \(month) \(date.day < 10 ? " " : "")\(date.day) \(clock) \(date.year)"
  }

  private static func day(_ seconds: Int) -> Int {
    (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
  }
}
