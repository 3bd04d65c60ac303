internal import ConverterCore

/// Cuts pieces of a text, which may end anywhere, into lines.
///
/// Lines are given without LF or CR LF. One of more than ``longest`` bytes comes in parts of as many, so that little is
/// ever held; where it is cut does not depend on the pieces.
struct LineCutter {
  /// No line of mail is longer than 1000 bytes (RFC 5322, 2.1.1).
  static let longest = 1024

  struct Line: ~Escapable {
    let bytes: Span<UInt8>
    /// Whether it begins and ends here; both for all but too long ones.
    let begins, ends: Bool

    var isWhole: Bool { begins && ends }

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, begins: Bool, ends: Bool) {
      (self.begins, self.ends) = (begins, ends)
      self.bytes = bytes
    }
  }

  private var held: [UInt8] = []
  private var isInside = false

  mutating func cut(
    _ bytes: Span<UInt8>, isLast: Bool, _ body: (Line) -> Void
  ) {
    var at = 0
    while at < bytes.count {
      // A line end behind the longest line still belongs to it.
      let limit = at + min(bytes.count - at, Self.longest + 1 - held.count)
      let end = bytes[..<limit].offset(of: UInt8(ascii: "\n"), from: at)
      let isFull = end == limit && held.count + limit - at > Self.longest
      let stop = isFull ? limit - 1 : end
      let part = bytes[at..<stop]
      if end == limit, !isFull {
        held.append(part)
      } else if held.isEmpty {
        give(part, ends: !isFull, body)
      } else {
        held.append(part)
        giveHeld(ends: !isFull, body)
      }
      at = end < limit ? end + 1 : stop
    }
    if isLast, isInside || !held.isEmpty { giveHeld(ends: true, body) }
  }

  private mutating func giveHeld(ends: Bool, _ body: (Line) -> Void) {
    var line: [UInt8] = []
    swap(&line, &held)
    give(line.span, ends: ends, body)
    line.removeAll(keepingCapacity: true)
    swap(&line, &held)
  }

  private mutating func give(
    _ bytes: Span<UInt8>, ends: Bool, _ body: (Line) -> Void
  ) {
    let hasCR = ends && bytes.last == UInt8(ascii: "\r")
    let line = hasCR ? bytes.dropLast() : bytes
    body(Line(bytes: line, begins: !isInside, ends: ends))
    isInside = !ends
  }
}
