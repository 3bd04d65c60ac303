import ConverterCore
import TableModel

/// The cells of a table of a page, with those that span several repeated.
///
/// It does not change any more once its page has been parsed, and only then do other threads see it.
final class Grid: @unchecked Sendable {
  /// Which table of the page it is, from 1.
  let number: Int
  var caption: String?
  let bytes = ByteBuffer(capacity: 64)
  private(set) var cells: [Cell] = []
  private(set) var rowEnds: [Int] = []
  private(set) var width = 0
  /// Whether some cells span several places, and stand in each.
  var repeatsCells = false
  // What its cells do not hold.
  var hasLinks = false
  var hasPictures = false
  /// Rows at the top that are marked as a header.
  private(set) var headerRows = 0

  init(number: Int) { self.number = number }

  var rowCount: Int { rowEnds.count }

  /// Bytes of memory, about.
  var cost: Int { bytes.capacity + cells.capacity * 8 + rowEnds.capacity * 8 }

  func row(_ index: Int) -> Range<Int> { (index == 0 ? 0 : rowEnds[index - 1])..<rowEnds[index] }

  @_lifetime(borrow self)
  func text(of cell: Cell) -> Span<UInt8> {
    let buffer = bytes
    let text = buffer.span[cell.start..<cell.start + cell.count]
    // The buffer lives as long as the grid, and does not change once its page has been parsed.
    return _overrideLifetime(text, borrowing: self)
  }

  /// Says in the ledger what of the table its cells do not hold, or otherwise.
  func note(in context: ConversionContext) {
    if hasLinks { context.note("links", .dropped, why: "of a link its text alone is in a cell") }
    if hasPictures { context.note("pictures", .dropped, why: "cells hold text") }
    if repeatsCells {
      context.note("merged cells", .changed, why: "repeated in each place that they cover")
    }
  }

  /// - Parameter isHeader: whether it is marked as one.
  func append(row: some Collection<Cell>, isHeader: Bool) {
    if isHeader, headerRows == rowCount { headerRows += 1 }
    cells.append(contentsOf: row)
    rowEnds.append(cells.count)
    width = max(width, row.count)
  }
}
