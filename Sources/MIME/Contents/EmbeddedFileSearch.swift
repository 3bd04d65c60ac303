import CVectors

/// Goes over a text from one embedded file to the next, and over each line at most twice.
struct EmbeddedFileSearch {
  private struct Line {
    /// Without its line end.
    let bytes: UnsafeRawBufferPointer
    /// Where the next one begins.
    let behind: Int
  }

  private let text: UnsafeRawBufferPointer
  /// Where a line begins that is to be looked at next.
  private var at: Int?

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    at = text.isEmpty ? nil : 0
  }

  mutating func next() -> EmbeddedFile? {
    while let place = at {
      if let file = file(at: place) {
        // A line begins there, or the text ends.
        at = file.range.upperBound < text.count ? file.range.upperBound : nil
        return file
      }
      at = mark(behind: place)
    }
    return nil
  }

  private func file(at place: Int) -> EmbeddedFile? {
    guard text[place] == UInt8(ascii: "b") || text[place] == UInt8(ascii: "=") else { return nil }
    guard let line = line(at: place) else { return nil }
    if let begin = UUBegin(line.bytes), begin.isUsual {
      return uuencoded(begin, place, line.behind)
    }
    guard let begin = YEncKeywords(line.bytes), begin.isWholeBegin else { return nil }
    return yEncoded(begin, place, line.behind)
  }

  private func uuencoded(_ begin: UUBegin, _ start: Int, _ first: Int) -> EmbeddedFile? {
    guard let line = line(at: first), isData(line) else { return nil }
    var (end, place) = (first, first)
    while let line = self.line(at: place) {
      place = line.behind
      if UUBegin.isEnd(line.bytes) {
        return file(begin.name, .uuencode, start..<place, isComplete: true)
      }
      // Empty lines belong to it when data follows.
      if UULine(line.bytes) != nil { end = place } else if !line.bytes.isEmpty { break }
    }
    return file(begin.name, .uuencode, start..<end, isComplete: false)
  }

  /// Whether a line is the first one of data; for a file of no bytes it says so, and the end follows.
  private func isData(_ line: Line) -> Bool {
    guard let data = UULine(line.bytes) else { return false }
    if data.isCertain { return true }
    guard data.byteCount == 0, let next = self.line(at: line.behind) else { return false }
    return UUBegin.isEnd(next.bytes)
  }

  private func yEncoded(_ begin: YEncKeywords, _ start: Int, _ first: Int) -> EmbeddedFile {
    let name = begin.name ?? UnsafeRawBufferPointer(start: nil, count: 0)
    // From the line end before it.
    var place = first - 1
    while let here = mark(behind: place) {
      if let line = line(at: here), let kind = YEncKeywords(line.bytes)?.kind {
        if kind == .end { return file(name, .yEnc, start..<line.behind, isComplete: true) }
        if kind == .begin { return file(name, .yEnc, start..<here, isComplete: false) }
      }
      place = here
    }
    return file(name, .yEnc, start..<text.count, isComplete: false)
  }

  private func file(
    _ name: UnsafeRawBufferPointer, _ encoding: TransferEncoding, _ range: Range<Int>,
    isComplete: Bool
  ) -> EmbeddedFile {
    EmbeddedFile(name: Array(name), encoding: encoding, range: range, isComplete: isComplete)
  }

  /// The line at a place; `nil` at the end of the text, and for a line too long for any encoding.
  private func line(at place: Int) -> Line? {
    guard place < text.count else { return nil }
    let limit = place + min(text.count - place, LineCutter.longest)
    let end = LineCutter.lineEnd(text, place, limit)
    guard end < limit || limit == text.count else { return nil }
    let hasCR = end > place && text[end - 1] == UInt8(ascii: "\r")
    return Line(
      bytes: UnsafeRawBufferPointer(rebasing: text[place..<(hasCR ? end - 1 : end)]),
      behind: min(end + 1, text.count))
  }

  /// The next line behind a place that may begin or end a file.
  private func mark(behind place: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let next = fairy_find_line(
      base.assumingMemoryBound(to: UInt8.self), place, text.count, UInt8(ascii: "b"),
      UInt8(ascii: "="), FAIRY_INSTRUCTIONS_BEST)
    return next < text.count ? next : nil
  }
}
