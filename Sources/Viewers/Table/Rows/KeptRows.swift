import ConverterCore
import TableModel

/// A copy of some rows, as small as it can be.
struct KeptRows: Sendable {
  private let bytes: [UInt8]
  private let cells: [Cell]
  private let rowEnds: [UInt32]
  let firstRow: Int
  private let rowNumbers: [Int]?

  init(_ batch: RowBatch) {
    bytes = batch.bytes.array
    cells = Array(batch.cells)
    rowEnds = batch.rowEnds.map { UInt32(clamping: $0) }
    firstRow = batch.firstRow
    rowNumbers = batch.rowNumbers
  }

  var rowCount: Int { rowEnds.count }

  var byteCount: Int {
    bytes.count + cells.count * MemoryLayout<Cell>.stride
      + rowEnds.count * MemoryLayout<UInt32>.stride
      + (rowNumbers?.count ?? 0) * MemoryLayout<Int>.stride + 256
  }

  /// The row with a number, as an index.
  func index(ofNumber number: Int) -> Int? {
    if let rowNumbers { return rowNumbers.firstIndex(of: number) }
    return number >= firstRow && number < firstRow + rowCount ? number - firstRow : nil
  }

  /// Puts the rows into a batch, in place of what it held.
  func fill(_ batch: RowBatch) {
    batch.removeAll()
    batch.bytes.append(bytes.span)
    batch.cells = cells
    batch.rowEnds = rowEnds.map { Int($0) }
    batch.firstRow = firstRow
    batch.rowNumbers = rowNumbers
  }
}
