/// A rule of repetition (RFC 5545, 3.3.10).
struct CalendarRule {
  private let parts: [String: String]
  private let zone: String?

  /// - Parameter zone: that of the first occurrence.
  init(_ value: String, zone: String?) {
    var parts: [String: String] = [:]
    for part in value.trimmedCapitals.split(separator: ";").prefix(32) {
      guard let equals = part.firstIndex(of: "=") else { continue }
      parts[String(part[..<equals])] = String(part[part.index(after: equals)...])
    }
    self.parts = parts
    self.zone = zone
  }

  /// In words; `nil` for rules that are hard to say.
  var words: String? {
    let known: Set<String> = [
      "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST",
    ]
    guard parts.keys.allSatisfy(known.contains), let unit, let days = days else { return nil }
    let interval = parts["INTERVAL"].map { Int($0) ?? 0 } ?? 1
    guard (1...9999).contains(interval), let end else { return nil }
    if isWorkingWeek, interval == 1 { return "every weekday (Monday to Friday)" + end }
    return (interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s") + days + end
  }

  private var unit: String? {
    switch parts["FREQ"] {
    case "DAILY": "day"
    case "WEEKLY": "week"
    case "MONTHLY": "month"
    case "YEARLY": "year"
    case "HOURLY": "hour"
    case "MINUTELY": "minute"
    default: nil
    }
  }

  private var isWorkingWeek: Bool {
    guard parts["FREQ"] == "WEEKLY" || parts["FREQ"] == "DAILY", parts["BYMONTH"] == nil,
      parts["BYMONTHDAY"] == nil, let list = parts["BYDAY"]
    else { return false }
    return Set(list.split(separator: ",")) == ["MO", "TU", "WE", "TH", "FR"]
  }

  /// On which days, with a blank before it; empty for no word on it, `nil` for what is hard to say.
  private var days: String? {
    guard let months = numbers("BYMONTH", 1...12), let dates = numbers("BYMONTHDAY", -31...31),
      let weekdays
    else { return nil }
    let named = months.map { CalendarWords.months[$0 - 1] }
    if !dates.isEmpty {
      guard weekdays.isEmpty, !dates.contains(0) else { return nil }
      if named.count == 1, dates.count == 1, dates[0] > 0 { return " on \(dates[0]) \(named[0])" }
      let words = dates.map {
        $0 > 0 ? "day \($0)" : Self.ordinal($0).map { "the \($0) day" } ?? ""
      }
      guard !words.contains("") else { return nil }
      return " on \(Self.listed(words))" + (named.isEmpty ? "" : " of \(Self.listed(named))")
    }
    if !weekdays.isEmpty {
      return " on \(Self.listed(weekdays))" + (named.isEmpty ? "" : " of \(Self.listed(named))")
    }
    return named.isEmpty ? "" : " in \(Self.listed(named))"
  }

  /// `Monday`, `the second Tuesday`
  private var weekdays: [String]? {
    var words: [String] = []
    for day in (parts["BYDAY"] ?? "").split(separator: ",") {
      guard words.count < 14, let index = Self.codes.firstIndex(of: String(day.suffix(2))) else {
        return nil
      }
      let name = CalendarWords.weekdays[index]
      let number = day.dropLast(2)
      guard !number.isEmpty else {
        words.append(name)
        continue
      }
      guard let place = Int(number), let ordinal = Self.ordinal(place) else { return nil }
      words.append("the \(ordinal) \(name)")
    }
    return words
  }

  /// How often or how long, with a comma before it; `nil` for what is none.
  private var end: String? {
    if let count = parts["COUNT"] {
      guard let times = Int(count), times > 0 else { return nil }
      return times == 1 ? ", once" : ", \(times) times"
    }
    guard let until = parts["UNTIL"] else { return "" }
    return CalendarTime(until, zone: zone).map { ", until \($0.words)" }
  }

  private func numbers(_ name: String, _ range: ClosedRange<Int>) -> [Int]? {
    var numbers: [Int] = []
    for word in (parts[name] ?? "").split(separator: ",") {
      guard numbers.count < 31, let number = Int(word), range.contains(number) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private static func ordinal(_ place: Int) -> String? {
    switch place {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case 4: "fourth"
    case 5: "fifth"
    case -1: "last"
    case -2: "second to last"
    default: nil
    }
  }

  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
