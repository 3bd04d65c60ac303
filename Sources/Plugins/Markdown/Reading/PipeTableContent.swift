internal import ConverterCore
internal import TableModel

/// The rows of a pipe table, read from the file in pieces.
struct PipeTableContent: TableContent {
  let input: InputFile
  let table: PipeTable
  let limits: Limits

  var byteCount: Int { table.body.count }
  var isSeekable: Bool { true }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int { table.rows }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    let start = min(max(mark?.position ?? 0, table.body.lowerBound), table.body.upperBound)
    return PipeRowSource(
      MarkdownLines(input, start..<table.body.upperBound, limits: limits), from: mark?.row ?? 1)
  }
}

private final class PipeRowSource: RowSource {
  let splitter: any RowSplitter = PipeRowSplitter()
  private let lines: MarkdownLines
  private var row: Int

  init(_ lines: MarkdownLines, from row: Int) {
    self.lines = lines
    self.row = row
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    let position = lines.position
    guard try lines.next(batch.bytes) else { return false }
    batch.firstRow = row
    batch.mark = RowMark(row: row, position: position)
    let bytes = batch.bytes
    row += bytes.span.count { $0 == 0x0A } + (bytes.span.last == 0x0A ? 0 : 1)
    return true
  }
}

/// Finds the cells of the lines that a batch has claimed.
private struct PipeRowSplitter: RowSplitter {
  func split(_ batch: RowBatch) throws(ConversionError) {
    let bytes = batch.bytes
    // What is without escapes stays in its place; the rest goes behind all lines.
    var changed: [(cell: Int, text: [UInt8])] = []
    bytes.span.forEachLine { line, start in
      PipeRow.forEachCell(of: line) { cell, hasEscape in
        if hasEscape {
          changed.append((batch.cells.count, PipeRow.unescaped(line[cell])))
        }
        batch.cells.append(Cell(start: start + cell.lowerBound, count: cell.count))
      }
      batch.endRow()
    }
    for (cell, text) in changed {
      batch.cells[cell] = Cell(start: bytes.count, count: text.count)
      bytes.append(text.span)
    }
  }
}
