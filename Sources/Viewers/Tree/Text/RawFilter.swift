internal import ConverterCore
import TreeModel

/// Finds in the bytes of a text, without a look at their tokens, where a word may be.
///
/// A word is in a string as it is written; or at least one of its characters is an escape there.
final class RawFilter {
  private let file: InputFile
  private let search: TextSearch
  /// What the characters of the word are in UTF-16, in any case.
  private let units: Set<UInt16>
  /// Two ASCII characters of the word that are rare in texts, and how many there are before them.
  private let pair: (first: UInt8, second: UInt8, before: Int)?
  /// The longest that a match without escapes can be, and more than an escape is.
  private let overlap: Int

  private let buffer = ByteBuffer(capacity: 1 << 18)
  /// Where the bytes in the buffer begin in the file.
  private var base = 0

  private static let pieceSize = 1 << 20

  /// - Returns: `nil` for a word that it cannot judge.
  init?(_ search: TextSearch, in file: InputFile) {
    // It also stands for halves of surrogate pairs.
    guard !search.word.unicodeScalars.contains("\u{FFFD}") else { return nil }
    self.search = search
    self.file = file
    units = search.word.unicodeScalars.reduce(into: []) { units, scalar in
      units.formUnion(String(scalar).utf16)
      units.formUnion(scalar.properties.uppercaseMapping.utf16)
    }
    pair = Self.rarestPair(of: Array(search.word.utf8))
    overlap = 12 * search.word.utf8.count + 12
  }

  /// The offset of what may be a part of a match: the first in a part of the file.
  ///
  /// - Parameters:
  ///   - part: begins and ends between two tokens.
  ///   - goOn: asked now and then, with how far it has come; `false` ends the search.
  func firstCandidate(
    in part: Range<Int>, _ goOn: (Int) throws(ConversionError) -> Bool
  ) throws(ConversionError) -> Int? {
    var start = part.lowerBound
    while start < part.upperBound {
      // Small steps first: what is looked for is often near.
      let isThere = start >= base && start < base + buffer.count - overlap
      if !isThere { try load(start, start == part.lowerBound ? 1 << 16 : Self.pieceSize) }
      let end = min(base + buffer.count, part.upperBound)
      guard start < end else { return nil }
      let buffer = buffer
      let bytes = buffer.span.extracting(start - base..<end - base)
      if let index = firstCandidate(in: bytes) { return start + index }
      if end >= part.upperBound || base + buffer.count >= file.byteCount { return nil }
      start = max(start + 1, end - overlap)
      if try !goOn(start) { return nil }
    }
    return nil
  }

  private func load(_ start: Int, _ count: Int) throws(ConversionError) {
    buffer.removeAll()
    base = start
    _ = try buffer.append(count + overlap, of: file, at: start)
  }

  private func firstCandidate(in text: Span<UInt8>) -> Int? {
    let word = pair.map { firstMatch(of: $0, in: text) } ?? search.firstMatch(in: text)?.lowerBound
    return firstEscape(in: text.extracting(..<(word ?? text.count))) ?? word
  }

  /// The first escape that stands for a character of the word.
  private func firstEscape(in text: Span<UInt8>) -> Int? {
    var start = 0
    while let index = text.firstOffset(of: UInt8(ascii: "\\"), from: start) {
      // Behind a backslash that is an escape itself this takes too much for one, and never too little.
      if isInWord(text.extracting(index...)) { return index }
      start = index + 1
    }
    return nil
  }

  private func isInWord(_ escape: Span<UInt8>) -> Bool {
    guard escape.count > 1 else { return true }
    switch escape.escape(at: 0) {
    case .letter(let letter): return units.contains(UInt16(JSONEscape.meaning(of: letter)))
    case .unit(let unit): return units.contains(UInt16(truncatingIfNeeded: unit))
    case .noDigit: return true
    case .unknown(let byte): return units.contains(UInt16(byte))
    }
  }

  // MARK: The word as it is written

  /// How common characters are, the most common first; all others are rare.
  private static let common = Array(" \"eatoinsrl0hd1cu2m,:pgfb3wy5v4k-6789".utf8)

  private static func rarestPair(
    of word: [UInt8]
  ) -> (first: UInt8, second: UInt8, before: Int)? {
    func rarity(_ byte: UInt8) -> Int { common.firstIndex(of: byte | 0x20) ?? common.count }
    let ascii = word.prefix { $0 < 0x80 }.count
    guard ascii > 1 else { return nil }
    let best = (0..<ascii - 1).max {
      rarity(word[$0]) + rarity(word[$0 + 1]) < rarity(word[$1]) + rarity(word[$1 + 1])
    }
    return best.map { (word[$0], word[$0 + 1], $0) }
  }

  private func firstMatch(
    of pair: (first: UInt8, second: UInt8, before: Int), in text: Span<UInt8>
  ) -> Int? {
    guard text.count > pair.before else { return nil }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (a, b) = (ones &* UInt64(pair.first | 0x20), ones &* UInt64(pair.second | 0x20))
    var index = pair.before
    while index &+ 9 <= text.count {
      let left = text.littleEndian(at: index) | ones &* 0x20
      let right = text.littleEndian(at: index &+ 1) | ones &* 0x20
      let differences = (left ^ a) | (right ^ b)
      if (differences &- ones) & ~differences & (ones &* 0x80) != 0,
        let match = search.firstMatch(
          in: text, from: index &- pair.before, upTo: index &- pair.before &+ 8)
      {
        return match
      }
      index &+= 8
    }
    return search.firstMatch(in: text, from: index &- pair.before, upTo: text.count)
  }
}

extension TextSearch {
  /// Where the first match begins that does so in a part of the text.
  fileprivate func firstMatch(
    in text: Span<UInt8>, from start: Int, upTo end: Int
  ) -> Int? {
    // No spelling of a character is longer than four bytes.
    let longest = min(text.count, end + 4 * word.utf8.count)
    guard start < longest,
      let match = firstMatch(in: text.extracting(start..<longest))
    else { return nil }
    return match.lowerBound + start < end ? match.lowerBound + start : nil
  }
}
