internal import ConverterCore

/// Some bytes of a text that is searched for files.
struct EmbeddedFileWindow: ~Escapable {
  struct Line: ~Escapable {
    /// Without its line end.
    let bytes: Span<UInt8>
    /// Where the next one begins.
    let behind: Int

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, behind: Int) {
      self.behind = behind
      self.bytes = bytes
    }
  }

  private let text: Span<UInt8>

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  /// The line at a place; `nil` at the end of the text, and for a line too long for any encoding.
  @_lifetime(copy self)
  func line(at place: Int) -> Line? {
    guard place < text.count else { return nil }
    let limit = place + min(text.count - place, LineCutter.longest)
    let end = text[..<limit].offset(of: UInt8(ascii: "\n"), from: place)
    guard end < limit || limit == text.count else { return nil }
    let hasCR = end > place && text[end - 1] == UInt8(ascii: "\r")
    return Line(
      bytes: text[place..<(hasCR ? end - 1 : end)],
      behind: min(end + 1, text.count))
  }

  /// Whether a line there may begin or end a file.
  func isMark(_ place: Int) -> Bool {
    text[place] == UInt8(ascii: "b") || text[place] == UInt8(ascii: "=")
  }

  /// The next such line behind a place.
  func mark(behind place: Int) -> Int? {
    text.lineOffset(of: UInt8(ascii: "b"), or: UInt8(ascii: "="), behind: place)
  }

  /// Whether a line is the first one of uuencoded data; for a file of no bytes it says so, and the end follows.
  func isUUData(at place: Int) -> Bool {
    guard let line = line(at: place), let data = UULine(line.bytes) else { return false }
    if data.isCertain { return true }
    guard data.byteCount == 0, let next = self.line(at: line.behind) else { return false }
    return UUBegin.isEnd(next.bytes)
  }
}
