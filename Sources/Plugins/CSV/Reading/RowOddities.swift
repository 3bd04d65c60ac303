import ConverterCore
import Synchronization

/// What is odd about the rows of a table: counted while they are read, said when all were.
///
/// Rows are split on several threads, so the last word is said by whoever comes last.
final class RowOddities: Sendable {
  private struct Tally {
    var count = 0
    var firstLine = Int.max
    /// Cells of the row in that line.
    var cells = 0

    mutating func add(_ count: Int, line: Int, cells: Int = 0) {
      self.count += count
      if line < firstLine { (firstLine, self.cells) = (line, cells) }
    }
  }

  private struct State {
    var long = Tally()
    var short = Tally()
    var empty = Tally()
    var blank = Tally()
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

  /// Rows with more cells than there are columns, or with fewer.
  ///
  /// - Throws: `damagedInput` where nothing may be odd.
  func addRagged(_ count: Int, line: Int, cells: Int) throws(ConversionError) {
    if context.reading.isStrict {
      throw ConversionError(
        .damagedInput,
        "line \(line) has \(cells.of("cell")) and not \(whole) \(columns); without --strict such rows are "
          + "kept as they are")
    }
    state.withLock {
      if cells > columns {
        $0.long.add(count, line: line, cells: cells)
      } else {
        $0.short.add(count, line: line, cells: cells)
      }
    }
  }

  func addEmptyLines(_ count: Int, line: Int) {
    state.withLock { $0.empty.add(count, line: line) }
  }

  /// Rows that were left out since none of their cells has a value.
  func addEmptyRows(_ count: Int, line: Int) {
    state.withLock { $0.blank.add(count, line: line) }
  }

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
    say(final.long, "more")
    say(final.short, "fewer")
    if final.blank.count > 0 {
      context.note(
        "empty rows", .dropped,
        why: "\(final.blank.count.of("row")) without a value, the first in line "
          + "\(final.blank.firstLine); --set empty-rows=keep keeps such rows")
    }
    if final.empty.count > 0 {
      context.note(
        "empty lines", .dropped,
        why: final.empty.count == 1
          ? "1 line without a byte is no row: line \(final.empty.firstLine)"
          : "\(final.empty.count) lines without a byte are no rows, the first is line "
            + "\(final.empty.firstLine)")
    }
  }

  private func say(_ tally: Tally, _ word: String) {
    guard tally.count > 0 else { return }
    let rows = tally.count == 1 ? "1 row has" : "\(tally.count) rows have"
    context.warn(
      "\(rows) \(word) cells than \(whole) \(columns), first in line \(tally.firstLine) with "
        + "\(tally.cells); such rows are kept as they are")
  }

  private var whole: String { hasHeader ? "the header's" : "the first row's" }
}

extension Int {
  /// A number of things: "1 cell", "2 cells".
  func of(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
