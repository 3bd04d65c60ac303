import ConverterCore
import MIME

/// A line that begins with `From `: it divides two messages, or somebody wrote it.
///
/// It divides where it says a sender and a date as programs write them, with a blank line before it or a header
/// field behind it. Without a date it divides only if it is a sender and nothing else, between a blank line and a
/// header field of mail; `From -`, which nobody writes but programs, does without the blank line.
struct MboxLine {
  /// Where the line behind it begins; `nil` where its end is not to be seen.
  let end: Int?
  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  private let isWhole: Bool

  /// - Parameters:
  ///   - bytes: with what stands around the line.
  ///   - isWhole: whether nothing follows the bytes.
  init(_ bytes: UnsafeRawBufferPointer, at start: Int, isWhole: Bool) {
    self.bytes = bytes
    self.start = start
    self.isWhole = isWhole
    let rest = UnsafeRawBufferPointer(rebasing: bytes[min(start, bytes.count)...])
    end = rest.firstIndex(of: 0x0A).map { start + $0 + 1 } ?? (isWhole ? bytes.count : nil)
  }

  /// Whether it begins as such a line does.
  var isFrom: Bool { bytes.has("From ", at: start) }

  /// Whether a message begins behind it.
  var divides: Bool {
    guard let end else { return false }
    let words = words
    let isBehindBlank = isBehindBlank
    if hasDate(words) {
      return isBehindBlank ? next(end) != .prose : next(end) == .field || next(end) == .mailField
    }
    guard words.count <= 1, next(end) == .mailField else { return false }
    // Mozilla's has no more than a hyphen where it knows no date.
    return isBehindBlank || words.first?.elementsEqual([UInt8(ascii: "-")]) == true
  }

  /// What stands behind it.
  private enum Next {
    case nothing, field, mailField, prose
  }

  private func next(_ start: Int) -> Next {
    guard start < bytes.count, bytes[start] != 0x0A, bytes[start] != 0x0D else { return .nothing }
    var rest = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + 80)])
    if rest.has(">From ", at: 0) { return .field }
    if let line = rest.firstIndex(of: 0x0A) { rest = .init(rebasing: rest[..<line]) }
    guard var end = rest.firstIndex(of: UInt8(ascii: ":")) else { return .prose }
    // Old ones have blanks before the colon.
    while end > 0, rest[end - 1] == 0x20 || rest[end - 1] == 0x09 { end -= 1 }
    guard end > 0, rest[..<end].allSatisfy({ (0x21...0x7E).contains($0) }) else { return .prose }
    return Self.isOfMail(rest[..<end]) ? .mailField : .field
  }

  private static let names: [StaticString] = [
    "received", "return-path", "from", "to", "date", "subject", "message-id", "mime-version",
    "content-type", "delivered-to", "status", "envelope-to", "reply-to", "sender", "cc",
  ]

  private static func isOfMail(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    if name.count > 2, name[name.startIndex] | 0x20 == UInt8(ascii: "x"),
      name[name.startIndex + 1] == UInt8(ascii: "-")
    {
      return true
    }
    return names.contains { known in
      known.utf8CodeUnitCount == name.count
        && zip(name, UnsafeBufferPointer(start: known.utf8Start, count: name.count))
          .allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
  }

  private var isBehindBlank: Bool {
    guard start > 1 else { return true }
    guard bytes[start - 1] == 0x0A else { return false }
    return bytes[start - 2] == 0x0A
      || start > 2 && bytes[start - 2] == 0x0D && bytes[start - 3] == 0x0A
  }

  /// What stands behind `From `, divided by blanks.
  private var words: [Slice<UnsafeRawBufferPointer>] {
    bytes[min(start + 5, bytes.count)..<(end ?? bytes.count)].split {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
    }
  }

  /// Whether there are a month, a day and a time of the day.
  private func hasDate(_ words: [Slice<UnsafeRawBufferPointer>]) -> Bool {
    guard words.count >= 3 else { return false }
    var (hasMonth, hasDay, hasTime) = (false, false, false)
    for word in words {
      if Self.isMonth(word) {
        hasMonth = true
      } else if Self.isTime(word) {
        hasTime = true
      } else if word.count <= 2, word.allSatisfy(Self.isDigit) {
        hasDay = true
      } else if Self.isDay(word) {
        (hasMonth, hasDay) = (true, true)
      }
    }
    return hasMonth && hasDay && hasTime
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// `2004-01-31`
  private static func isDay(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    word.count == 10
      && word.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
      }
  }

  /// `9:05`, `09:05:59`.
  private static func isTime(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard word.count >= 4, word.count <= 8, isDigit(word[word.startIndex]),
      word.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ":") })
    else { return false }
    return word.contains(UInt8(ascii: ":"))
  }

  private static func isMonth(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard word.count >= 3, word.count <= 4 else { return false }
    let start = word.startIndex
    let name =
      UInt32(word[start] | 0x20) << 16 | UInt32(word[start + 1] | 0x20) << 8
      | UInt32(word[start + 2] | 0x20)
    return months.contains(name)
  }

  private static let months: [UInt32] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension UnsafeRawBufferPointer {
  /// Whether the characters of a text stand at a place.
  fileprivate func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      letters.indices.allSatisfy { self[offset + $0] == letters[$0] }
    }
  }
}
