import ConverterCore
import MIME

/// A line that begins with `From `: it divides two messages, or somebody wrote it.
///
/// With a sender and a date just as programs write them it divides behind a blank line, whatever follows, and
/// elsewhere before a header field; with a date of another form at its end no prose may follow. Where the date stands
/// among other words, or there is a sender and nothing else, it divides only between a blank line and a header field
/// of mail; `From -`, which nobody writes but programs, does without the blank line.
struct MboxLine: ~Escapable {
  /// Where the line behind it begins; `nil` where its end is not to be seen.
  let end: Int?
  private let bytes: Span<UInt8>
  private let start: Int
  private let isWhole: Bool

  /// - Parameters:
  ///   - bytes: with what stands around the line.
  ///   - isWhole: whether nothing follows the bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, at start: Int, isWhole: Bool) {
    self.bytes = bytes
    self.start = start
    self.isWhole = isWhole
    end = bytes.firstOffset(of: 0x0A, from: start).map { $0 + 1 } ?? (isWhole ? bytes.count : nil)
  }

  /// Whether it begins as such a line does.
  var isFrom: Bool { bytes.has("From ", at: start) }

  /// Whether a message begins behind it.
  var divides: Bool {
    guard let end else { return false }
    let words = words
    let isBehindBlank = isBehindBlank
    let next = next(end)
    switch DividingDate(words, in: bytes) {
    case .exact: return isBehindBlank || next == .field || next == .mailField
    case .atEnd: return isBehindBlank ? next != .prose : next == .field || next == .mailField
    case .among: return isBehindBlank && next == .mailField
    case nil:
      guard words.count <= 1, next == .mailField else { return false }
      // Mozilla's has no more than a hyphen where it knows no date.
      return isBehindBlank || words.first.map { bytes[$0].equals("-") } ?? false
    }
  }

  /// What stands behind it.
  private enum Next {
    case nothing, field, mailField, prose
  }

  private func next(_ start: Int) -> Next {
    guard start < bytes.count, bytes[start] != 0x0A, bytes[start] != 0x0D else { return .nothing }
    let seen = bytes[start..<min(bytes.count, start + 80)]
    if seen.has(">From ") { return .field }
    let rest = seen.prefix { $0 != 0x0A }
    guard var end = rest.firstOffset(of: UInt8(ascii: ":")) else { return .prose }
    // Old ones have blanks before the colon.
    while end > 0, rest[end - 1] == 0x20 || rest[end - 1] == 0x09 { end -= 1 }
    guard end > 0, rest[..<end].allSatisfy({ (0x21...0x7E).contains($0) }) else { return .prose }
    return Self.isOfMail(rest[..<end]) ? .mailField : .field
  }

  private static let names: [StaticString] = [
    "received", "return-path", "from", "to", "date", "subject", "message-id", "mime-version",
    "content-type", "delivered-to", "status", "envelope-to", "reply-to", "sender", "cc",
  ]

  private static func isOfMail(_ name: Span<UInt8>) -> Bool {
    if name.count > 2, name[0] | 0x20 == UInt8(ascii: "x"), name[1] == UInt8(ascii: "-") {
      return true
    }
    return names.contains { $0.utf8CodeUnitCount == name.count && name.hasName($0) }
  }

  private var isBehindBlank: Bool {
    guard start > 1 else { return true }
    guard bytes[start - 1] == 0x0A else { return false }
    return bytes[start - 2] == 0x0A
      || start > 2 && bytes[start - 2] == 0x0D && bytes[start - 3] == 0x0A
  }

  /// What stands behind `From `, divided by blanks.
  private var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var place = min(start + 5, bytes.count)
    let end = end ?? bytes.count
    while place < end {
      let first = place
      while place < end, !Self.isBlank(bytes[place]) { place += 1 }
      if place > first { words.append(first..<place) }
      place += 1
    }
    return words
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

extension Span<UInt8> {
  /// Whether it is a name of as many bytes, in whatever capitals.
  fileprivate func hasName(_ name: StaticString) -> Bool {
    isEqual(to: name.span) { $0 | 0x20 == $1 | 0x20 }
  }
}
