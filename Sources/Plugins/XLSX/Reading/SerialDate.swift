import ConverterCore

/// A date as spreadsheets have it: days since the beginning of their calendar, times as parts of a day.
enum SerialDate {
  enum Calendar: Sendable {
    /// 1 is 1900-01-01, and 60 the 29th of February 1900, which there never was.
    case from1900
    /// 0 is 1904-01-01.
    case from1904
  }

  /// What a number format shows.
  enum Format: Sendable, Equatable {
    case date, time, dateAndTime
    /// Hours that go on beyond 24.
    case duration
  }

  /// The serial number as ISO 8601; `nil` where the calendar has no such day.
  static func text(_ serial: Double, _ format: Format, _ calendar: Calendar) -> String? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    var milliseconds = Int((serial * 86_400_000).rounded())
    if format == .duration { return time(milliseconds) }
    let day = milliseconds / 86_400_000
    milliseconds %= 86_400_000
    let showsDate = format != .time || day > 0
    let showsTime = format != .date || milliseconds > 0
    guard showsDate else { return time(milliseconds) }
    guard let date = date(day, calendar) else { return nil }
    return showsTime ? "\(date)T\(time(milliseconds))" : date
  }

  private static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let text = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    let rest = milliseconds % 1000
    return rest == 0 ? text : "\(text).\(padded(rest, 3))"
  }

  private static func date(_ day: Int, _ calendar: Calendar) -> String? {
    var day = day
    switch calendar {
    case .from1904: day += 1462
    case .from1900:
      if day == 60 { return "1900-02-29" }
      if day == 0 { return nil }
      if day < 60 { day += 1 }
    }
    // Day 0 is now 1899-12-30.
    return CivilDate(daysSince1970: day - 25_569)?.iso8601
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension SerialDate.Format {
  /// The formats that every spreadsheet knows by number (ECMA-376 part 1, 18.8.30).
  init?(builtin id: Int) {
    switch id {
    case 14...17, 27...31, 36, 50...54, 57, 58: self = .date
    case 18...21, 32...35, 45, 47, 55, 56: self = .time
    case 22: self = .dateAndTime
    case 46: self = .duration
    default: return nil
    }
  }

  /// What a format's code shows, by its letters: `yyyy\-mm\-dd`, `[h]:mm`.
  init?(code: String) {
    var letters: Set<Character> = []
    var isDuration = false
    // Of several sections the first is for numbers above zero.
    var rest = Array(code.prefix(1000).lowercased())[...]
    while let character = rest.popFirst(), character != ";" {
      switch character {
      case "\"":
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*":
        rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        if let first = inside.first, "hms".contains(first), inside.allSatisfy({ $0 == first }) {
          isDuration = true
        }
      case "g":
        // The word "General", not the name of an era.
        if rest.starts(with: "eneral") { rest = rest.dropFirst(6) }
      case "e":
        // An exponent has a sign; without one it is the year of an era.
        if rest.first != "+", rest.first != "-" { letters.insert("y") }
      case "y", "m", "d", "h", "s": letters.insert(character)
      default: break
      }
    }
    if isDuration {
      self = .duration
      return
    }
    let hasTime = letters.contains("h") || letters.contains("s")
    let hasDate =
      letters.contains("y") || letters.contains("d") || (letters.contains("m") && !hasTime)
    switch (hasDate, hasTime) {
    case (true, true): self = .dateAndTime
    case (true, false): self = .date
    case (false, true): self = .time
    case (false, false): return nil
    }
  }
}
