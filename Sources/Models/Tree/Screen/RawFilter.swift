internal import ConverterCore

/// Tells of most parts of a text that a word is not in them, without a look at their tokens.
///
/// A word is in a string as it is written, or with escapes. Where there is no `\u`, escapes stand for quotes,
/// slashes and control characters alone; so a word without these is there as it is written or not at all.
struct RawFilter {
  private let first: UInt8
  private let second: UInt8
  private let search: TextSearch
  private let buffer = ByteBuffer(capacity: 1 << 17)

  /// Larger parts are not worth the memory.
  private static let largest = 1 << 20

  /// - Returns: `nil` for a word that it cannot tell of.
  init?(_ search: TextSearch) {
    let word = Array(search.word.utf8)
    guard word.count >= 2,
      word.allSatisfy({
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
          && $0 != UInt8(ascii: "/")
      })
    else { return nil }
    (first, second) = (word[0], word[1])
    self.search = search
  }

  /// Whether the word may be in a part, which begins and ends between two tokens.
  func mayContain(
    _ file: InputFile, _ part: Range<Int>
  ) throws(ConversionError) -> Bool {
    guard part.count > 0 else { return false }
    guard part.count <= Self.largest else { return true }
    buffer.removeAll()
    let room = UnsafeMutableRawBufferPointer(start: buffer.reserve(part.count), count: part.count)
    buffer.count = try file.read(at: part.lowerBound, into: room)
    return Self.hasPair(UInt8(ascii: "\\"), UInt8(ascii: "u"), in: buffer.bytes) { _ in true }
      || Self.hasPair(first, second, in: buffer.bytes) { [search, bytes = buffer.bytes] index in
        search.firstMatch(in: bytes, from: index, upTo: index + 8) != nil
      }
  }

  /// Whether two bytes stand side by side, in any case, where `check` agrees: it is told the place before
  /// the next eight bytes.
  private static func hasPair(
    _ first: UInt8, _ second: UInt8, in text: UnsafeRawBufferPointer, _ check: (Int) -> Bool
  ) -> Bool {
    guard let start = text.baseAddress else { return false }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (a, b) = (ones &* UInt64(first | 0x20), ones &* UInt64(second | 0x20))
    var index = 0
    while index &+ 9 <= text.count {
      let left = start.loadUnaligned(fromByteOffset: index, as: UInt64.self) | ones &* 0x20
      let right = start.loadUnaligned(fromByteOffset: index &+ 1, as: UInt64.self) | ones &* 0x20
      let differences = (left ^ a) | (right ^ b)
      if (differences &- ones) & ~differences & (ones &* 0x80) != 0, check(index) { return true }
      index &+= 8
    }
    while index &+ 1 < text.count {
      if text[index] | 0x20 == first | 0x20, text[index &+ 1] | 0x20 == second | 0x20,
        check(index)
      {
        return true
      }
      index &+= 1
    }
    return false
  }
}

extension TextSearch {
  /// The first match that begins in a part of the text.
  fileprivate func firstMatch(
    in text: UnsafeRawBufferPointer, from start: Int, upTo end: Int
  ) -> Range<Int>? {
    // No spelling of a character is longer than four bytes.
    let longest = min(text.count, end + 4 * word.utf8.count)
    guard
      let match = firstMatch(
        in: UnsafeRawBufferPointer(rebasing: text[start..<longest]))
    else { return nil }
    return match.lowerBound + start < end ? match : nil
  }
}
