import ConverterCore

/// Dates as property lists have them: seconds since 2001 in binary, ISO 8601 in XML.
enum PropertyListDate {
  /// - Returns: `2011-05-03T12:34:56Z`, with the fraction of the second where there is one; `nil` outside the
  ///   years 1 to 9999.
  static func text(_ seconds: Double) -> String? {
    guard seconds > -63_114_076_801, seconds < 252_423_993_600 else { return nil }
    let whole = seconds.rounded(.down)
    let total = Int(whole)
    let day = (total >= 0 ? total : total - 86_399) / 86_400
    let second = total - day * 86_400
    guard let date = CivilDate(daysSince1970: day + daysTo2001), date.year > 0 else { return nil }
    let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
    return "\(date.iso8601)T\(clock)\(fraction(seconds, whole))Z"
  }

  /// - Returns: `nil` for what is no date that there is.
  static func seconds(_ text: some Collection<UInt8>) -> Double? {
    var rest = Array(text)[...]
    guard let year = number(4, &rest), year > 0, take("-", &rest), let month = number(2, &rest),
      take("-", &rest), let day = number(2, &rest), take("T", &rest), let hour = number(2, &rest),
      hour < 24,
      take(":", &rest), let minute = number(2, &rest), minute < 60, take(":", &rest),
      let second = number(2, &rest), second < 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let whole = (date.daysSince1970 - daysTo2001) * 86_400 + hour * 3600 + minute * 60 + second
    guard rest.first == UInt8(ascii: ".") else {
      return take("Z", &rest) && rest.isEmpty ? Double(whole) : nil
    }
    rest.removeFirst()
    let digits = rest.prefix { $0 &- 48 < 10 }
    rest = rest[digits.endIndex...]
    guard !digits.isEmpty, take("Z", &rest), rest.isEmpty else { return nil }
    let fraction = String(decoding: digits, as: UTF8.self)
    return whole >= 0
      ? Double("\(whole).\(fraction)") : Double("0.\(fraction)").map { Double(whole) + $0 }
  }

  /// Days from 1970 to 2001.
  private static let daysTo2001 = 11_323

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// The shortest digits that stand for no other number of seconds.
  private static func fraction(_ seconds: Double, _ whole: Double) -> String {
    guard seconds != whole else { return "" }
    let text = (seconds >= 0 ? seconds : seconds - whole).description
    guard let point = text.firstIndex(of: "."), !text.contains("e") else { return "" }
    return String(text[point...])
  }

  private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 &- 48) }
  }

  private static func take(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }
}
