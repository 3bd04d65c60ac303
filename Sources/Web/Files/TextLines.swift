import ConverterCore

/// The lines of a text of any length, of which parts are shown.
///
/// Only the place of every ``stride``th line is kept; those between are read again. A line that is longer than
/// ``longest`` is several, of which the first has its number.
actor TextLines {
  /// A line, or a part of a long one.
  struct Line: Sendable, Equatable {
    /// In the file, from 1; `nil` for what goes on with the line before.
    let number: Int?
    let text: String
  }

  /// Lines that follow each other, and what is known of the text.
  struct Part: Sendable {
    let lines: [Line]
    /// How many were found so far.
    let known: Int
    let isComplete: Bool
  }

  /// What came of a search.
  enum Found: Sendable, Equatable {
    case line(Int)
    case nothing
    /// It was not there up to this line; asked again from there, it goes on.
    case searched(Int)
  }

  /// Where a line begins.
  private struct Mark {
    let offset: Int
    /// The number of the line in the file.
    let number: Int
    let goesOn: Bool
  }

  private let file: SentFile
  private var marks = [Mark(offset: 0, number: 1, goesOn: false)]
  /// Where the first line begins that is not known, its place among all, and its number.
  private var reached = Mark(offset: 0, number: 1, goesOn: false)
  private(set) var count = 0
  private var isComplete: Bool { reached.offset >= file.byteCount }

  private static let stride = 256
  static let longest = 4096
  private static let pieceSize = 1 << 20
  /// Of those that are read for a few lines.
  private static let shortPiece = 1 << 16
  /// How long one goes on to look for what is not known yet.
  private static let patience = Duration.milliseconds(1500)

  init(_ file: SentFile) { self.file = file }

  // MARK: Where lines are

  /// Goes over the text until a line is known.
  private func reach(_ line: Int) throws {
    let start = ContinuousClock.now
    while count <= line, !isComplete, .now - start < Self.patience { try goOver() }
  }

  /// Goes over a further piece of the text.
  private func goOver() throws {
    let piece = try file.bytes(Self.pieceSize, at: reached.offset)
    guard !piece.isEmpty else {
      // It has become shorter.
      reached = Mark(offset: file.byteCount, number: reached.number, goesOn: false)
      return
    }
    let isLast = reached.offset + piece.count >= file.byteCount
    var place = 0
    while place < piece.count {
      guard let end = Self.end(of: piece, from: place, isLast: isLast) else { break }
      if count > 0, count % Self.stride == 0 { marks.append(reached) }
      count += 1
      let isWhole = piece[end - 1] == UInt8(ascii: "\n")
      reached = Mark(
        offset: reached.offset + end - place, number: reached.number + (isWhole ? 1 : 0),
        goesOn: !isWhole)
      place = end
    }
  }

  /// Where a line ends, its line feed included; `nil` where that is not in the piece.
  private static func end(of piece: [UInt8], from start: Int, isLast: Bool) -> Int? {
    let most = min(piece.count, start + longest)
    if let feed = piece[start..<most].firstIndex(of: UInt8(ascii: "\n")) { return feed + 1 }
    guard most == start + longest || isLast else { return nil }
    // A character is not cut in two.
    var end = most
    while end > start + 1, end < piece.count, piece[end] & 0xc0 == 0x80, most - end < 4 { end -= 1 }
    return end
  }

  // MARK: Reading

  /// Lines from one on.
  ///
  /// - Parameter first: from 0. Where there are fewer, or it takes too long to go there, there are none.
  /// - Throws: what reading the file throws.
  func part(from first: Int, count wanted: Int) throws -> Part {
    try reach(first + wanted)
    guard first < count else { return Part(lines: [], known: count, isComplete: isComplete) }
    let end = min(count, first + wanted)
    return Part(lines: try lines(first..<end), known: count, isComplete: isComplete)
  }

  private func lines(_ range: Range<Int>) throws -> [Line] {
    var lines: [Line] = []
    try walk(from: range.lowerBound) { index, mark, bytes in
      guard index < range.upperBound else { return false }
      guard index >= range.lowerBound else { return true }
      var text = bytes
      if text.last == UInt8(ascii: "\n") {
        text.removeLast()
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
      }
      lines.append(
        Line(number: mark.goesOn ? nil : mark.number, text: String(decoding: text, as: UTF8.self)))
      return index + 1 < range.upperBound
    }
    return lines
  }

  /// Goes over lines from the last one before a place whose own place is kept.
  ///
  /// - Parameter body: gets the place of a line, where it begins, and its bytes; says whether to go on.
  private func walk(
    from place: Int, _ body: (Int, Mark, ArraySlice<UInt8>) throws -> Bool
  ) throws {
    let block = min(place / Self.stride, marks.count - 1)
    var (mark, index) = (marks[block], block * Self.stride)
    while index < count {
      let piece = try file.bytes(Self.shortPiece, at: mark.offset)
      guard !piece.isEmpty else { return }
      let isLast = mark.offset + piece.count >= file.byteCount
      var start = 0
      while index < count, start < piece.count,
        let end = Self.end(of: piece, from: start, isLast: isLast)
      {
        guard try body(index, mark, piece[start..<end]) else { return }
        let isWhole = piece[end - 1] == UInt8(ascii: "\n")
        mark = Mark(
          offset: mark.offset + end - start, number: mark.number + (isWhole ? 1 : 0),
          goesOn: !isWhole)
        index += 1
        start = end
      }
    }
  }

  /// The place of the line with a number in the file, or of the last one that is known before it.
  func place(ofNumber number: Int) throws -> Int {
    let start = ContinuousClock.now
    while reached.number <= number, !isComplete, .now - start < Self.patience { try goOver() }
    let block = (marks.lastIndex { $0.number < number } ?? 0) * Self.stride
    var place = block
    while place < count {
      let lines = try lines(place..<min(count, place + Self.stride))
      if let found = lines.firstIndex(where: { ($0.number ?? 0) >= number }) {
        return place + found
      }
      place += Self.stride
    }
    return max(0, count - 1)
  }

  // MARK: Searching

  /// The first line with some words from a line on, or the last one before it.
  ///
  /// - Throws: what reading the file throws.
  func find(_ search: TextSearch, from first: Int, backward: Bool) throws -> Found {
    let start = ContinuousClock.now
    guard backward else { return try find(search, behind: first, until: start + Self.patience) }
    var place = min(first, count)
    while .now - start < Self.patience {
      let block = max(0, place - Self.stride * 16)..<place
      guard !block.isEmpty else { return .nothing }
      if let found = try lines(block).lastIndex(where: { Self.has($0, search) }) {
        return .line(block.lowerBound + found)
      }
      place = block.lowerBound
    }
    return .searched(place)
  }

  /// The first line with some words from a line on; what is not known of the lines meanwhile is found out.
  private func find(
    _ search: TextSearch, behind first: Int, until deadline: ContinuousClock.Instant
  ) throws -> Found {
    try reach(first)
    guard first < count else { return isComplete ? .nothing : .searched(first) }
    var offset = 0
    try walk(from: first) { index, mark, _ in
      offset = mark.offset
      return index < first
    }
    // A match does not go beyond a line, but it may lie across two pieces.
    let overlap = search.word.utf8.count * 4
    while offset < file.byteCount {
      let piece = try file.bytes(Self.pieceSize, at: offset)
      if let match = search.firstMatch(in: piece.span) {
        return .line(try place(ofOffset: offset + match.lowerBound))
      }
      let isLast = piece.isEmpty || offset + piece.count >= file.byteCount
      if isLast { return .nothing }
      offset += max(1, piece.count - overlap)
      if .now >= deadline { return .searched(try place(ofOffset: offset)) }
    }
    return .nothing
  }

  /// The line that a byte is in.
  private func place(ofOffset offset: Int) throws -> Int {
    while reached.offset <= offset, !isComplete { try goOver() }
    let block = (marks.lastIndex { $0.offset <= offset } ?? 0) * Self.stride
    var place = block
    try walk(from: block) { index, mark, bytes in
      place = index
      return mark.offset + bytes.count <= offset
    }
    return place
  }

  private static func has(_ line: Line, _ search: TextSearch) -> Bool {
    search.firstMatch(in: Array(line.text.utf8).span) != nil
  }
}
