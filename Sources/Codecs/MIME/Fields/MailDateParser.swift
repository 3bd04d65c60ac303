import ConverterCore

/// Reads a date word by word; what a word means is told by its form and what has come before.
struct MailDateParser: ~Escapable {
  private let bytes: Span<UInt8>
  private var day, month, year: Int?
  /// In seconds since midnight.
  private var time: Int?
  private var zone: MailZone?
  private var isBad = false

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  var date: MailDate? {
    guard !isBad, let day, let month, let year, let time, year > 0,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let offset = zone?.offsetMinutes
    let seconds = date.daysSince1970 * 86_400 + time - (offset ?? 0) * 60
    return MailDate(secondsSince1970: seconds, offsetMinutes: offset)
  }

  mutating func parse() {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte <= 0x20 || byte == UInt8(ascii: ",") {
        index += 1
      } else if byte == UInt8(ascii: "(") {
        // One without an end hides all that follows.
        index = FieldSyntax.endOfComment(at: index, in: bytes) ?? bytes.count
      } else {
        let start = index
        while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ","),
          bytes[index] != UInt8(ascii: "(")
        {
          index += 1
        }
        read(DateWord(bytes[start..<index]))
      }
    }
  }

  private mutating func read(_ word: DateWord) {
    if word.isSigned {
      if time != nil, zone?.offsetMinutes == nil { zone = MailZone(offset: word) ?? zone }
    } else if word.startsWithDigit {
      readNumbers(word)
    } else if let month = word.month, self.month == nil {
      self.month = month
    } else if time != nil {
      readBehindTime(word)
    }
  }

  private mutating func readBehindTime(_ word: DateWord) {
    if word.equals("pm") || word.equals("am"), let time {
      let hour = time / 3600
      guard (1...12).contains(hour) else { return isBad = true }
      self.time = time % 3600 + (hour % 12 + (word.equals("pm") ? 12 : 0)) * 3600
    } else if zone == nil, !word.isWeekday {
      zone = MailZone(named: word)
    }
  }

  private mutating func readNumbers(_ word: DateWord) {
    if word.isYearFirst {
      readHyphenated(word)
    } else if word.contains(UInt8(ascii: ":")) {
      readTime(word)
    } else if word.contains(UInt8(ascii: "-")) {
      readHyphenated(word)
    } else if word.contains(UInt8(ascii: ".")), day != nil, month != nil, time == nil {
      readTime(word)
    } else {
      readNumber(word)
    }
  }

  /// `2`, `2nd`, `2004`, `04`, or a zone without a sign.
  private mutating func readNumber(_ word: DateWord) {
    guard let (value, digits) = word.number else { return isBad = true }
    if day == nil, digits <= 2 {
      day = value
    } else if year == nil {
      switch digits {
      case ...2: year = value + (value < 50 ? 2000 : 1900)
      case 3: year = value + 1900
      case 4: year = value
      default: isBad = true
      }
    } else if time != nil, zone == nil, digits == 4 {
      zone = MailZone(offset: word)
    }
  }

  /// `2004-01-02`, perhaps with a `T` and the time, or `02-Jan-2004`.
  private mutating func readHyphenated(_ word: DateWord) {
    let hyphen = UInt8(ascii: "-")
    guard let middle = word.rest(behind: hyphen), let last = middle.rest(behind: hyphen),
      let first = word.before(hyphen).number
    else { return isBad = true }
    if first.digits == 4, let month = middle.before(hyphen).number, let day = last.number {
      (year, self.month, self.day) = (first.value, month.value, day.value)
      if let rest = last.rest(behind: UInt8(ascii: "t")) { readTime(rest) }
    } else if let month = middle.before(hyphen).month, first.digits <= 2 {
      (day, self.month) = (first.value, month)
      readNumber(last)
    } else {
      isBad = true
    }
  }

  /// `11:26`, `11:26:39`, `11.26.39`, `11:26:39.250`, perhaps with the zone behind it.
  private mutating func readTime(_ word: DateWord) {
    // A second one may be a zone without a sign, or nonsense.
    guard time == nil else { return }
    let (clock, length) = word.clock
    guard (2...3).contains(clock.count), clock[0] <= 23, clock[1] <= 59,
      clock.count == 2 || clock[2] <= 60
    else { return isBad = true }
    time = clock[0] * 3600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0)
    guard length < word.count else { return }
    let rest = word.rest(behind: length)
    if rest.isSigned {
      zone = MailZone(offset: rest)
    } else {
      readBehindTime(rest)
    }
  }
}
