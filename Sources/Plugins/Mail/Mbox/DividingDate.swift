import ConverterCore

/// How the line before a message says its date.
enum DividingDate: Equatable {
  /// As C writes it, behind no more than one word: `a@b Thu Jan  1 00:00:00 2004`, perhaps with a zone before or
  /// behind the year.
  case exact
  /// In another form, at the end of the line, or before `remote from` and a host.
  case atEnd
  /// Somewhere: a month, a day and a time of the day, among other words.
  case among

  /// - Parameter words: where those of the line behind `From ` are.
  /// - Returns: `nil` where there is none.
  init?(_ words: [Range<Int>], in bytes: Span<UInt8>) {
    let kinds = words.map { Word(bytes[$0]) }
    guard kinds.count >= 2, let last = kinds.lastIndex(of: .time) else { return nil }
    var (first, end) = (last, last + 1)
    while first > 0, kinds[first - 1].isOfDate { first -= 1 }
    while end < kinds.count, kinds[end].isOfDate || kinds[end] == .zone { end += 1 }
    let date = kinds[first..<end].filter { $0 != .zone }
    if first < 2, end == kinds.count, date == [.weekday, .month, .number, .time, .year] {
      self = .exact
    } else if Self.isWhole(date), end == kinds.count || bytes[words[end]].equals("remote") {
      self = .atEnd
    } else if Self.isWhole(kinds) {
      self = .among
    } else {
      return nil
    }
  }

  private static func isWhole(_ words: [Word]) -> Bool {
    words.contains(.time)
      && (words.contains(.day) || words.contains(.month) && words.contains(.number))
  }

  /// What a word is.
  private enum Word: Equatable {
    case weekday, month
    /// Of one or two digits.
    case number
    case year
    /// `2004-01-31`
    case day
    /// `9:05`, `09:05:59`
    case time
    /// `CET`, `+0100`, `(CET)`
    case zone
    case other

    var isOfDate: Bool { self != .other && self != .zone }

    init(_ word: Span<UInt8>) {
      let digits = word.count { $0 &- 0x30 < 10 }
      if digits == word.count {
        self = digits <= 2 ? .number : digits == 4 ? .year : .other
      } else if digits > 1 {
        self =
          Self.isTime(word) ? .time : Self.isDay(word) ? .day : Self.isOffset(word) ? .zone : .other
      } else {
        self = Self.name(word)
      }
    }

    private static func isTime(_ word: Span<UInt8>) -> Bool {
      (4...8).contains(word.count) && word.contains(UInt8(ascii: ":"))
        && word[0] &- 0x30 < 10
        && word.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ":") }
    }

    private static func isDay(_ word: Span<UInt8>) -> Bool {
      word.count == 10
        && word.indices.allSatisfy {
          $0 == 4 || $0 == 7 ? word[$0] == UInt8(ascii: "-") : word[$0] &- 0x30 < 10
        }
    }

    private static func isOffset(_ word: Span<UInt8>) -> Bool {
      word.count == 5 && (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-"))
        && word.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
    }

    private static func name(_ word: Span<UInt8>) -> Word {
      var word = word
      if word.last == UInt8(ascii: ",") { word = word.dropLast() }
      guard word.count >= 2,
        word.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 == 0x28 || $0 == 0x29 })
      else { return .other }
      if word.count == 3 || word.count == 4 {
        let key = word.prefix(3).array.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
        if word.count == 3, weekdays.contains(key) { return .weekday }
        if months.contains(key) { return .month }
      }
      return word.count <= 6 && word.allSatisfy { $0 < 0x61 } ? .zone : .other
    }

    private static let weekdays = keys("sun mon tue wed thu fri sat")
    private static let months = keys("jan feb mar apr may jun jul aug sep oct nov dec")

    private static func keys(_ names: String) -> [UInt32] {
      names.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
    }
  }
}
