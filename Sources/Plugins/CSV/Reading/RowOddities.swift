import ConverterCore
import Synchronization
import TableModel

/// What is odd about the rows of a table: counted while they are read, said when all were.
///
/// Rows are split on several threads, so the last word is said by whoever comes last.
final class RowOddities: Sendable {
  private struct Tally {
    var count = 0
    /// The first lines, in order.
    var lines: [Int] = []
    /// Cells of the row in the first of them.
    var cells = 0

    static let mostLines = 10

    mutating func add(_ count: Int, in lines: [Int], cells: Int = 0) {
      self.count += count
      if let first = lines.first, first < self.lines.first ?? .max { self.cells = cells }
      self.lines = Array((self.lines + lines).sorted().prefix(Self.mostLines))
    }

    /// `in line 3`, `in lines 3, 7, 9 and 12 more`; the first one with what `detail` says of it.
    func places(_ detail: String = "") -> String {
      let numbers = lines.enumerated().map { "\($1)\($0 == 0 ? detail : "")" }
      if count == 1 { return "in line \(numbers.first ?? "")" }
      let more = count - numbers.count
      let last = more > 0 ? "\(more) more" : numbers.last ?? ""
      let listed = more > 0 ? numbers[...] : numbers.dropLast()
      return "in lines \(listed.joined(separator: ", ")) and \(last)"
    }
  }

  private struct State {
    var long = Tally()
    var short = Tally()
    var overruns = Tally()
    var empty = Tally()
    var blank = Tally()
    /// Places that are not UTF-8, and the offset of the first.
    var invalid = (count: 0, first: Int.max)
    var openBatches = 0
    var isAtEnd = false
    var isSaid = false
  }

  private let state = Mutex(State())
  private let context: ConversionContext
  private let columns: Int
  private let hasHeader: Bool

  init(columns: Int, hasHeader: Bool, in context: ConversionContext) {
    self.columns = columns
    self.hasHeader = hasHeader
    self.context = context
  }

  // MARK: Looking

  /// Looks for rows that have more cells than there are columns, or fewer.
  ///
  /// - Throws: `damagedInput` where nothing may be odd.
  func look(at batch: RowBatch, in text: OddText) throws(ConversionError) {
    var (long, short) = (Tally(), Tally())
    var lines = text.lines
    var before = 0
    for end in batch.rowEnds {
      let cells = end - before
      defer { before = end }
      if cells == columns { continue }
      let isLong = cells > columns
      let known = isLong ? long.lines.count : short.lines.count
      let line = known < Tally.mostLines ? [lines.line(of: batch.cells[before].start)] : []
      if let first = line.first { try failIfStrict(raggedRow(in: first, cells: cells)) }
      if isLong {
        long.add(1, in: line, cells: cells)
      } else {
        short.add(1, in: line, cells: cells)
      }
    }
    guard long.count + short.count > 0 else { return }
    state.withLock { [long, short] in
      $0.long.add(long.count, in: long.lines, cells: long.cells)
      $0.short.add(short.count, in: short.lines, cells: short.cells)
    }
  }

  private func raggedRow(in line: Int, cells: Int) -> String {
    "line \(line) has \(cells.of("cell")) and not \(whole) \(columns)"
  }

  /// Cells with text behind their closing quote, by where they begin.
  ///
  /// - Throws: `damagedInput` where nothing may be odd.
  func addOverruns(_ starts: [Int], in text: OddText) throws(ConversionError) {
    guard !starts.isEmpty else { return }
    var lines = text.lines
    let places = starts.prefix(Tally.mostLines).map { lines.line(of: $0) }
    try failIfStrict("a cell in line \(places[0]) has text behind its closing quote")
    state.withLock { $0.overruns.add(starts.count, in: places) }
  }

  /// Looks for bytes that are not UTF-8, as long as the text is as it was read.
  ///
  /// - Throws: `damagedInput` where nothing may be odd.
  func look(at text: OddText, position: Int) throws(ConversionError) {
    let bytes = text.bytes
    try addInvalid(DelimitedScanner.invalidUTF8(bytes.span), from: position)
  }

  func look(atHeader dialect: Dialect, of source: any TextSource) throws(ConversionError) {
    guard dialect.hasHeader, let input = (source as? PlainText)?.input else { return }
    let header = try input.read(at: dialect.start, count: dialect.rowsStart - dialect.start)
    try addInvalid(DelimitedScanner.invalidUTF8(header.span), from: dialect.start)
  }

