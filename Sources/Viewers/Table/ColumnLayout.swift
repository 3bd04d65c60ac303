internal import ConverterCore
import TableModel

/// Which columns are shown, and how wide, decided by a first look at the rows.
struct ColumnLayout: Sendable {
  struct Shown: Sendable, Equatable {
    /// Its place in the rows.
    let index: Int
    /// Columns of the terminal.
    var width: Int
    /// Whether most of its cells look like numbers, which stand at the right.
    let isNumeric: Bool
  }

  /// Columns for the numbers of rows.
  let numberWidth: Int
  private(set) var shown: [Shown]
  /// The names of those for which there is no room.
  private(set) var leftOut: [String] = []
  /// Whether lines have to fit into a window, so that cells are cut.
  let isFitted: Bool

  /// Blanks between two columns.
  static let gap = 2
  /// Columns that a cell has at least, before one at the right is left out in its favour.
  private static let enough = 10
  /// Columns up to which a cell of any length decides on the width where nothing is cut.
  private static let widest = 100
  /// Rows looked at.
  private static let sampleRows = 1000

  /// - Parameters:
  ///   - sample: the first rows; `nil` where there are none.
  ///   - lastNumber: about the greatest number of a row.
  init(_ table: Table, sample: RowBatch?, lastNumber: Int, width: Int?) {
    numberWidth = String(max(1, lastNumber)).utf8.count
    isFitted = width != nil
    let widest = width ?? Self.widest
    var measures = table.columns.map { column in
      var measure = Measure()
      measure.header = VisibleText.columns(of: column.name.span, atMost: widest)
      return measure
    }
    if let sample { Self.measure(sample, &measures, atMost: widest) }
    shown = measures.enumerated().map { index, measure in
      Shown(
        index: index, width: max(measure.header, measure.content), isNumeric: measure.isNumeric)
    }
    if let width { fit(into: width - numberWidth, measures, table) }
  }

  private struct Measure {
    var header = 0
    var content = 0
    var filled = 0
    var numbers = 0

    var isNumeric: Bool { filled > 0 && numbers * 4 >= filled * 3 }
  }

  /// Rows may have more cells than the table has columns; these get columns without a name.
  private static func measure(
    _ sample: RowBatch, _ measures: inout [Measure], atMost widest: Int
  ) {
    for row in 0..<min(sample.rowCount, sampleRows) {
      let cells = sample.row(row)
      while measures.count < cells.count { measures.append(Measure()) }
      for index in cells {
        let cell = sample.cells[index]
        let place = index - cells.lowerBound
        if cell.kind.isNothing {
          measures[place].content = max(measures[place].content, 1)
          continue
        }
        let text = sample.text(of: cell)
        guard !text.isEmpty else { continue }
        let columns = VisibleText.columns(of: text, atMost: widest)
        if columns > measures[place].content { measures[place].content = columns }
        measures[place].filled += 1
        if cell.kind == .number || (cell.kind == .text && Numeral.matches(text)) {
          measures[place].numbers += 1
        }
      }
    }
  }

  /// Makes wide columns narrower, the widest first, and leaves out some at the right where that is not enough.
  private mutating func fit(into room: Int, _ measures: [Measure], _ table: Table) {
    func needed(_ widths: some Sequence<Int>) -> Int { widths.reduce(0) { $0 + $1 + Self.gap } }
    guard needed(shown.lazy.map(\.width)) > room else { return }
    // A name may be cut before the cells below it are.
    for (place, measure) in measures.enumerated() {
      shown[place].width = max(measure.content, min(measure.header, Self.enough), 1)
    }
    var used = 0
    let count =
      shown.firstIndex { column in
        used += min(column.width, Self.enough) + Self.gap
        return used > room
      } ?? shown.count
    let kept = max(1, count)
    leftOut = shown.dropFirst(kept).map { column in
      let name = column.index < table.columns.count ? table.columns[column.index].text : ""
      return name.isEmpty ? "\(column.index + 1)" : name
    }
    shown.removeLast(max(0, shown.count - kept))
    shrink(to: max(1, room - kept * Self.gap))
    widen(measures, room: room - needed(shown.lazy.map(\.width)))
  }

  /// Brings the widths down to `room` together: short ones are kept, the others get the same.
  private mutating func shrink(to room: Int) {
    var left = room
    var rest = shown.count
    var cap = Int.max
    for width in shown.map(\.width).sorted() {
      if width > left / rest {
        cap = max(1, left / rest)
        break
      }
      left -= width
      rest -= 1
    }
    guard cap < Int.max else { return }
    // What dividing leaves over goes to the first.
    var over = max(0, left - cap * rest)
    for place in shown.indices where shown[place].width > cap {
      shown[place].width = cap + (over > 0 ? 1 : 0)
      over -= 1
    }
  }

  /// Gives what room is left to names that were cut.
  private mutating func widen(_ measures: [Measure], room: Int) {
    var room = room
    for place in shown.indices where room > 0 {
      let more = min(room, measures[shown[place].index].header - shown[place].width)
      guard more > 0, shown[place].width >= measures[shown[place].index].content else { continue }
      shown[place].width += more
      room -= more
    }
  }
}
