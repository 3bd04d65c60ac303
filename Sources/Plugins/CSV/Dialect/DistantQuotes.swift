import ConverterCore

/// Finds the quotes that close cells which go on for long behind the part of a text that is looked at.
///
/// Many readings of a text end in the same cell, so each place is looked from once: a quote that nothing closes
/// would cost a walk over all the text for each of them.
final class DistantQuotes {
  private struct Place: Hashable {
    let at: Int
    let quote: UInt8
    let escape: UInt8?
    let doubles: Bool
  }

  private let text: [UInt8]
  private var known: [Place: Int?] = [:]

  init(_ text: [UInt8]) { self.text = text }

  /// The quote that closes a cell whose text goes on at `at`; `nil` where none does.
  func close(from at: Int, _ marks: Marks) -> Int? {
    guard let quote = marks.quote else { return nil }
    let place = Place(
      at: at, quote: quote, escape: marks.escape, doubles: marks.doublesQuotes)
    if let known = known[place] { return known }
    let close = find(from: at, quote, marks)
    known.updateValue(close, forKey: place)
    return close
  }

  private func find(from start: Int, _ quote: UInt8, _ marks: Marks) -> Int? {
    let text = text
    let bytes = text.span
    var at = start
    while at < bytes.count {
      if marks.escape == nil {
        while at &+ 8 <= bytes.count,
          !bytes.littleEndian(at: at, as: UInt64.self).has(quote)
        { at &+= 8 }
        guard at < bytes.count else { return nil }
      }
      let byte = bytes[at]
      if byte == marks.escape, at + 1 < bytes.count, marks.canBeEscaped(bytes[at + 1]) {
        at += 2
      } else if byte != quote {
        at += 1
      } else if marks.doublesQuotes, at + 1 < bytes.count, bytes[at + 1] == quote {
        at += 2
      } else {
        return at
      }
    }
    return nil
  }
}

extension UInt64 {
  /// Whether one of the eight bytes is this one.
  fileprivate func has(_ byte: UInt8) -> Bool {
    let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0
  }
}
