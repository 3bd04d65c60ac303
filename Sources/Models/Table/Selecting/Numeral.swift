internal import ConverterCore

/// A number as people and programs write it, to be compared digit by digit: nothing is rounded.
///
/// Understood are a sign, digits with one decimal point or comma, groups of three (`1.234,56`, `1,234.56`,
/// `1 234`, `1'234`), an exponent (`1e5`), and a currency or per cent sign before or behind.
public struct Numeral: ~Escapable {
  private let text: Span<UInt8>
  private let isNegative: Bool
  /// From the first digit that is not 0 to behind the last digit; other bytes between are to be passed over.
  private let digits: Range<Int>
  /// The power of ten of the first digit that is not 0.
  private let magnitude: Int

  private var isZero: Bool { digits.isEmpty }

  /// - Returns: `nil` for what is no number.
  @_lifetime(copy cell)
  package init?(_ cell: Span<UInt8>) {
    guard let scan = NumeralScan(cell) else { return nil }
    text = cell
    isNegative = scan.isNegative
    var first = scan.digits.lowerBound
    while first < scan.digits.upperBound, !Self.isDigit(cell[first]) || cell[first] == 0x30 {
      first += 1
    }
    digits = first..<scan.digits.upperBound
    var place = 0
    if first < scan.point {
      for index in first..<scan.point where Self.isDigit(cell[index]) { place += 1 }
      place -= 1
    } else if first < scan.digits.upperBound {
      place = scan.point - first
    }
    magnitude = place + scan.exponent
  }

  /// Whether the text is a number; quick, for a look at many cells.
  public static func matches(_ cell: Span<UInt8>) -> Bool { NumeralScan(cell) != nil }

  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// -1, 0 or 1, as this is less than, equal to or greater than the other.
  package func compare(to other: Numeral) -> Int {
    if isZero || other.isZero {
      return isZero ? (other.isZero ? 0 : other.isNegative ? 1 : -1) : isNegative ? -1 : 1
    }
    guard isNegative == other.isNegative else { return isNegative ? -1 : 1 }
    let size =
      magnitude == other.magnitude
      ? compareDigits(to: other) : magnitude < other.magnitude ? -1 : 1
    return isNegative ? -size : size
  }

  private func compareDigits(to other: Numeral) -> Int {
    var (mine, theirs) = (digits.lowerBound, other.digits.lowerBound)
    while true {
      while mine < digits.upperBound, !Self.isDigit(text[mine]) { mine += 1 }
      while theirs < other.digits.upperBound, !Self.isDigit(other.text[theirs]) { theirs += 1 }
      // Digits that are missing at the end are zeros.
      let left = mine < digits.upperBound ? text[mine] : 0x30
      let right = theirs < other.digits.upperBound ? other.text[theirs] : 0x30
      if left != right { return left < right ? -1 : 1 }
      if mine >= digits.upperBound, theirs >= other.digits.upperBound { return 0 }
      if mine < digits.upperBound { mine += 1 }
      if theirs < other.digits.upperBound { theirs += 1 }
    }
  }

  /// A number that never is greater than that of a greater numeral, and mostly is less: what sorting looks at
  /// first.
  package var key: Int64 {
    guard !isZero else { return 0 }
    var key = Int64(min(max(magnitude, -500), 499) + 501)
    var count = 0
    var index = digits.lowerBound
    while count < 15 {
      if index < digits.upperBound {
        let byte = text[index]
        index += 1
        guard Self.isDigit(byte) else { continue }
        key = key * 10 + Int64(byte &- 0x30)
      } else {
        key *= 10
      }
      count += 1
    }
    // Beyond what a key can tell apart all are alike.
    if magnitude > 499 { key = 1001 * 1_000_000_000_000_000 }
    if magnitude < -500 { key = 1 }
    return isNegative ? -key : key
  }
}

/// The parts of a number.
private struct NumeralScan {
  private(set) var isNegative = false
  /// Where its digits begin and end, marks between them included.
  private(set) var digits = 0..<0
  /// Where the decimal point is, or would be.
  private(set) var point = 0
  private(set) var exponent = 0

