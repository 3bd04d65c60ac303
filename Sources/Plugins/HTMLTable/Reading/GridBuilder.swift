import ConverterCore
import TableModel

/// The cells of a table while its page is parsed.
final class GridBuilder {
  /// Which table of the page it is, from 1.
  let number: Int
  var caption: String?
  let bytes = ByteBuffer(capacity: 64)
  private var cells: [Cell] = []
  private var rowEnds: [Int] = []
  private var width = 0
  var repeatsCells = false
  var hasLinks = false
  var hasPictures = false
  private var headerRows = 0

  init(number: Int) { self.number = number }

  /// Bytes of memory, about.
  var cost: Int { bytes.capacity + cells.capacity * 8 + rowEnds.capacity * 8 }

  /// - Parameter isHeader: whether it is marked as one.
  func append(row: some Collection<Cell>, isHeader: Bool) {
    if isHeader, headerRows == rowEnds.count { headerRows += 1 }
    cells.append(contentsOf: row)
    rowEnds.append(cells.count)
    width = max(width, row.count)
  }

  /// The table, once the page has been parsed: nothing is added from then on.
  func complete() -> Grid {
    // Nobody touches them any more: only the table's builder adds to them, which is gone.
    nonisolated(unsafe) let bytes = bytes
    return unsafe Grid(
      number: number, caption: caption, bytes: FixedBytes(bytes), cells: cells, rowEnds: rowEnds,
      width: width, repeatsCells: repeatsCells, hasLinks: hasLinks, hasPictures: hasPictures,
      headerRows: headerRows)
  }
}
