import ConverterCore

extension Span<UInt8> {
  /// Where the first byte is, from `start` on, that a string of JSON does not hold as it is: a quote, a backslash, a
  /// control character, a part of a character beyond ASCII. Eight bytes at a time.
  ///
  /// - Parameter start: before the end.
  /// - Returns: the end where there is none.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = start
    while place &+ 8 <= count {
      let word = littleEndian(at: place, as: UInt64.self)
      let (quotes, escapes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      // Of the lowest byte that is marked, no borrow can have changed the mark.
      let marks = word | (word &- ones &* 0x20) | (quotes &- ones) | (escapes &- ones)
      let found = marks & (ones &* 0x80)
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < count, self[place] >= 0x20, self[place] < 0x80, self[place] != 0x22,
      self[place] != 0x5C
    { place &+= 1 }
    return place
  }
}
