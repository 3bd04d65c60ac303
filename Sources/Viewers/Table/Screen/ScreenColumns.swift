import ConverterCore
import TableModel

/// How wide the columns are, and which are seen.
struct ScreenColumns {
  /// Width of each, as its values seen so far need it, up to ``widest``.
  private var needed: [Int] = []
  /// What the user chose instead.
  private var chosen: [Int: Int] = [:]
  /// For each column how many values were seen, and how many of them are numbers.
  private var filled: [Int] = []
  private var numbers: [Int] = []
  private var seen: Set<Sample> = []
  /// The first columns, which always are seen.
  var frozen = 0
  /// The first of the others.
  private(set) var first = 0

  /// No value needs more to be known by; the rest is shown when asked for.
  private static let widest = 200
  private static let usual = 40
  static let gap = 2
  /// Rows that decide which columns are numbers.
  private static let sampleRows = 1000

  /// A row, and the columns of it that were looked at.
  private struct Sample: Hashable {
    let row: Int
    let first: Int
  }

  struct Slot: Equatable {
    let column: Int
    let start: Int
    let width: Int
  }

  var count: Int { needed.count }

  init(_ columns: [Column]) {
    for column in columns { add(VisibleText.columns(of: column.name[...], upTo: Self.usual)) }
  }

  private mutating func add(_ width: Int) {
    needed.append(max(1, min(width, Self.usual)))
    filled.append(0)
    numbers.append(0)
  }

  /// Makes room for a column that only rows further on have.
  mutating func widen(to column: Int) {
    while count <= column { add(1) }
  }

  /// Makes room for the values of rows that are seen.
  mutating func fit(_ rows: some Sequence<ShownRow>) {
    for row in rows {
      // A row that is too long has columns without a name.
      while count < row.cellCount { add(1) }
      for part in row.parts {
        let isNew =
          seen.count < Self.sampleRows
          && seen.insert(Sample(row: row.number, first: part.columns.lowerBound)).inserted
        for (column, cell) in zip(part.columns, part.cells) where !cell.text.isEmpty {
          fit(column, cell, isNew: isNew)
        }
      }
    }
  }

  private mutating func fit(_ column: Int, _ cell: ShownRow.Cell, isNew: Bool) {
    needed[column] = max(
      needed[column], min(Self.widest, VisibleText.columns(of: cell.text, upTo: Self.widest)))
    guard isNew else { return }
    filled[column] += 1
    if cell.kind == .number || Numeral.matches(cell.text.span) { numbers[column] += 1 }
  }

  /// Whether most values are numbers, and stand at the right.
  func isNumeric(_ column: Int) -> Bool {
    column < count && filled[column] > 0 && numbers[column] * 4 >= filled[column] * 3
  }

  func width(_ column: Int, in room: Int) -> Int {
    let isCut = needed[column] > Self.usual && !fits(in: room)
    let width = chosen[column] ?? (isCut ? Self.usual : needed[column])
    return max(1, min(width, max(1, room)))
  }

  /// Whether all columns fit with nothing cut.
  private func fits(in room: Int) -> Bool {
    var sum = -Self.gap
    for column in needed.indices {
      sum += (chosen[column] ?? needed[column]) + Self.gap
      if sum > room { return false }
    }
    return true
  }

  mutating func widen(_ column: Int, by difference: Int, in room: Int) {
    guard column < count else { return }
    chosen[column] = max(3, min(room, width(column, in: room) + difference))
  }

  /// As wide as its values need it, or as usual.
  mutating func toggleWidth(_ column: Int, in room: Int) {
    guard column < count else { return }
    if chosen[column] != nil {
      chosen[column] = nil
    } else {
      chosen[column] = min(room, needed[column])
    }
  }

  /// The columns that are seen, in `room` columns of the terminal.
  func slots(in room: Int) -> [Slot] {
    var slots: [Slot] = []
    var start = 0
    guard add(0..<min(frozen, count), to: &slots, &start, in: room) else { return slots }
    let scrolled = max(frozen, first)
    // The line behind those that are frozen.
    if frozen > 0 { start += 1 }
    _ = add(scrolled..<max(count, scrolled), to: &slots, &start, in: room)
    return slots
  }

  /// Adds columns as long as there is room for them; there may be millions.
  ///
  /// - Returns: whether there was for all.
  private func add(
    _ columns: Range<Int>, to slots: inout [Slot], _ start: inout Int, in room: Int
  ) -> Bool {
    for column in columns {
      let rest = room - start
      // A sliver of a column says nothing.
      guard rest > 0, slots.isEmpty || rest >= min(3, needed[column]) else { return false }
      var width = min(width(column, in: room), rest)
      // Behind the last one nothing else wants the room.
      if column == count - 1, chosen[column] == nil { width = min(needed[column], rest) }
      slots.append(Slot(column: column, start: start, width: width))
      start += width + Self.gap
    }
    return true
  }

  /// Scrolls so far that a column is seen as a whole.
  mutating func show(_ column: Int, in room: Int) {
    first = max(frozen, min(first, max(0, count - 1)))
    guard column >= frozen, column < count else { return }
    if column < first { first = column }
    // From the column back to the first one from which on there is room for all up to it.
    var slots: [Slot] = []
    var start = 0
    guard add(0..<min(frozen, count), to: &slots, &start, in: room) else {
      first = column
      return
    }
    var end = start + (frozen > 0 ? 1 : 0) + width(column, in: room)
    var before = column
    while before > first {
      end += width(before - 1, in: room) + Self.gap
      if end > room { break }
      before -= 1
    }
    first = before
  }

  /// The columns whose cells may be seen, now or after some keys.
  func window(in room: Int) -> ColumnWindow {
    let block = 1024
    let room = max(1, min(room, 1 << 16))
    return ColumnWindow(
      head: (room / block + 1) * block,
      columns: max(0, first - room) / block * block..<((first + 2 * room) / block + 1) * block)
  }

  /// Scrolls to the columns behind those that are seen, or before them.
  func columnPage(from column: Int, forward: Bool, in room: Int) -> Int {
    let seen = slots(in: room).filter { $0.column >= frozen }.count
    return max(0, min(count - 1, column + (forward ? 1 : -1) * max(1, seen)))
  }
}
