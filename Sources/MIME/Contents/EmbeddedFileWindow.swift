import CVectors

/// Some bytes of a text that is searched for files.
struct EmbeddedFileWindow {
  struct Line {
    /// Without its line end.
    let bytes: UnsafeRawBufferPointer
    /// Where the next one begins.
    let behind: Int
  }

  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The line at a place; `nil` at the end of the text, and for a line too long for any encoding.
  func line(at place: Int) -> Line? {
    guard place < text.count else { return nil }
    let limit = place + min(text.count - place, LineCutter.longest)
    let end = LineCutter.lineEnd(text, place, limit)
    guard end < limit || limit == text.count else { return nil }
    let hasCR = end > place && text[end - 1] == UInt8(ascii: "\r")
    return Line(
      bytes: UnsafeRawBufferPointer(rebasing: text[place..<(hasCR ? end - 1 : end)]),
      behind: min(end + 1, text.count))
  }

  /// Whether a line there may begin or end a file.
  func isMark(_ place: Int) -> Bool {
    text[place] == UInt8(ascii: "b") || text[place] == UInt8(ascii: "=")
  }

  /// The next such line behind a place.
  func mark(behind place: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let next = fairy_find_line(
      base.assumingMemoryBound(to: UInt8.self), place, text.count, UInt8(ascii: "b"),
      UInt8(ascii: "="), FAIRY_INSTRUCTIONS_BEST)
    return next < text.count ? next : nil
  }

  /// Whether a line is the first one of uuencoded data; for a file of no bytes it says so, and the end follows.
  func isUUData(at place: Int) -> Bool {
    guard let line = line(at: place), let data = UULine(line.bytes) else { return false }
    if data.isCertain { return true }
    guard data.byteCount == 0, let next = self.line(at: line.behind) else { return false }
    return UUBegin.isEnd(next.bytes)
  }
}
