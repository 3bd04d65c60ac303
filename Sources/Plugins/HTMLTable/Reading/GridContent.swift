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
  ) throws(ConversionError) -> any RowSource {
    GridRows(self, from: mark?.position ?? headerRows)
  }
}

/// Only `claim`, which one thread at a time calls, touches what changes.
private final class GridRows: RowSource, @unchecked Sendable {
  private let content: GridContent
  private var next: Int

  private static let batchBytes = 1 << 18
  private static let batchCells = 1 << 15

  init(_ content: GridContent, from row: Int) {
    self.content = content
    next = max(0, row)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    let grid = content.grid
    guard next < grid.rowCount else { return false }
    batch.firstRow = next - content.headerRows + 1
    batch.mark = RowMark(row: batch.firstRow, position: next)
    while next < grid.rowCount, batch.bytes.count < Self.batchBytes,
      batch.cells.count < Self.batchCells
    {
      let cells = grid.row(next)
      for cell in grid.cells[cells] { batch.append(grid.text(of: cell), cell.kind) }
      for _ in cells.count..<max(cells.count, grid.width) {
        batch.append(UnsafeRawBufferPointer(start: nil, count: 0), .null)
      }
      batch.endRow()
      next += 1
    }
    return true
  }

  func split(_ batch: RowBatch) throws(ConversionError) {}
}
