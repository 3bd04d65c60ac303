import ConverterCore
import TableModel

/// Reads records byte by byte: what the rules say, and the way around everything that
/// ``DelimitedScanner``'s shortcuts cannot take.
struct CarefulScanner {
  enum Ending: Equatable {
    /// The next record begins there.
    case complete(next: Int)
    /// The text ends before the record does.
    case incomplete
    /// The text ends in a cell whose quote opens there.
    case open(quote: Int)
  }

  let marks: Marks

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - isLast: whether nothing follows the text, whose end then ends the record.
  ///   - literal: a quote that is text.
  ///   - sink: takes the cells, of a record that does not come to its end, too.
  func record<Sink: CellSink>(
    in text: CheckedBytes, from start: Int, to end: Int, isLast: Bool,
    literal: Int? = nil,
    into sink: inout Sink
  ) -> Ending {
    var at = start
    while true {
      var cell = CellRange(start: at)
      if let quote = openingQuote(in: text, at: at, to: end, literal: literal) {
        at = quote + 1
        cell = CellRange(start: at)
        guard skipQuoted(text, &at, to: end, &cell, &sink) else { return .open(quote: quote) }
        if at < end, !endsCell(text[at]) { sink.addOverrun(of: cell) }
      }
      skipPlain(text, &at, to: end, &cell, &sink)
      if at == end {
        guard isLast else { return .incomplete }
        sink.add(text, cell, upTo: at)
        return .complete(next: end)
      }
      switch text[at] {
      case 0x0A:
        sink.add(text, cell, upTo: at)
        return .complete(next: at + 1)
      case 0x0D:
        if at + 1 == end, !isLast { return .incomplete }
        sink.add(text, cell, upTo: at)
        let isHalf = at + 1 < end && text[at + 1] == 0x0A
        return .complete(next: at + (isHalf ? 2 : 1))
      default:
        sink.add(text, cell, upTo: at)
        at += 1
      }
    }
  }

  private func openingQuote(
    in text: CheckedBytes, at start: Int, to end: Int, literal: Int?
  ) -> Int? {
    guard let quote = marks.quote else { return nil }
    var at = start
    if marks.skipsSpacesBeforeQuotes {
      while at < end, text[at] == 0x20 || text[at] == 0x09, text[at] != marks.delimiter { at += 1 }
    }
    return at < end && text[at] == quote && at != literal ? at : nil
  }

  /// Goes on behind the closing quote.
  ///
  /// - Returns: whether there is one.
  private func skipQuoted<Sink: CellSink>(
    _ text: CheckedBytes, _ at: inout Int, to end: Int, _ cell: inout CellRange,
    _ sink: inout Sink
  ) -> Bool {
    while at < end {
      let byte = text[at]
      if byte == marks.quote {
        guard marks.doublesQuotes, at + 1 < end, text[at + 1] == byte else {
          at += 1
          return true
        }
        at += 1
      } else {
        skipEscape(byte, text, &at, to: end)
      }
      sink.put(text, at, into: &cell)
      at += 1
    }
    return false
  }

  /// Goes on to the delimiter or line end.
  private func skipPlain<Sink: CellSink>(
    _ text: CheckedBytes, _ at: inout Int, to end: Int, _ cell: inout CellRange,
    _ sink: inout Sink
  ) {
    while at < end {
      let byte = text[at]
      if endsCell(byte) { return }
      skipEscape(byte, text, &at, to: end)
      sink.put(text, at, into: &cell)
      at += 1
    }
  }

  @inline(__always)
  private func endsCell(_ byte: UInt8) -> Bool {
    byte == marks.delimiter || byte == 0x0A || byte == 0x0D
  }

  /// Goes to the byte behind an escape that counts.
  @inline(__always)
  private func skipEscape(
    _ byte: UInt8, _ text: CheckedBytes, _ at: inout Int, to end: Int
  ) {
    if byte == marks.escape, at + 1 < end, marks.canBeEscaped(text[at + 1]) { at += 1 }
  }
}

/// A cell's text, moved together as far as it is known.
struct CellRange {
  let start: Int
  var end: Int

  init(start: Int) { (self.start, end) = (start, start) }
}

/// Takes what ``CarefulScanner`` finds.
protocol CellSink {
  /// Adds the byte at `place` to the cell.
  mutating func put(_ text: CheckedBytes, _ place: Int, into cell: inout CellRange)
  /// - Parameter place: where what follows the cell stands.
  mutating func add(_ text: CheckedBytes, _ cell: CellRange, upTo place: Int)
  /// The cell that is read has text behind its closing quote.
  mutating func addOverrun(of cell: CellRange)
}

/// Lets the text be as it is.
struct NoSink: CellSink {
  func put(_ text: CheckedBytes, _ place: Int, into cell: inout CellRange) {}
  func add(_ text: CheckedBytes, _ cell: CellRange, upTo place: Int) {}
  func addOverrun(of cell: CellRange) {}
}

/// Makes cells, whose text it moves together in place.
struct MovingSink: CellSink {
  var cells: [Cell] = []
  /// Where the cells begin that have text behind their closing quote.
  var overruns: [Int] = []

  mutating func addOverrun(of cell: CellRange) { overruns.append(cell.start) }

  @inline(__always)
  func put(_ text: CheckedBytes, _ place: Int, into cell: inout CellRange) {
    if cell.end != place { text[cell.end] = text[place] }
    cell.end += 1
  }

  mutating func add(_ text: CheckedBytes, _ cell: CellRange, upTo place: Int) {
    cells.append(Cell(start: cell.start, count: cell.end - cell.start))
    // Nothing that could count as a line end stays behind.
    for stale in cell.end..<max(cell.end, place) { text[stale] = 0x20 }
  }
}
