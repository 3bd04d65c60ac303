import ConverterCore
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, 1970, 1, 1, "1970-01-01"), (-1, 1969, 12, 31, "1969-12-31"),
    (11_323, 2001, 1, 1, "2001-01-01"), (11_016, 2000, 2, 29, "2000-02-29"),
    (-25_509, 1900, 2, 28, "1900-02-28"), (-25_508, 1900, 3, 1, "1900-03-01"),
    (-719_528, 0, 1, 1, "0000-01-01"), (-719_469, 0, 2, 29, "0000-02-29"),
    (-719_468, 0, 3, 1, "0000-03-01"), (2_932_896, 9999, 12, 31, "9999-12-31"),
  ])
  func isCounted(days: Int, year: Int, month: Int, day: Int, text: String) throws {
    let date = try #require(CivilDate(daysSince1970: days))
    #expect(date == CivilDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == days)
    #expect(date.iso8601 == text)
  }

  /// The calendar counted by hand, month by month.
  @Test func everyDayOfTenThousandYears() {
    var days = -719_528
    for year in 0...9999 {
      let isLeap = year % 400 == 0 || year % 100 != 0 && year % 4 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        // The first and the last day, and the one that there is not.
        for day in [1, length] {
          let date = CivilDate(year: year, month: month + 1, day: day)
          let found = CivilDate(daysSince1970: days + day - 1)
          guard let date, date == found, date.daysSince1970 == days + day - 1 else {
            Issue.record("\(year)-\(month + 1)-\(day)")
            return
          }
        }
        guard CivilDate(year: year, month: month + 1, day: length + 1) == nil else {
          Issue.record("\(year)-\(month + 1)-\(length + 1)")
          return
        }
        days += length
      }
    }
    #expect(days == 2_932_897)
  }

  @Test(arguments: [Int.min, -719_529, 2_932_897, Int.max])
  func endsWithFourDigits(days: Int) {
    #expect(CivilDate(daysSince1970: days) == nil)
  }

  @Test(arguments: [
    (2023, 2, 29), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 4, 31), (-1, 1, 1),
    (10_000, 1, 1), (.min, .min, .min), (.max, .max, .max),
  ])
  func isOneThatThereIs(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