  private func addInvalid(
    _ invalid: (places: Int, first: Int)?, from position: Int
  ) throws(ConversionError) {
    guard let (places, first) = invalid else { return }
    try failIfStrict("the byte at offset \(position + first) is not UTF-8")
    state.withLock {
      $0.invalid = ($0.invalid.count + places, min($0.invalid.first, position + first))
    }
  }

  private func failIfStrict(_ what: String) throws(ConversionError) {
    guard context.reading.isStrict else { return }
    throw ConversionError(.damagedInput, "\(what); without --strict it is let through")
  }

  func addEmptyLines(_ count: Int, line: Int) {
    state.withLock { $0.empty.add(count, in: [line]) }
  }

  /// Rows that were left out since none of their cells has a value.
  func addEmptyRows(_ count: Int, line: Int) {
    state.withLock { $0.blank.add(count, in: [line]) }
  }

  // MARK: Saying

  func open() {
    state.withLock { $0.openBatches += 1 }
  }

  func close() {
    say { $0.openBatches -= 1 }
  }

  /// No batch follows.
  func end() {
    say { $0.isAtEnd = true }
  }

  /// Says what was found, if the rows will not be read to their end.
  func giveUp() {
    say {
      $0.isAtEnd = true
      $0.openBatches = 0
    }
  }

  private func say(after change: (inout State) -> Void) {
    let final: State? = state.withLock {
      change(&$0)
      guard $0.isAtEnd, $0.openBatches == 0, !$0.isSaid else { return nil }
      $0.isSaid = true
      return $0
    }
    guard let final else { return }
    warn(of: final)
    if final.overruns.count > 0 {
      context.note(
        "quotes", .changed, why: "\(overrunText(final.overruns)): the quotes are left out")
    }
    if final.blank.count > 0 {
      context.note(
        "empty rows", .dropped,
        why: "\(final.blank.count.of("row")) without a value, the first in line "
          + "\(final.blank.lines[0]); --set empty-rows=keep keeps such rows")
    }
    if final.empty.count > 0 {
      context.note(
        "empty lines", .dropped,
        why: final.empty.count == 1
          ? "1 line without a byte is no row: line \(final.empty.lines[0])"
          : "\(final.empty.count) lines without a byte are no rows, the first is line "
            + "\(final.empty.lines[0])")
    }
  }

  private func warn(of final: State) {
    warn(of: final.long, "more")
    warn(of: final.short, "fewer")
    if final.overruns.count > 0 { context.warn(overrunText(final.overruns)) }
    let invalid = final.invalid
    if invalid.count > 0 {
      let places = invalid.count == 1 ? "1 place is" : "\(invalid.count) places are"
      context.warn(
        "\(places) not UTF-8, the first at offset \(invalid.first) (--encoding names another "
          + "encoding)")
    }
  }

  private func overrunText(_ overruns: Tally) -> String {
    let cells = overruns.count == 1 ? "1 cell has" : "\(overruns.count) cells have"
    return "\(cells) text behind \(overruns.count == 1 ? "its" : "their") closing quote, "
      + overruns.places()
  }

  private func warn(of tally: Tally, _ word: String) {
    guard tally.count > 0 else { return }
    let rows = tally.count == 1 ? "1 row has" : "\(tally.count) rows have"
    context.warn(
      "\(rows) \(word) cells than \(whole) \(columns), \(tally.places(" (with \(tally.cells))"))")
  }

  private var whole: String { hasHeader ? "the header's" : "the first row's" }
}

/// The text of a batch, whose lines are known.
struct OddText {
  let bytes: ByteBuffer
  /// The line that it begins with.
  private let line: Int

  init(_ batch: RowBatch, line: Int) { (bytes, self.line) = (batch.bytes, line) }

  var lines: Lines { Lines(bytes, line: line) }

  /// Tells the lines of places, one behind the other.
  struct Lines {
    private let bytes: ByteBuffer
    private var line: Int
    private var known = 0

    fileprivate init(_ bytes: ByteBuffer, line: Int) { (self.bytes, self.line) = (bytes, line) }

    mutating func line(of place: Int) -> Int {
      line += DelimitedScanner.lineEnds(bytes.span[known..<place])
      known = place
      return line
    }
  }
}

extension Int {
  /// A number of things: "1 cell", "2 cells".
  func of(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
