import ConverterCore
import TableModel

/// Which cells of rows with a great many are kept: the first ones, which may be frozen, and those near the
/// columns on the screen.
struct ColumnWindow: Equatable {
  var head = 0
  var columns = 0..<0
}

/// A row as it is drawn: of long cells the beginning, of very many cells those near the screen.
struct ShownRow {
  struct Cell {
    let text: ArraySlice<UInt8>
    let kind: TableModel.Cell.Kind
  }

  /// Cells that follow each other.
  struct Part {
    let columns: Range<Int>
    let cells: [Cell]
  }

  /// In the file.
  let number: Int
  let cellCount: Int
  let parts: [Part]
  /// `nil` where all cells are here.
  private let window: ColumnWindow?

  /// More is never on a screen.
  private static let preview = 4096
  /// Rows of so many cells are kept whole.
  private static let mostCells = 4096

  init(_ index: Int, of batch: RowBatch, _ window: ColumnWindow) {
    number = batch.number(ofRow: index)
    let cells = batch.row(index)
    cellCount = cells.count
    guard cells.count > Self.mostCells else {
      self.window = nil
      parts = [Self.part(0..<cells.count, from: cells.lowerBound, of: batch)]
      return
    }
    self.window = window
    let head = 0..<min(window.head, cells.count)
    let rest = window.columns.clamped(to: head.upperBound..<cells.count)
    parts = [head, rest].map { Self.part($0, from: cells.lowerBound, of: batch) }
  }

  private static func part(_ columns: Range<Int>, from start: Int, of batch: RowBatch) -> Part {
    var bytes: [UInt8] = []
    let cells = batch.cells[start + columns.lowerBound..<start + columns.upperBound]
    let ends = cells.map { cell in
      bytes.append(batch.text(of: cell).prefix(Self.preview))
      return bytes.count
    }
    let all = bytes
    return Part(
      columns: columns,
      cells: zip(ends.indices, cells).map { place, cell in
        Cell(text: all[(place == 0 ? 0 : ends[place - 1])..<ends[place]], kind: cell.kind)
      })
  }

  func covers(_ window: ColumnWindow) -> Bool {
    guard let mine = self.window else { return true }
    // The first columns are there wherever the others are.
    return mine == window || mine.head >= max(window.head, window.columns.upperBound)
  }

  /// `nil` for a cell that the row does not have, or that is far from the screen.
  subscript(column: Int) -> Cell? {
    for part in parts where part.columns.contains(column) {
      return part.cells[column - part.columns.lowerBound]
    }
    return nil
  }
}

/// The rows near those on the screen, read again from the file when they are wanted.
struct RowCache {
  private let index: TableIndex
  private let batch = RowBatch()
  private var rows: [Int: ShownRow] = [:]
  private var cellCount = 0
  /// The columns that are wanted of long rows.
  private var window = ColumnWindow()
  /// Why rows that should be there are not.
  private(set) var failure: ConversionError?

  private static let mostCells = 200_000
  /// How many rows around those wanted are kept, for the next key.
  private static let margin = 100

  init(_ index: TableIndex) {
    self.index = index
  }

  subscript(row: Int) -> ShownRow? { rows[row] }

  /// Makes sure that rows are at hand, as far as the file has them.
  ///
  /// - Parameter window: the columns wanted of rows with a great many.
  mutating func load(_ wanted: [Int], _ window: ColumnWindow) {
    self.window = window
    let missing = wanted.filter { !has($0) }
    guard let first = missing.min(), let last = missing.max() else { return }
    if cellCount > Self.mostCells {
      let kept = rows.filter { wanted.contains($0.key) }
      cellCount = kept.values.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.cells.count } }
      rows = kept
    }
    // Rows that are near each other are read together, and some around them.
    let range =
      last - first < 4 * Self.margin ? first - Self.margin..<last + Self.margin + 1 : 0..<0
    var seen: Set<Int> = []
    failure = nil
    for row in missing {
      guard let stretch = index.stretch(of: row), seen.insert(stretch).inserted else { continue }
      load(stretch, near: range, missing)
    }
  }

  private func has(_ row: Int) -> Bool { rows[row]?.covers(window) ?? false }

  private mutating func load(_ stretch: Int, near range: Range<Int>, _ missing: [Int]) {
    let wanted = Set(missing)
    let last = max(range.upperBound, missing.max() ?? 0)
    do throws(ConversionError) {
      try index.read(stretch, with: batch) { batch, indices, first throws(ConversionError) in
        for index in indices {
          let row = first + index - indices.lowerBound
          guard range.contains(row) || wanted.contains(row), !has(row) else { continue }
          let shown = ShownRow(index, of: batch, window)
          rows[row] = shown
          cellCount += shown.parts.reduce(0) { $0 + $1.cells.count }
        }
        return first + indices.count <= last
      }
    } catch {
      failure = error
    }
  }

  /// The text of a cell, up to a number of bytes.
  struct WholeCell {
    let text: [UInt8]
    /// Bytes of the cell in the file.
    let count: Int
    let kind: Cell.Kind
    var isWhole: Bool { text.count == count }
  }

  func text(row: Int, column: Int, atMost most: Int) throws(ConversionError) -> WholeCell? {
    var found: WholeCell?
    try read(row) { batch, cells in
      guard column < cells.count else { return }
      let cell = batch.cells[cells.lowerBound + column]
      found = WholeCell(
        text: batch.text(of: cell).prefix(most).array, count: cell.count, kind: cell.kind)
    }
    return found
  }

  /// The first column from `start` on, forward or backward, that has a match.
  func column(
    matching search: TextSearch, in row: Int, from start: Int, forward: Bool
  ) throws(ConversionError) -> Int? {
    var found: Int?
    try read(row) { batch, cells in
      func matches(_ column: Int) -> Bool {
        let text = batch.text(of: batch.cells[cells.lowerBound + column])
        return search.firstMatch(in: text) != nil
      }
      if forward {
        found = (max(0, min(start, cells.count))..<cells.count).first(where: matches)
      } else {
        found = (0..<max(0, min(start + 1, cells.count))).last(where: matches)
      }
    }
    return found
  }

  private func read(
    _ row: Int, _ body: (RowBatch, Range<Int>) -> Void
  ) throws(ConversionError) {
    guard let stretch = index.stretch(of: row) else { return }
    try index.read(stretch, with: batch) { batch, indices, first throws(ConversionError) in
      guard row < first + indices.count else { return true }
      body(batch, batch.row(indices.lowerBound + row - first))
      return false
    }
  }
}
