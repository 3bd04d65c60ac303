internal import ConverterCore

/// The cells of a table that holds no other one, until it is known how they are best read.
final class TableText {
  struct Cell {
    var text: Range<Int>
    var isHeader: Bool
    var columns: Int
    var rows: Int
  }

  /// The texts of all cells, one behind the other.
  let flow = TextFlow()
  private(set) var rows: [[Cell]] = []
  private(set) var open: Cell?
  private var cellCount = 0

  /// What is larger is shown piece by piece.
  private static let mostCells = 20_000

  /// What spans more is as wide as this.
  static let mostSpan = 32

  func startRow() {
    endCell()
    if rows.last?.isEmpty != true { rows.append([]) }
  }

  func startCell(isHeader: Bool = false, columns: Int = 1, rows rowCount: Int = 1) {
    endCell()
    if rows.isEmpty { rows.append([]) }
    flow.restart()
    open = Cell(
      text: flow.bytes.count..<flow.bytes.count, isHeader: isHeader,
      columns: min(max(1, columns), Self.mostSpan), rows: min(max(1, rowCount), 1000))
  }

  func endCell() {
    guard var cell = open else { return }
    cell.text = cell.text.lowerBound..<flow.bytes.count
    rows[rows.count - 1].append(cell)
    cellCount += 1
    open = nil
  }

  func text(of cell: Cell) -> ArraySlice<UInt8> { flow.bytes[cell.text] }

  /// Writes the rows so far when there are many.
  func writeIfLarge(to flow: TextFlow) {
    guard cellCount >= Self.mostCells, open == nil else { return }
    write(to: flow)
    rows.removeAll()
    self.flow.removeAll()
    cellCount = 0
  }

  /// Writes the whole table.
  func write(to flow: TextFlow) {
    endCell()
    if let grid = TextGrid(self) {
      for line in grid.lines { flow.append(lines: line.utf8) }
    } else {
      for row in rows { write(row, to: flow) }
    }
  }

  /// Writes what there is as blocks, because a table begins in the cell at hand, and goes on there.
  func move(to flow: TextFlow) {
    let isOpen = open != nil
    endCell()
    for (index, row) in rows.enumerated() {
      write(row, to: flow, asBlocks: index == rows.count - 1 && isOpen)
    }
    flow.pushPrefixes(of: self.flow)
  }

  private func write(_ row: [Cell], to flow: TextFlow, asBlocks: Bool = false) {
    let cells = row.filter { !$0.text.isEmpty }
    guard !cells.isEmpty else { return }
    if !asBlocks, let line = line(of: cells) {
      flow.append(lines: line.utf8)
      return
    }
    for cell in cells {
      if cells.count > 1 { flow.breakParagraph() } else { flow.breakLine() }
      flow.append(lines: text(of: cell))
    }
    if cells.count > 1 { flow.breakParagraph() }
  }

  private static let mostColumns = 100

  /// The cells of a row beside each other, if they are short.
  private func line(of cells: [Cell]) -> String? {
    let length = cells.reduce(0) { $0 + $1.text.count }
    guard length <= 4 * Self.mostColumns, !cells.contains(where: { text(of: $0).contains(0x0A) })
    else { return nil }
    let line = cells.map { String(decoding: text(of: $0), as: UTF8.self) }.joined(separator: "  ")
    return TextWidth.columns(of: line) <= Self.mostColumns ? line : nil
  }
}
