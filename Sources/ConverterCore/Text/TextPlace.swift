/// A place in a text file as messages name it: line, column, byte, and the line with a caret below.
public struct TextPlace: Sendable, Equatable {
  /// From 1.
  public let line: Int
  /// In characters, from 1.
  public let column: Int
  /// In bytes, from 0.
  public let offset: Int
  /// Whether that is in the text as UTF-8, and the file is in an encoding where places are not known.
  private let isTranscoded: Bool
  /// The line, cut to what fits beside the place, and a caret under it.
  public let excerpt: String

  /// Finds a place in text that is in memory.
  ///
  /// - Parameters:
  ///   - offset: of the byte; past the end for the end.
  ///   - text: in UTF-8, from the beginning of the file on.
  public init(_ offset: Int, in text: Span<UInt8>) {
    let offset = min(max(0, offset), text.count)
    var line = 1
    var start = 0
    for index in 0..<offset where text[index] == 0x0A {
      line += 1
      start = index + 1
    }
    let end = text.firstOffset(of: 0x0A, from: offset) ?? text.count
    self.init(
      offset, origin: nil, line: line, before: text[start..<offset], after: text[offset..<end])
  }

  /// Finds a place in a file, of which it reads all before.
  public init(_ offset: Int, in input: InputFile) throws(ConversionError) {
    let offset = min(max(0, offset), input.byteCount)
    let piece = 1 << 16
    var (line, start, at) = (1, 0, 0)
    while at < offset {
      let bytes = try input.read(at: at, count: min(piece, offset - at))
      guard !bytes.isEmpty else { break }
      for (index, byte) in bytes.enumerated() where byte == 0x0A {
        line += 1
        start = at + index + 1
      }
      at += bytes.count
    }
    // Of a very long line the part beside the place is enough, but its column is in characters of all of it.
    let before = try input.read(at: max(start, offset - piece), count: min(offset - start, piece))
    var after = try input.read(at: offset, count: 256)
    if let end = after.firstIndex(of: 0x0A) { after.removeSubrange(end...) }
    let skipped = max(0, offset - piece - start)
    self.init(
      offset, origin: input.origin, line: line, skipped: skipped, before: before.span,
      after: after.span)
  }

  /// - Parameter skipped: bytes of the line that `before` leaves out.
  private init(
    _ offset: Int, origin: ((Int) -> Int?)?, line: Int, skipped: Int = 0,
    before: Span<UInt8>, after: Span<UInt8>
  ) {
    self.line = line
    let original = origin.map { $0(offset) } ?? offset
    self.offset = original ?? offset
    isTranscoded = original == nil
    column = skipped + 1 + before.count { $0 & 0xC0 != 0x80 }
    let widest = 60
    let head = String(decoding: before.extracting(last: 4 * widest))
    let left =
      (before.count + skipped > 4 * widest || head.count > widest ? "…" : "")
      + String(head.suffix(widest)).printable
    let tail = String(decoding: after.prefix(4 * widest))
    let right = String(tail.prefix(widest)).trimmingLineEnd.printable
    excerpt = "  \(left)\(right)\n  \(String(repeating: " ", count: TextWidth.columns(of: left)))^"
  }

  /// `line 3, column 14 (byte 57)`.
  public var name: String {
    let text = isTranscoded ? " of the text as UTF-8" : ""
    return "line \(line), column \(column) (byte \(offset)\(text))"
  }
}

extension String {
  fileprivate var trimmingLineEnd: String {
    last == "\r" ? String(dropLast()) : self
  }
}

extension ConversionError {
  /// Text breaks the rules of its format at a place.
  ///
  /// - Parameters:
  ///   - what: what was found and what was expected: `expected a value but found "]"`.
  ///   - place: where.
  ///   - code: the code of the error.
  public static func damaged(
    _ what: String, at place: TextPlace, _ code: Code = .damagedInput
  ) -> ConversionError {
    ConversionError(code, "\(place.name): \(what)\n\(place.excerpt)")
  }
}
