import ConverterCore

/// How wide the columns are, and which are seen.
struct ScreenColumns {
  /// Width of each, as its values seen so far need it, up to ``widest``.
  private var needed: [Int] = []
  /// What the user chose instead.
  private var chosen: [Int: Int] = [:]
  /// For each column how many values were seen, and how many of them are numbers.
  private var filled: [Int] = []
  private var numbers: [Int] = []
  private var seen: Set<Int> = []
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

  /// Makes room for the values of rows that are seen.
  mutating func fit(_ rows: some Sequence<ShownRow>) {
    for row in rows {
      // A row that is too long has columns without a name.
      while count < row.texts.count { add(1) }
      let isNew = seen.count < Self.sampleRows && seen.insert(row.number).inserted
      for (column, text) in row.texts.enumerated() where !text.isEmpty {
        needed[column] = max(
          needed[column], min(Self.widest, VisibleText.columns(of: text, upTo: Self.widest)))
        guard isNew else { continue }
        filled[column] += 1
        if row.kinds[column] == .number || text.withUnsafeBytes(Numeral.matches) {
          numbers[column] += 1
        }
      }
    }
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
    let scrolled = max(frozen, first)
    for column in Array(0..<min(frozen, count)) + Array(scrolled..<max(count, scrolled)) {
      // The line behind those that are frozen.
      if frozen > 0, column == scrolled { start += 1 }
      let rest = room - start
      // A sliver of a column says nothing.
      guard rest > 0, slots.isEmpty || rest >= min(3, needed[column]) else { break }
      var width = min(width(column, in: room), rest)
      // Behind the last one nothing else wants the room.
      if column == count - 1, chosen[column] == nil { width = min(needed[column], rest) }
      slots.append(Slot(column: column, start: start, width: width))
      start += width + Self.gap
    }
    return slots
  }

  /// Scrolls so far that a column is seen as a whole.
  mutating func show(_ column: Int, in room: Int) {
    first = max(frozen, min(first, max(0, count - 1)))
    guard column >= frozen, column < count else { return }
    if column < first { first = column }
    while first < column {
      if let slot = slots(in: room).first(where: { $0.column == column }),
        slot.width >= width(column, in: room)
      {
        return
      }
      first += 1
    }
  }

  /// Scrolls to the columns behind those that are seen, or before them.
  func columnPage(from column: Int, forward: Bool, in room: Int) -> Int {
    let seen = slots(in: room).filter { $0.column >= frozen }.count
    return max(0, min(count - 1, column + (forward ? 1 : -1) * max(1, seen)))
  }
}
