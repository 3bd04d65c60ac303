internal import ConverterCore
import TableModel

/// Makes lines of rows, in the columns of a layout.
struct RowLines: RowFormat {
  let layout: ColumnLayout
  let usesColour: Bool

  private static let quiet: StaticString = "\u{1B}[2m"
  private static let strong: StaticString = "\u{1B}[1m"
  private static let plain: StaticString = "\u{1B}[0m"

  func append(_ batch: RowBatch, to lines: ByteBuffer, isFirst: Bool) {
    let scratch = ByteBuffer(capacity: 256)
    let (cells, ends) = (batch.cells, batch.rowEnds)
    var start = 0
    for row in ends.indices {
      begin(Self.quiet, lines)
      appendNumber("\(batch.number(ofRow: row))", to: lines)
      end(lines)
      appendCells(cells[start..<ends[row]], batch, scratch, to: lines)
      lines.append(0x0A)
      start = ends[row]
    }
  }

  /// The names of the columns, and a rule below them.
  func appendHeader(_ table: Table, to lines: ByteBuffer) {
    var pending = 0
    begin(Self.strong, lines)
    appendNumber("#", to: lines)
    let scratch = ByteBuffer(capacity: 256)
    for column in layout.shown {
      pending += ColumnLayout.gap
      let name = column.index < table.columns.count ? table.columns[column.index].name : []
      append(name.span, of: .text, column, scratch, &pending, to: lines)
    }
    end(lines)
    lines.append(0x0A)
    begin(Self.quiet, lines)
    appendRule(layout.numberWidth, to: lines)
    for column in layout.shown {
      append(blanks: ColumnLayout.gap, to: lines)
      appendRule(column.width, to: lines)
    }
    end(lines)
    lines.append(0x0A)
  }

  private func appendRule(_ width: Int, to lines: ByteBuffer) {
    for _ in 0..<width { lines.append("─") }
  }

  private func appendNumber(_ text: String, to lines: ByteBuffer) {
    append(blanks: layout.numberWidth - text.utf8.count, to: lines)
    lines.append(text.utf8)
  }

  private func appendCells(
    _ cells: ArraySlice<Cell>, _ batch: RowBatch, _ scratch: ByteBuffer, to lines: ByteBuffer
  ) {
    // Blanks that are written only if something comes behind them.
    var pending = 0
    for column in layout.shown {
      let index = cells.startIndex + column.index
      guard index < cells.endIndex else { break }
      pending += ColumnLayout.gap
      let cell = cells[index]
      append(batch.text(of: cell), of: cell.kind, column, scratch, &pending, to: lines)
    }
    guard !layout.isFitted, cells.count > layout.shown.count else { return }
    let more = ColumnLayout.Shown(index: layout.shown.count, width: 0, isNumeric: false)
    for cell in cells.dropFirst(layout.shown.count) {
      pending += ColumnLayout.gap
      append(batch.text(of: cell), of: cell.kind, more, scratch, &pending, to: lines)
    }
  }

  private func append(
    _ text: Span<UInt8>, of kind: Cell.Kind, _ column: ColumnLayout.Shown,
    _ scratch: ByteBuffer, _ pending: inout Int, to lines: ByteBuffer
  ) {
    if kind.isNothing {
      if column.isNumeric { pending += column.width - 1 }
      flush(&pending, to: lines)
      begin(Self.quiet, lines)
      lines.append("∅")
      end(lines)
      if !column.isNumeric { pending += column.width - 1 }
      return
    }
    guard !text.isEmpty else {
      pending += column.width
      return
    }
    let most = layout.isFitted ? column.width : Int.max
    if column.isNumeric {
      scratch.removeAll()
      let columns = VisibleText.append(text, to: scratch, within: most)
      pending += max(0, column.width - columns)
      flush(&pending, to: lines)
      lines.append(scratch.span)
    } else {
      flush(&pending, to: lines)
      let columns = VisibleText.append(text, to: lines, within: most)
      pending += max(0, column.width - columns)
    }
  }

  private func flush(_ pending: inout Int, to lines: ByteBuffer) {
    append(blanks: pending, to: lines)
    pending = 0
  }

  private func append(blanks count: Int, to lines: ByteBuffer) {
    if count > 0 { lines.append(repeating: 0x20, count: count) }
  }

  private func begin(_ code: StaticString, _ lines: ByteBuffer) {
    if usesColour { lines.append(code) }
  }

  private func end(_ lines: ByteBuffer) {
    if usesColour { lines.append(Self.plain) }
  }
}
