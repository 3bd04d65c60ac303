import Testing

@testable import TableModel

@Suite("Numbers are compared digit by digit")
struct NumeralTests {
  private func compare(_ left: String, _ right: String) -> Int? {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard let first = Numeral(left.span), let second = Numeral(right.span) else { return nil }
    let (order, reverse) = (first.compare(to: second), second.compare(to: first))
    // Keys are never in another order.
    if first.key < second.key { #expect(order < 0) }
    if first.key > second.key { #expect(order > 0) }
    #expect(reverse == -order)
    return order
  }

  @Test(
    arguments: [
      ("1", "2", -1), ("10", "9", 1), ("-10", "9", -1), ("-10", "-9", -1), ("0", "-0", 0),
      ("0.0", "0", 0), ("1.50", "1.5", 0), ("007", "7", 0), ("1e2", "100", 0), ("1E-2", "0.01", 0),
      (".5", "0.5", 0), ("5.", "5", 0), ("+3", "3", 0), ("1e5", "99999", 1), ("1e5", "100001", -1),
      ("0.1", "0.09", 1), ("-0.1", "-0.09", -1), ("0", "0.0001", -1), ("0", "-0.0001", 1),
      ("12345678901234567890123", "12345678901234567890124", -1),
      ("0.30000000000000000001", "0.3", 1), ("9007199254740993", "9007199254740992", 1),
      ("1.234,56", "1234.56", 0), ("1,234.56", "1234.56", 0), ("1,234", "1234", 0),
      ("2523,00", "2523", 0), ("0,123", "0.123", 0), ("1.234", "1.2340", 0),
      ("1'234'567", "1234567", 0), ("1 234", "1234", 0), ("€ 12", "12", 0), ("12 %", "12", 0),
      ("$1,200", "1200", 0), ("-$5", "-5", 0), ("$-5", "-5", 0), ("12,5 €", "12.5", 0),
      (" 7 ", "7", 0), ("1e600", "1e700", -1), ("1e-600", "1e-700", 1), ("1e600", "2e600", -1),
      ("100", "99.999", 1), ("0.00100", "0.001", 0), ("1,5e3", "1500", 0),
    ])
  func order(left: String, right: String, expected: Int) {
    #expect(compare(left, right) == expected)
  }

  @Test(
    "what is none",
    arguments: [
      "", " ", "a", "1a", "1-2", "2024-01-01", "1.2.3", "1,2,3", "12:30", "--1", "+-1", "e5", "1e",
      "1e+", ".", ",", "-", "$", "1e1234567890", "1,23,456", "1.234.56", "0x1f", "١", "1_000",
      "NaN", "inf", "1 2", "$$5", "1,,2", "10.0.0.1",
    ])
  func none(text: String) {
    let bytes = Array(text.utf8)
    let isNumber = Numeral.matches(bytes.span)
    #expect(!isNumber)
  }
}
