import ConverterCore
import TableModel

/// The cells of a table of a page, with those that span several repeated.
struct Grid: Sendable {
  /// Which table of the page it is, from 1.
  let number: Int
  let caption: String?
  let bytes: FixedBytes
  let cells: [Cell]
  let rowEnds: [Int]
  let width: Int
  /// Whether some cells span several places, and stand in each.
  let repeatsCells: Bool
  // What its cells do not hold.
  let hasLinks: Bool
  let hasPictures: Bool
  /// Rows at the top that are marked as a header.
  let headerRows: Int

  var rowCount: Int { rowEnds.count }

  func row(_ index: Int) -> Range<Int> { (index == 0 ? 0 : rowEnds[index - 1])..<rowEnds[index] }

  @_lifetime(borrow self)
  func text(of cell: Cell) -> Span<UInt8> {
    let all = bytes
    let text = all.span[cell.start..<cell.start + cell.count]
    // They live as long as the grid.
    return unsafe _overrideLifetime(text, borrowing: self)
  }

  /// Says in the ledger what of the table its cells do not hold, or otherwise.
  func note(in context: ConversionContext) {
    if hasLinks { context.note("links", .dropped, why: "of a link its text alone is in a cell") }
    if hasPictures { context.note("pictures", .dropped, why: "cells hold text") }
    if repeatsCells {
      context.note("merged cells", .changed, why: "repeated in each place that they cover")
    }
  }
}