  init?(_ text: Span<UInt8>) {
    var (start, end) = (0, text.count)
    guard end > 0, end <= 400 else { return nil }
    Self.trim(text, &start, &end)
    var hasSign = false
    func sign() -> Bool {
      guard !hasSign, start < end, text[start] == 0x2D || text[start] == 0x2B else { return false }
      isNegative = text[start] == 0x2D
      hasSign = true
      start += 1
      return true
    }
    _ = sign()
    if Self.dropCurrency(text, &start, &end) { _ = sign() }
    guard start < end, Numeral.isDigit(text[start]) || text[start] == 0x2E || text[start] == 0x2C,
      let stop = exponentStart(text, start, end)
    else { return nil }
    digits = start..<stop
    guard let point = Self.decimalPoint(text, digits) else { return nil }
    self.point = point
  }

  /// Takes blanks off both ends.
  private static func trim(_ text: Span<UInt8>, _ start: inout Int, _ end: inout Int) {
    while start < end, text[start] == 0x20 { start += 1 }
    while start < end, text[end - 1] == 0x20 { end -= 1 }
  }

  /// Takes a sign of a currency, or of per cent, off an end.
  private static func dropCurrency(
    _ text: Span<UInt8>, _ start: inout Int, _ end: inout Int
  ) -> Bool {
    func has(_ sign: StaticString, at index: Int) -> Bool {
      let behind = index + sign.utf8CodeUnitCount
      return index >= start && behind <= end
        && text.extracting(index..<behind).isEqual(to: sign.span)
    }
    guard start < end else { return false }
    let (first, last) = (text[start], text[end - 1])
    if Numeral.isDigit(first), Numeral.isDigit(last) { return false }
    let signs: [StaticString] = ["$", "€", "£", "¥", "₹", "₽", "%", "EUR", "USD", "CHF", "GBP"]
    for sign in signs {
      let count = sign.utf8CodeUnitCount
      if has(sign, at: start) {
        start += count
      } else if has(sign, at: end - count) {
        end -= count
      } else {
        continue
      }
      trim(text, &start, &end)
      return true
    }
    return false
  }

  /// Reads the exponent, if there is one.
  ///
  /// - Returns: where the digits before it end; `nil` for an exponent that is none, or has no end.
  private mutating func exponentStart(
    _ text: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Int? {
    let letter = text.extracting(start..<end).firstOffset { $0 | 0x20 == 0x65 }
    guard let letter else { return end }
    let mark = start + letter
    var index = mark + 1
    var isBelowOne = false
    if index < end, text[index] == 0x2D || text[index] == 0x2B {
      isBelowOne = text[index] == 0x2D
      index += 1
    }
    guard index < end, end - index <= 9 else { return nil }
    var value = 0
    for place in index..<end {
      guard Numeral.isDigit(text[place]) else { return nil }
      value = value * 10 + Int(text[place] &- 0x30)
    }
    exponent = isBelowOne ? -value : value
    return mark
  }

  /// Where the decimal point stands among the digits, their end if there is none; `nil` if they are no number.
  private static func decimalPoint(
    _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var marks = 0
    var lastMark = range.upperBound
    var digits = 0
    let part = text.extracting(range)
    for place in part.indices {
      if Numeral.isDigit(part[place]) {
        digits += 1
      } else {
        marks += 1
        lastMark = range.lowerBound + place
      }
    }
    guard digits > 0 else { return nil }
    guard marks > 0 else { return range.upperBound }
    let mark = text[lastMark]
    // One mark alone divides groups only where it cannot be a decimal point: `1,234`, and never `1.234`.
    if marks == 1 {
      if mark == 0x2E { return lastMark }
      if isGrouped(text, range, by: mark) { return range.upperBound }
      return mark == 0x2C ? lastMark : nil
    }
    if let first = range.first(where: { !Numeral.isDigit(text[$0]) }), text[first] != mark {
      guard mark == 0x2E || mark == 0x2C,
        isGrouped(text, range.lowerBound..<lastMark, by: text[first])
      else { return nil }
      return lastMark
    }
    return isGrouped(text, range, by: mark) ? range.upperBound : nil
  }

  /// Whether the digits are in groups of three.
  private static func isGrouped(
    _ text: Span<UInt8>, _ range: Range<Int>, by mark: UInt8
  ) -> Bool {
    guard mark == 0x2C || mark == 0x2E || mark == 0x27 || mark == 0x20,
      text[range.lowerBound] != 0x30
    else { return false }
    var length = 0
    var isFirst = true
    let part = text.extracting(range)
    for place in part.indices {
      if Numeral.isDigit(part[place]) {
        length += 1
      } else {
        guard part[place] == mark, isFirst ? (1...3).contains(length) : length == 3 else {
          return false
        }
        (isFirst, length) = (false, 0)
      }
    }
    return length == 3
  }
}
