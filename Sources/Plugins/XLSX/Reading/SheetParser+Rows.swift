import ConverterCore
import Markup
import TableModel

extension SheetParser {
  func startRow(_ attributes: ElementAttributes) throws(ConversionError) {
    if let number = attributes["r"] {
      guard let value = Int(digits: number) else { throw outOfPlace("a row without a number") }
      row = value
    } else {
      row = lastRow + 1
    }
    guard row > lastRow, row <= CellReference.mostRows else {
      throw outOfPlace("row \(row) after row \(lastRow)")
    }
    rowStart = batch?.cells.count ?? 0
    nextColumn = 0
    hasValue = false
  }

  func endRow() throws(ConversionError) {
    guard hasValue, let batch else { return }
    try fill(upTo: width, in: batch)
    batch.endRow()
    rowCount += 1
    lastRow = row
    hasValue = false
  }

  /// Adds cells of nothing until the row has `count` cells.
  func fill(upTo count: Int, in batch: RowBatch) throws(ConversionError) {
    let missing = count - (batch.cells.count - rowStart)
    guard missing > 0 else { return }
    filled += missing
    let allowed = byteCount.multipliedReportingOverflow(by: context.limits.ratio)
    guard allowed.overflow || filled <= (1 << 20) + allowed.partialValue else {
      throw ConversionError.exceeding(
        .init(.ratio, needed: filled / max(1, byteCount), of: context.limits),
        "the sheet has \(filled) empty cells in row \(row) and before, in \(byteCount) bytes; the limit is "
          + "\(context.limits.ratio) a byte; raise it with --limit ratio=\(context.limits.ratio * 10)"
      )
    }
    let nothing = Cell(start: batch.bytes.count, count: 0, .null)
    batch.cells.append(contentsOf: repeatElement(nothing, count: missing))
  }

  /// Adds the empty rows between the last one and this.
  func fillGap(in batch: RowBatch) throws(ConversionError) {
    let gap = row - lastRow - 1
    guard rowCount > 0, gap > 0 else { return }
    guard gap * max(1, width) <= Self.mostCellsInGap else {
      context.note(
        "rows \(lastRow + 1) to \(row - 1)", .dropped, why: "they are empty, and more rows follow")
      return
    }
    for _ in 0..<gap {
      rowStart = batch.cells.count
      try fill(upTo: width, in: batch)
      batch.endRow()
    }
  }

  func outOfPlace(_ what: String) -> ConversionError {
    ConversionError(.damagedInput, "a sheet of the workbook has \(what)")
  }
}
