import CVectors

/// Cuts pieces of a text, which may end anywhere, into lines.
///
/// Lines are given without LF or CR LF. One of more than ``longest`` bytes comes in parts of as many, so that little is
/// ever held; where it is cut does not depend on the pieces.
struct LineCutter {
  /// No line of mail is longer than 1000 bytes (RFC 5322, 2.1.1).
  static let longest = 1024

  struct Line {
    let bytes: UnsafeRawBufferPointer
    /// Whether it begins and ends here; both for all but too long ones.
    let begins, ends: Bool

    var isWhole: Bool { begins && ends }
  }

  private var held: [UInt8] = []
  private var isInside = false

  mutating func cut(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (Line) -> Void
  ) {
    var at = 0
    while at < bytes.count {
      // A line end behind the longest line still belongs to it.
      let limit = at + min(bytes.count - at, Self.longest + 1 - held.count)
      let end = Self.lineEnd(bytes, at, limit)
      let isFull = end == limit && held.count + limit - at > Self.longest
      let stop = isFull ? limit - 1 : end
      let part = UnsafeRawBufferPointer(rebasing: bytes[at..<stop])
      if end == limit, !isFull {
        held.append(contentsOf: part)
      } else if held.isEmpty {
        give(part, ends: !isFull, body)
      } else {
        held.append(contentsOf: part)
        giveHeld(ends: !isFull, body)
      }
      at = end < limit ? end + 1 : stop
    }
    if isLast, isInside || !held.isEmpty { giveHeld(ends: true, body) }
  }

  /// The next LF, or `limit`.
  static func lineEnd(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ limit: Int) -> Int {
    guard let base = bytes.baseAddress else { return limit }
    return fairy_find_either(
      base.assumingMemoryBound(to: UInt8.self), at, limit, UInt8(ascii: "\n"), UInt8(ascii: "\n"),
      FAIRY_INSTRUCTIONS_BEST)
  }

  private mutating func giveHeld(ends: Bool, _ body: (Line) -> Void) {
    var line: [UInt8] = []
    swap(&line, &held)
    line.withUnsafeBytes { give($0, ends: ends, body) }
    line.removeAll(keepingCapacity: true)
    swap(&line, &held)
  }

  private mutating func give(
    _ bytes: UnsafeRawBufferPointer, ends: Bool, _ body: (Line) -> Void
  ) {
    let hasCR = ends && bytes.last == UInt8(ascii: "\r")
    let line = hasCR ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
    body(Line(bytes: line, begins: !isInside, ends: ends))
    isInside = !ends
  }
}
