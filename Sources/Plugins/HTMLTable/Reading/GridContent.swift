import ConverterCore
import TableModel

/// The rows of a table of a page, which are in memory.
struct GridContent: TableContent {
  let grid: Grid
  let headerRows: Int
  let byteCount: Int

  let isSeekable = true

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    max(0, grid.rowCount - headerRows)
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    GridRows(self, from: mark?.position ?? headerRows, within: context.limits)
  }
}

private final class GridRows: RowSource {
  let splitter: any RowSplitter = WholeRows()
  private let content: GridContent
  private let limits: Limits
  private var next: Int
  /// The bytes that the cells of a batch stand for, each of which is in it once.
  private var held = 0
  /// The cells of a batch by where their texts stand in the grid: cells that span others are not copied.
  private var placed: [Int: Cell] = [:]

  private static let batchBytes = 1 << 18
  private static let batchCells = 1 << 15

  init(_ content: GridContent, from row: Int, within limits: Limits) {
    self.content = content
    self.limits = limits
    next = max(0, row)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    placed.removeAll(keepingCapacity: true)
    held = 0
    let grid = content.grid
    guard next < grid.rowCount else { return false }
    batch.firstRow = next - content.headerRows + 1
    batch.mark = RowMark(row: batch.firstRow, position: next)
    while next < grid.rowCount, held < Self.batchBytes,
      batch.cells.count < Self.batchCells
    {
      let cells = grid.row(next)
      for cell in grid.cells[cells] { try add(cell, to: batch) }
      for _ in cells.count..<max(cells.count, grid.width) {
        batch.appendEmpty(.null)
      }
      batch.endRow()
      next += 1
    }
    return true
  }

  private func add(_ cell: Cell, to batch: RowBatch) throws(ConversionError) {
    // What is there once is written as often as it stands in the table.
    try batch.checkRoom(for: cell.count, besides: held, within: limits)
    held += cell.count
    let isRepeated = content.grid.repeatsCells && cell.count > 0
    if isRepeated, let known = placed[cell.start] {
      batch.cells.append(known)
      return
    }
    let grid = content.grid
    batch.append(grid.text(of: cell), cell.kind)
    if isRepeated { placed[cell.start] = batch.cells.last }
  }
}
