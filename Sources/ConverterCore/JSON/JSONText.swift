/// Bytes of JSON by their places, wherever they are, and the parts of its grammar that all its readers share (RFC 8259).
///
/// What may follow what, and what a mistake is called, is the affair of each reader.
package protocol JSONText: ~Escapable {
  associatedtype Failure: Error

  /// The byte at a place from 0 on; 0, which JSON nowhere has, behind the end.
  func byte(at place: Int) throws(Failure) -> UInt8
}

/// What begins with a backslash in a string.
package enum JSONEscape: Equatable {
  /// A backslash and one byte, which is given.
  case letter(UInt8)
  /// `\u` and four digits: a code unit of UTF-16.
  case unit(UInt32)
  /// No escape begins so; the byte is the one behind the backslash.
  case unknown(UInt8)
  /// Where a digit of `\u` had to be.
  case noDigit(Int)

  /// How many bytes it takes.
  @inlinable
  package var count: Int {
    if case .letter = self { 2 } else { 6 }
  }

  /// The byte that a backslash and a letter stand for.
  @inlinable
  package static func meaning(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}

/// Where a number ends.
package enum JSONNumberEnd {
  /// The place behind it.
  case end(Int)
  /// Where a digit had to be, in which part of it.
  case noDigit(Int, Part)

  package enum Part { case whole, fraction, exponent }
}

extension JSONText where Self: ~Escapable {
  /// The escape whose backslash is at a place.
  @inlinable
  package func escape(at place: Int) throws(Failure) -> JSONEscape {
    switch try byte(at: place &+ 1) {
    case UInt8(ascii: "u"): return try unit(at: place &+ 2)
    case let letter:
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        return .letter(letter)
      default: return .unknown(letter)
      }
    }
  }

  @inlinable
  func unit(at start: Int) throws(Failure) -> JSONEscape {
    var unit: UInt32 = 0
    for place in start..<start &+ 4 {
      guard let digit = try byte(at: place).hexadecimalValue else { return .noDigit(place) }
      unit = unit << 4 | digit
    }
    return .unit(unit)
  }

  /// The end of the number that begins at a place with its sign or first digit.
  ///
  /// A zero at its beginning is its whole part: a digit behind it is no part of the number.
  @inlinable @inline(__always)
  package func endOfNumber(from start: Int) throws(Failure) -> JSONNumberEnd {
    var place = start
    if try byte(at: place) == UInt8(ascii: "-") { place &+= 1 }
    if try byte(at: place) == UInt8(ascii: "0") {
      place &+= 1
    } else if try !skipDigits(&place) {
      return .noDigit(place, .whole)
    }
    if try byte(at: place) == UInt8(ascii: ".") {
      place &+= 1
      if try !skipDigits(&place) { return .noDigit(place, .fraction) }
    }
    if try byte(at: place) | 0x20 == UInt8(ascii: "e") {
      place &+= 1
      let sign = try byte(at: place)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { place &+= 1 }
      if try !skipDigits(&place) { return .noDigit(place, .exponent) }
    }
    return .end(place)
  }

  /// - Returns: `false` where there are none.
  @inlinable @inline(__always)
  func skipDigits(_ place: inout Int) throws(Failure) -> Bool {
    let start = place
    while try byte(at: place) &- 0x30 < 10 { place &+= 1 }
    return place > start
  }

  /// How many bytes at a place are those of a word.
  @inlinable
  package func countOfWord(_ word: StaticString, at place: Int) throws(Failure) -> Int {
    let letters = word.span
    for index in letters.indices where try byte(at: place &+ index) != letters[index] {
      return index
    }
    return letters.count
  }
}

extension Span: JSONText where Element == UInt8 {
  @inlinable @inline(__always)
  package func byte(at place: Int) -> UInt8 { place < count ? self[place] : 0 }
}

extension Span<UInt8> {
  /// Where the first byte is, from `start` on, that a string of JSON does not hold as it is: a quote, a backslash, a
  /// control character. Eight bytes at a time.
  ///
  /// - Parameters:
  ///   - start: 0…`count`.
  ///   - isASCII: whether it stops at a part of a character beyond ASCII, too.
  /// - Returns: the end where there is none.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int, isASCII: Bool) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = start
    while place &+ 8 <= count {
      let word = littleEndian(at: place, as: UInt64.self)
      let (quotes, escapes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      // Of the lowest byte that is marked, no borrow can have changed the mark.
      let marks = (word &- ones &* 0x20) | (quotes &- ones) | (escapes &- ones)
      let found = (isASCII ? marks | word : marks & ~word) & (ones &* 0x80)
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < count, self[place] >= 0x20, !isASCII || self[place] < 0x80, self[place] != 0x22,
      self[place] != 0x5C
    { place &+= 1 }
    return place
  }
}
