import ConverterCore

/// Quoted-printable (RFC 2045, 6.7).
///
/// Blanks at the ends of lines go, as the RFC has it, unless they are more than any line may have; line ends stay as
/// they are. `=` before anything but two digits or a line end stays, and of `==` one, as with Python.
struct QuotedPrintableDecoder: ContentForm {
  /// More blanks than this are no accident at the end of a line (RFC 5322, 2.1.1), and are not held back.
  private static let mostBlanks = 1000

  private(set) var oddBytes = 0
  private(set) var isTruncated = false
  /// What the next piece decides about: blanks and a CR, or an escape, at most ``mostBlanks`` and two bytes.
  private var held: [UInt8] = []
  /// Whether the last piece ended with too many blanks, so that those that follow stay, too.
  private var isAmongBlanks = false

  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer) {
    if held.isEmpty {
      let done = decode(all: bytes, isLast, output)
      held.append(bytes[done...])
    } else {
      var whole = held
      whole.append(bytes)
      let done = decode(all: whole.span, isLast, output)
      held.removeAll(keepingCapacity: true)
      held.append(contentsOf: whole[done...])
    }
  }

  /// - Returns: how many bytes are done; all of the last piece.
  private mutating func decode(
    all text: Span<UInt8>, _ isLast: Bool, _ output: ByteBuffer
  ) -> Int {
    // Nothing becomes longer than it is written.
    output.append(atMost: text.count) { decode(text, isLast, &$0) }
  }

  private mutating func decode(
    _ text: Span<UInt8>, _ isLast: Bool, _ output: inout OutputSpan<UInt8>
  ) -> Int {
    var at = 0
    while at < text.count {
      // Escapes mostly stand side by side.
      let stop =
        text[at] == UInt8(ascii: "=")
        ? at : text.offset(of: UInt8(ascii: "="), or: UInt8(ascii: "\n"), from: at)
      guard stop < text.count else { return finish(text, from: at, isLast, &output) }
      if text[stop] == UInt8(ascii: "\n") {
        let isCRLF = stop > at && text[stop - 1] == UInt8(ascii: "\r")
        let end = isCRLF ? stop - 1 : stop
        if end > at, text[end - 1].isBlank {
          appendWithoutBlanks(text, at, end, &output)
          output.append(text[end..<stop + 1])
        } else {
          output.append(text[at..<stop + 1])
        }
        at = stop + 1
      } else {
        if at < stop { output.append(text[at..<stop]) }
        guard let next = escape(text, at: stop, isLast, &output) else { return stop }
        at = next
      }
      isAmongBlanks = false
    }
    return at
  }

  /// Where the blanks begin that `text[at ..< end]` ends with.
  private func blanks(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int {
    var start = end
    while start > at, text[start - 1].isBlank { start -= 1 }
    return start
  }

  /// Whether blanks are too many to be taken away.
  private func stay(_ count: Int, fromStart: Bool) -> Bool {
    count > Self.mostBlanks || (fromStart && isAmongBlanks)
  }

  private func appendWithoutBlanks(
    _ text: Span<UInt8>, _ at: Int, _ end: Int, _ output: inout OutputSpan<UInt8>
  ) {
    let start = blanks(text, at, end)
    let keeps = stay(end - start, fromStart: start == 0)
    output.append(text[at..<(keeps ? end : start)])
  }

  /// The end of a piece, where neither `=` nor LF follows.
  private mutating func finish(
    _ text: Span<UInt8>, from at: Int, _ isLast: Bool, _ output: inout OutputSpan<UInt8>
  ) -> Int {
    let hasCR = text[text.count - 1] == UInt8(ascii: "\r")
    let end = hasCR ? text.count - 1 : text.count
    let start = blanks(text, at, end)
    if isLast {
      appendWithoutBlanks(text, at, end, &output)
      output.append(text[end...])
      return text.count
    }
    if start == end || stay(end - start, fromStart: start == 0) {
      output.append(text[at...])
      isAmongBlanks = start < end && !hasCR
      return text.count
    }
    output.append(text[at..<start])
    isAmongBlanks = false
    return start
  }

  /// Decodes what begins with the `=` at a place.
  ///
  /// - Returns: where it goes on; `nil` where the next piece decides.
  private mutating func escape(
    _ text: Span<UInt8>, at place: Int, _ isLast: Bool, _ output: inout OutputSpan<UInt8>
  ) -> Int? {
    let next = place + 1
    // The line end behind the last line belongs to the boundary.
    guard next < text.count else { return isLast ? next : nil }
    if let upper = text[next].hexDigit {
      if next + 1 < text.count {
        if let lower = text[next + 1].hexDigit {
          output.append(upper << 4 | lower)
          return next + 2
        }
      } else if isLast {
        isTruncated = true
      } else {
        return nil
      }
    } else if text[next] == UInt8(ascii: "=") {
      oddBytes += 1
      output.append(UInt8(ascii: "="))
      return next + 1
    } else {
      var end = next
      while end < text.count, text[end].isBlank { end += 1 }
      if end - next <= Self.mostBlanks {
        guard end < text.count else { return isLast ? end : nil }
        if text[end] == UInt8(ascii: "\n") { return end + 1 }
        if text[end] == UInt8(ascii: "\r") {
          guard end + 1 < text.count else { return isLast ? end + 1 : nil }
          return text[end + 1] == UInt8(ascii: "\n") ? end + 2 : end + 1
        }
      }
    }
    oddBytes += 1
    output.append(UInt8(ascii: "="))
    return next
  }
}
