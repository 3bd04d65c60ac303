internal import ConverterCore
import TableModel

/// A table for people, line by line.
struct PlainTable {
  let table: Table
  let page: any Page
  let context: ConversionContext

  func show() throws(ConversionError) {
    let selection = page.selection
    let tally = RowTally()
    let selected = try table.selecting(selection, tally: tally)
    let (width, usesColour) = (page.width, page.usesColour)
    let leftOut = LeftOut()
    let (rows, isRead) = try selected.write(on: page, in: context) { batch, lines in
      let layout = ColumnLayout(
        selected, sample: batch, lastNumber: greatestNumber(batch, selection), width: width)
      leftOut.names = layout.leftOut
      let format = RowLines(layout: layout, usesColour: usesColour)
      format.appendHeader(selected, to: lines)
      return format
    }
    guard isRead else { return }
    let lines = ByteBuffer(capacity: 1 << 12)
    if rows == 0, !selected.columns.isEmpty {
      let layout = ColumnLayout(selected, sample: nil, lastNumber: 1, width: width)
      leftOut.names = layout.leftOut
      RowLines(layout: layout, usesColour: usesColour).appendHeader(selected, to: lines)
    }
    let summary = TableSummary(
      table: table, selected: selected, selection: selection, shownRows: rows, tally: tally)
    if rows > 0 || !selected.columns.isEmpty { lines.append(0x0A) }
    var words: [String] = []
    if !leftOut.names.isEmpty, let width {
      words += TableSummary.leftOut(leftOut.names, width: width)
    }
    words += TableSummary.lines(summary.items, width: width)
    for line in words {
      if usesColour { lines.append("\u{1B}[2m") }
      lines.append(line.utf8)
      if usesColour { lines.append("\u{1B}[0m") }
      lines.append(0x0A)
    }
    _ = try page.write(lines.array)
  }

  /// Filled while the first rows are looked at.
  private final class LeftOut {
    var names: [String] = []
  }

  /// The greatest number of a row that is to be expected, so that later ones stand below the first.
  private func greatestNumber(_ batch: RowBatch, _ selection: TableSelection) -> Int {
    let seen = (0..<batch.rowCount).reduce(1) { max($0, batch.number(ofRow: $1)) }
    if selection.limit != nil { return seen }
    if let all = table.rowCount {
      return max(seen, min(all, selection.rows?.upperBound ?? all))
    }
    guard batch.rowNumbers == nil, batch.bytes.count > 0 else { return seen }
    // Few rows are all rows then.
    let isSmall = batch.bytes.count < 1 << 16 && batch.cells.count < 1 << 14
    if table.content.isPacked, isSmall { return seen }
    let estimate = Double(table.content.byteCount) / Double(batch.bytes.count) * Double(seen)
    // What is little more than the first rows is about these.
    return estimate > Double(seen) * 1.5 && estimate < 1e15 ? Int(estimate) : seen
  }
}
